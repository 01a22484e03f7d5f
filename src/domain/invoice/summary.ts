import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { InvoiceSummary } from '../vocabulary/invoice-summary.ts';
import { singleSpaced, withoutForbidden } from '../vocabulary/text.ts';
import type { CanonicalInvoice } from './canonical.ts';
import type { En16931Invoice } from './en16931.ts';
import type { Partly } from './partly.ts';
import { computeAmounts } from './totals.ts';
import { judgeOr } from './unjudged.ts';

interface SummarisedParty {
  readonly name?: string | undefined;
  readonly vatId?: string | undefined;
  readonly address?: { readonly country?: string | undefined } | undefined;
}

type SummarisedTotals = Partial<Readonly<Record<'withoutVat' | 'vat' | 'withVat' | 'due', Decimal>>>;

type Summarised = Pick<
  Partly<En16931Invoice>,
  'number' | 'typeCode' | 'issueDate' | 'dueDate' | 'currency'
> & {
  readonly seller?: SummarisedParty | undefined;
  readonly buyer?: SummarisedParty | undefined;
  readonly totals?: SummarisedTotals | undefined;
};

/** Characters of a text; a hostile file states megabytes. */
const MAX_TEXT_LENGTH = 200;

/** Of a document, as far as it was read. */
export function summaryOf({ seller, buyer, totals, ...invoice }: Summarised): InvoiceSummary {
  const members = {
    number: written(invoice.number),
    typeCode: written(invoice.typeCode),
    issueDate: written(invoice.issueDate),
    dueDate: written(invoice.dueDate),
    seller: written(seller?.name),
    buyer: written(buyer?.name),
    sellerCountry: written(seller?.address?.country),
    sellerVatId: written(seller?.vatId),
    buyerVatId: written(buyer?.vatId),
    currency: written(invoice.currency),
    withoutVat: totals?.withoutVat && amountText(totals.withoutVat),
    vat: totals?.vat && amountText(totals.vat),
    total: totals?.withVat && amountText(totals.withVat),
    due: totals?.due && amountText(totals.due),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Of a canonical document, and of the readable part of a refused one. */
export function summaryOfCanonical(invoice: CanonicalInvoice): InvoiceSummary {
  const read = <T>(member: () => T): T | undefined => judgeOr(member, undefined);
  const of = <M extends 'number' | 'typeCode' | 'issueDate' | 'dueDate' | 'currency'>(name: M) => ({
    [name]: read(() => invoice.invoice[name]),
  });
  const partyOf = (role: 'seller' | 'buyer') => ({
    name: read(() => invoice[role].name),
    vatId: read(() => invoice[role].vatId),
    address: { country: read(() => invoice[role].address.country) },
  });
  return summaryOf({
    ...of('number'),
    ...of('typeCode'),
    ...of('issueDate'),
    ...of('dueDate'),
    ...of('currency'),
    seller: partyOf('seller'),
    buyer: partyOf('buyer'),
    totals: read(() => computeAmounts(invoice).totals),
  });
}

function written(text: string | undefined): string | undefined {
  const value = singleSpaced(withoutForbidden((text ?? '').slice(0, 4 * MAX_TEXT_LENGTH)));
  return value === '' ? undefined : [...value].slice(0, MAX_TEXT_LENGTH).join('');
}

/** As it is stated, with two decimals at least. */
export const amountText = (value: Decimal): string => value.toFixed(Math.max(2, value.decimalPlaces()));
