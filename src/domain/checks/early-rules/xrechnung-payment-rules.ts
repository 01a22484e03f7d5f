import { brokenWhen } from '../../invoice/placed.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import type { EarlyRule } from './early-rule.ts';
import { rule, wanted } from './xrechnung-rule.ts';

const CREDIT_TRANSFERS: ReadonlySet<string> = new Set(['30', '58']);
const CARDS: ReadonlySet<string> = new Set(['48', '54', '55']);
const DIRECT_DEBIT = '59';

const paysBy = (invoice: CanonicalInvoice, codes: ReadonlySet<string>): boolean =>
  codes.has(invoice.payment?.meansCode ?? '');

const debited = (
  id: string,
  term: string,
  member: 'mandate' | 'creditor_id' | 'debited_iban',
  what: string,
): EarlyRule =>
  rule(
    id,
    term,
    `A direct debit needs ${what}.`,
    brokenWhen(`payment.${member}`, ({ payment }) => {
      const given = {
        mandate: payment?.mandate,
        creditor_id: payment?.creditorId,
        debited_iban: payment?.debitedIban,
      };
      return payment?.meansCode === DIRECT_DEBIT && given[member] === undefined;
    }),
  );

/** BG-16 to BG-19 and BT-20 as XRechnung wants them. */
export const XRECHNUNG_PAYMENT_RULES: readonly EarlyRule[] = [
  wanted(
    'BR-DE-1',
    'BT-81',
    'payment.means_code',
    'a means of payment',
    ({ payment }) => payment?.meansCode ?? payment?.iban,
  ),
  rule(
    'BR-DE-23-b',
    'BT-89',
    'A credit transfer may not carry the details of a direct debit.',
    brokenWhen(
      'payment.mandate',
      (invoice) =>
        paysBy(invoice, CREDIT_TRANSFERS) &&
        Boolean(invoice.payment?.mandate ?? invoice.payment?.debitedIban),
    ),
  ),
  rule(
    'BR-DE-24-a',
    'BT-81',
    'A card payment needs the card number, for which the canonical invoice has no field.',
    brokenWhen('payment.means_code', (invoice) => paysBy(invoice, CARDS)),
  ),
  rule(
    'BR-DE-25-b',
    'BT-84',
    'A direct debit may not name an account to which the buyer pays.',
    brokenWhen('payment.iban', ({ payment }) => payment?.meansCode === DIRECT_DEBIT && Boolean(payment.iban)),
  ),
  debited('PEPPOL-EN16931-R061', 'BT-89', 'mandate', 'the reference of the mandate'),
  debited('BR-DE-30', 'BT-90', 'creditor_id', "the creditor's id"),
  debited('BR-DE-31', 'BT-91', 'debited_iban', 'the account that is debited'),
  rule(
    'BR-DE-18',
    'BT-20',
    'In the payment terms a line that begins with # must read #SKONTO#TAGE=<n>#PROZENT=<n.nn># ' +
      'with #BASISBETRAG=<n.nn># behind it where the discount has a base of its own.',
    brokenWhen('payment.terms', ({ payment }) => !discountLinesAreWellFormed(payment?.terms ?? '')),
  ),
];

const DISCOUNT_LINE = /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}#(?:BASISBETRAG=-?\d+\.\d{2}#)?$/;

/** BR-DE-18. The line break behind the last line is the writer's business. */
function discountLinesAreWellFormed(terms: string): boolean {
  const lines = terms.split('\n').map((line) => line.replace(/^[ \t]+|[ \t]+$/g, ''));
  return lines.every((line) => !line.startsWith('#') || DISCOUNT_LINE.test(line));
}
