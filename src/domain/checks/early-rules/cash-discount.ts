import { say } from 'en16931-rules/vocabulary/message.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { paymentTerms } from '../../invoice/complete-payment.ts';
import type { EarlyRule } from './early-rule.ts';

const DISCOUNT = /^#SKONTO#TAGE=\d\d*#PROZENT=\d\d*\.\d\d(?:#BASISBETRAG=-?\d\d*\.\d\d)?#$/;

/** XML's white space; a no-break space is not part of it. */
const normalize = (text: string): string =>
  text.replaceAll(/[ \t\r\n][ \t\r\n]*/g, ' ').replaceAll(/^ | $/g, '');

/** Loops over lines, so it is code. The writer adds the line break after the last line. */
export const CASH_DISCOUNT: EarlyRule = {
  id: 'BR-DE-18',
  source: 'XRechnung',
  term: 'BT-20',
  title: say('checks.line-of-payment-terms-is-not-cash-discount'),
  fix: say('checks.write-skonto-tage-14-prozent-2-00-in'),
  broken: ({ payment }: CanonicalInvoice) => {
    const line = brokenLine(paymentTerms(payment?.terms ?? ''));
    if (line === undefined) return [];
    const title = say('checks.line-of-payment-terms-is-not-cash-discount-2', { n: line + 1 });
    return [{ field: 'payment.terms', term: 'BT-20', fault: 'wrong', title }];
  },
};

/** The wrong line, counted from 0. */
function brokenLine(written: string): number | undefined {
  const lines = written.split('\n');
  const isDiscount = (line: string): boolean => normalize(line).startsWith('#');
  if (!lines.some(isDiscount)) return undefined;
  const misspelt = lines.findIndex((line) => isDiscount(line) && !DISCOUNT.test(normalize(line)));
  if (misspelt >= 0) return misspelt;
  // After the last text between two # only the end of its line may follow.
  const last = lines.findLastIndex((line) => /#..*#/.test(line));
  const isAlone = last < lines.length - 1 && normalize(lines[last]?.replace(/^.*#..*#/, '') ?? '') === '';
  return isAlone ? undefined : last;
}
