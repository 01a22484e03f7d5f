import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { hasFailed, INVOICE_STATES } from '../../domain/lifecycle/states.ts';
import type { InvoiceFigures } from '../../domain/invoice/figures.ts';

/** What was sent and has failed, or was cancelled, is owed by no buyer; of what was sent again the later one is. */
const SUM_GROUPS = ['sent', 'received', 'not_arrived', 'replaced'] as const;
type SumGroup = (typeof SUM_GROUPS)[number];

interface Summed {
  readonly direction: 'out' | 'in';
  readonly state: string;
  readonly sentAgainAs?: string | undefined;
  readonly figures: InvoiceFigures;
}

export interface RateSum {
  readonly taxable: Decimal;
  readonly tax: Decimal;
}

/** What the invoices of one group and currency amount to. Credit notes are subtracted. */
export interface ArchivedSum {
  readonly group: SumGroup;
  readonly currency: string;
  invoices: number;
  /** BT-109, BT-110, BT-112. */
  withoutVat: Decimal;
  vat: Decimal;
  total: Decimal;
  /** By `category_rate`, as the columns of the table. */
  readonly rates: Map<string, RateSum>;
}

/** Sums of the columns of an archive's table. */
export class ArchivedSums {
  private readonly sums = new Map<string, ArchivedSum>();
  /** Invoices that state no currency or no total: in no sum. */
  withoutAmounts = 0;
  /** Invoices whose total is summed, and whose VAT is not known. */
  withoutVat = 0;

  /** @param row its figures are booked. */
  add({ figures, sentAgainAs, ...row }: Summed, rates: ReadonlyMap<string, RateSum>): void {
    const { currency = '', total, withoutVat, vat } = figures;
    if (!CURRENCY.test(currency) || total === undefined) {
      this.withoutAmounts += 1;
      return;
    }
    if (withoutVat === undefined || vat === undefined) this.withoutVat += 1;
    const sum = this.sumOf(countedIn({ ...row, isReplaced: sentAgainAs !== undefined }), currency);
    sum.invoices += 1;
    sum.withoutVat = sum.withoutVat.plus(withoutVat ?? 0);
    sum.vat = sum.vat.plus(vat ?? 0);
    sum.total = sum.total.plus(total);
    for (const [rate, part] of rates) addTo(sum.rates, rate, part);
  }

  /** By group, then by currency. */
  all(): readonly ArchivedSum[] {
    return SUM_GROUPS.flatMap((group) =>
      [...this.sums.values()]
        .filter((sum) => sum.group === group)
        .sort((one, other) => (one.currency < other.currency ? -1 : 1)),
    );
  }

  private sumOf(group: SumGroup, currency: string): ArchivedSum {
    const key = `${group} ${currency}`;
    const zero = new Decimal(0);
    const sum = this.sums.get(key) ?? {
      group,
      currency,
      invoices: 0,
      withoutVat: zero,
      vat: zero,
      total: zero,
      rates: new Map<string, RateSum>(),
    };
    this.sums.set(key, sum);
    return sum;
  }
}

/** The words of others otherwise. */
const CURRENCY = /^[A-Z]{3}$/;

/** The sum that an invoice is in. @param isReplaced it was sent again, and the later one counts. */
export function countedIn({
  direction,
  state,
  isReplaced,
}: Pick<Summed, 'direction' | 'state'> & { readonly isReplaced: boolean }): SumGroup {
  if (direction === 'in') return 'received';
  const known = INVOICE_STATES.find((one) => one === state);
  if (!known || !hasFailed(known)) return 'sent';
  return isReplaced ? 'replaced' : 'not_arrived';
}

export function addTo(
  sums: Map<string, RateSum>,
  rate: string,
  { taxable, tax }: { readonly taxable: Decimal.Value; readonly tax: Decimal.Value },
): void {
  const before = sums.get(rate) ?? { taxable: new Decimal(0), tax: new Decimal(0) };
  sums.set(rate, { taxable: before.taxable.plus(taxable), tax: before.tax.plus(tax) });
}
