import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import type { EarlyRule } from './early-rule.ts';

interface Rated {
  readonly vatCategory?: string | undefined;
  readonly vatRate?: Decimal | undefined;
}

const rule = (
  id: string,
  term: string,
  list: string,
  entries: (invoice: CanonicalInvoice) => readonly Rated[],
): EarlyRule => ({
  id,
  source: 'EN16931',
  term,
  title: say('checks.rate-of-canary-islands-is-not-above-zero'),
  fix: say('checks.enter-rate-of-canary-islands'),
  only: 'cii',
  broken: (invoice) =>
    entries(invoice).flatMap(({ vatCategory, vatRate }, index) =>
      vatCategory === 'L' && vatRate?.isZero()
        ? [{ field: `${list}[${index}].vat_rate`, term, fault: 'wrong' }]
        : [],
    ),
});

/** Rates of category L, which may be 0 in UBL alone. */
export const IGIC_RATES: readonly EarlyRule[] = [
  rule('BR-AF-05', 'BT-152', 'lines', ({ lines }) => lines),
  rule('BR-AF-06', 'BT-96', 'allowances', ({ allowances }) => allowances),
  rule('BR-AF-07', 'BT-103', 'charges', ({ charges }) => charges),
];
