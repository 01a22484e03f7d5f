import type { IsoDate } from '../../invoice/canonical.ts';
import { itemsWhere } from '../../invoice/placed.ts';
import { isCorrectionType } from '../../invoice/advances.ts';
import type { DoubtedInvoice } from '../plausibility/doubted-invoice.ts';
import type { DoubtfulMember } from '../plausibility/plausibility-check.ts';
import { isNoRateOf, isTaxedInEurope } from './vat-rates.ts';

/** Before all days that the table of rates knows. */
const LONG_AGO = '0001-01-01';

/** The first member of each VAT rate of category S that no country concerned has on the days of the supply. */
export function wrongRates(invoice: DoubtedInvoice): readonly DoubtfulMember[] {
  const countries = countriesOf(invoice);
  const days = daysOfSupply(invoice);
  const seen = new Set<number>();
  const isWrong = ({ vatCategory, vatRate }: DoubtedInvoice['lines'][number]): boolean => {
    if (vatCategory !== 'S' || vatRate === undefined || vatRate.isZero()) return false;
    const rate = vatRate.toNumber();
    if (seen.has(rate)) return false;
    seen.add(rate);
    return isNoRateOf(countries, rate, days);
  };
  const { lines, allowances, charges } = invoice;
  const wrong = Object.entries({ lines, allowances, charges }).flatMap(([name, items]) =>
    itemsWhere(name, 'vat_rate', items, isWrong),
  );
  return wrong.map((field) => ({ field, term: termOf(field) }));
}

const TERMS = { lines: 'BT-152', allowances: 'BT-96', charges: 'BT-103' } as const;

const termOf = (field: string): string => TERMS[field.split('[')[0] as keyof typeof TERMS];

const prefixOf = (vatId: string | undefined): string | undefined => /^[A-Z]{2}/.exec(vatId ?? '')?.[0];

/** A seller may be registered elsewhere, and tax the supply where it delivers, or where a consumer is (one-stop shop). */
function countriesOf({ seller, buyer, delivery, taxRepresentative }: DoubtedInvoice): readonly string[] {
  const own = [seller.address.country, prefixOf(seller.vatId), prefixOf(taxRepresentative?.vatId)];
  const others = [buyer.address.country, delivery?.address?.country];
  return [...own, ...others.filter((country) => country !== undefined && isTaxedInEurope(country))].filter(
    (country) => country !== undefined,
  );
}

/**
 * The days of the supply as stated. Without any it may go back to the first of the month before: Directive 2006/112/EC, article 222. A
 * correction has the rate of what it corrects.
 */
function daysOfSupply({
  invoice,
  delivery,
  lines,
  precedingInvoices,
  advanceInvoices,
}: DoubtedInvoice): readonly [IsoDate, IsoDate] {
  const { issueDate, taxPointDate, period, typeCode } = invoice;
  const periods = [period, ...lines.map((line) => line.period)].flatMap((one) => [one?.start, one?.end]);
  const stated = [taxPointDate, delivery?.date, ...periods].filter((day) => day !== undefined);
  const days = [...stated, issueDate].sort();
  const last = days.at(-1) ?? issueDate;
  if (isCorrectionType(typeCode) || precedingInvoices.length > 0 || advanceInvoices.length > 0)
    return [LONG_AGO, last];
  return [stated.length > 0 ? (days[0] ?? issueDate) : monthBefore(issueDate), last];
}

function monthBefore(day: IsoDate): IsoDate {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - 1);
  return first.toISOString().slice(0, 10);
}
