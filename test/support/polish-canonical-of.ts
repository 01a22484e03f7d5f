import type { CompleteInvoice } from '../../src/domain/invoice/en16931.ts';
import type { Partly } from '../../src/domain/invoice/partly.ts';
import { Decimal, round2, sum, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import { canonicalOf } from './canonical-of.ts';

/** As JSON. */
type Json = Record<string, unknown>;
type Model = Partly<CompleteInvoice>;

/** The content of a read FA(3) document as a caller sends it. */
export function polishCanonicalOf(model: Model): Json {
  const document = canonicalOf(model) as Json;
  const { extensions: apart = {} } = model;
  const lines = ((document['lines'] ?? []) as Json[]).map((line, index) => {
    const { withVat, state, poland } = apart.lines?.[index] ?? {};
    const { unit_price, ...rest } = line;
    return {
      ...rest,
      ...(withVat ? { unit_price_with_vat: snake(withVat.unitPrice) } : { unit_price }),
      ...(state === 'before' && { before_correction: true }),
      ...(poland && { pl: snake(poland) }),
    };
  });
  const rate = apart.vatExchangeRate;
  const preceding = (document['preceding_invoices'] ?? []) as Json[];
  return {
    ...document,
    lines,
    invoice: {
      ...(document['invoice'] as Json),
      ...(rate && { vat_currency: 'PLN', vat_exchange_rate: snake(rate) }),
    },
    buyer: {
      ...(document['buyer'] as Json),
      ...(apart.buyerTaxNumber && { tax_number: apart.buyerTaxNumber }),
    },
    preceding_invoices: preceding.map((one, index) => ({
      ...one,
      ...defined({
        route_number: apart.precedingRouteNumbers?.[index],
        type_code: apart.precedingTypeCodes?.[index],
      }),
    })),
    ...(document['payment'] !== undefined && {
      payment: { ...(document['payment'] as Json), ...defined({ prepaid_date: apart.prepaidDate }) },
    }),
    ...(apart.poland && { pl: snake(apart.poland) }),
    ...(apart.correction && { correction: snake(apart.correction) }),
    advance_invoices: advancesOf(model),
  };
}

/** The file does not state the amounts charged with advances: they are the difference between lines and sums. */
function advancesOf({ extensions: apart, lines = [], vatBreakdown = [] }: Model): Json[] {
  const [first, ...others] = apart?.advanceInvoices ?? [];
  if (!first) return [];
  const charged = vatBreakdown.map(({ category, rate, taxableAmount = ZERO, taxAmount = ZERO }) => {
    const net = sum(
      lines.flatMap(({ vatRate, netAmount = ZERO }, index) => {
        const state = apart?.lines?.[index]?.state;
        return rate && vatRate?.eq(rate) ? [state === 'before' ? netAmount.negated() : netAmount] : [];
      }),
    );
    return {
      vat_category: category,
      vat_rate: snake(rate),
      taxable_amount: snake(net.minus(taxableAmount)),
      vat_amount: snake(round2(net.times(rate ?? ZERO).div(100)).minus(taxAmount)),
    };
  });
  const named = ({ number, routeNumber }: Partly<{ number: string; routeNumber: string }>): Json =>
    defined({ number: number ?? 'unknown', route_number: routeNumber });
  return [{ ...named(first), vat_breakdown: charged }, ...others.map(named)];
}

const defined = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Names as in JSON, numbers as texts. */
function snake(value: unknown): unknown {
  if (value instanceof Decimal) return value.toFixed();
  if (Array.isArray(value)) return value.map(snake);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snake(inner),
    ]),
  );
}
