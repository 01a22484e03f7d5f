import type { CompleteInvoice, En16931Invoice, VatBreakdown } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';

/**
 * An invoice with the amounts of the document that it was read from, in the place of those computed from its lines: who has received an
 * invoice owes what it states.
 */
export function withStatedAmounts(
  complete: CompleteInvoice,
  { totals = {}, lines = [], vatBreakdown = [] }: Partly<En16931Invoice>,
): CompleteInvoice {
  const stated = vatBreakdown.filter(isWhole);
  return {
    ...complete,
    totals: { ...complete.totals, ...totals },
    lines: complete.lines.map((line, index) => ({
      ...line,
      netAmount: lines[index]?.netAmount ?? line.netAmount,
    })),
    vatBreakdown:
      stated.length > 0 && stated.length === vatBreakdown.length
        ? stated.map((group) => withRate(group, complete.vatBreakdown))
        : complete.vatBreakdown,
  };
}

const isWhole = (group: Partly<VatBreakdown>): group is VatBreakdown =>
  group.category !== undefined && group.taxableAmount !== undefined && group.taxAmount !== undefined;

/** A specification may demand a rate, or a reason, that the document does not state. */
function withRate(group: VatBreakdown, computed: readonly VatBreakdown[]): VatBreakdown {
  const same = computed.find(
    ({ category, rate }) => category === group.category && (group.rate === undefined || rate?.eq(group.rate)),
  );
  return same ? { ...same, ...group } : group;
}
