import type { components } from '../../client/client.ts';
import { dataOf } from './answer.ts';
import { service } from './session.ts';

/** What a document says about itself: records carry no party and no amount, so that the page reads a file that its key may read. */
interface DocumentFacts {
  readonly seller?: string | undefined;
  readonly buyer?: string | undefined;
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
  readonly issued?: string | undefined;
}

/** The file with the amounts, if one is XML; else what the ERP submitted. */
const FACT_KINDS = [
  'ubl',
  'xrechnung-ubl',
  'fa3',
  'cii',
  'xrechnung-cii',
  'received-xml',
  'canonical',
] as const;

/** Paths by local names, of each syntax; the first that is there. */
const PATHS: Readonly<Record<string, Readonly<Record<keyof DocumentFacts, readonly string[]>>>> = {
  ubl: {
    seller: [
      'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName',
      'AccountingSupplierParty/Party/PartyName/Name',
    ],
    buyer: [
      'AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName',
      'AccountingCustomerParty/Party/PartyName/Name',
    ],
    amount: ['LegalMonetaryTotal/TaxInclusiveAmount'],
    currency: ['DocumentCurrencyCode'],
    issued: ['IssueDate'],
  },
  CrossIndustryInvoice: {
    seller: ['SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/Name'],
    buyer: ['SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/Name'],
    amount: [
      'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/GrandTotalAmount',
    ],
    currency: ['SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/InvoiceCurrencyCode'],
    issued: ['ExchangedDocument/IssueDateTime/DateTimeString'],
  },
  Faktura: {
    seller: ['Podmiot1/DaneIdentyfikacyjne/Nazwa'],
    buyer: ['Podmiot2/DaneIdentyfikacyjne/Nazwa'],
    amount: ['Fa/P_15'],
    currency: ['Fa/KodWaluty'],
    issued: ['Fa/P_1'],
  },
};

function factsOfXml(xml: Document): DocumentFacts {
  const root = xml.documentElement;
  const paths = PATHS[root.localName] ?? PATHS['ubl']!;
  const first = (name: keyof DocumentFacts): string | undefined =>
    paths[name].map((path) => textAt(root, path.split('/'))).find(Boolean);
  const issued = first('issued');
  return {
    seller: first('seller'),
    buyer: first('buyer'),
    amount: first('amount'),
    currency: first('currency'),
    // CII writes 20261123.
    issued: issued?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'),
  };
}

function textAt(element: Element, [name, ...rest]: readonly string[]): string | undefined {
  if (name === undefined) return element.textContent.trim();
  const child = [...element.children].find(({ localName }) => localName === name);
  return child && textAt(child, rest);
}

interface Canonical {
  readonly invoice?: { readonly issue_date?: string; readonly currency?: string };
  readonly seller?: { readonly name?: string };
  readonly buyer?: { readonly name?: string };
}

function factsOfCanonical(document: unknown): DocumentFacts {
  const { invoice, seller, buyer } = document as Canonical;
  return {
    seller: seller?.name,
    buyer: buyer?.name,
    currency: invoice?.currency,
    issued: invoice?.issue_date,
  };
}

export type Documents = Pick<components['schemas']['Invoice'], 'id' | 'documents'>;

/** Empty if there is no file to read. */
export async function readFacts(
  of: 'invoices' | 'received',
  { id, documents }: Documents,
): Promise<DocumentFacts> {
  const kind = FACT_KINDS.find((each) => documents.some((document) => document.kind === each));
  if (!kind) return {};
  const call = { params: { path: { id, kind } }, parseAs: 'text' } as const;
  const { api } = service();
  const answer =
    of === 'invoices'
      ? api.GET('/invoices/{id}/documents/{kind}', call)
      : api.GET('/received/{id}/documents/{kind}', call);
  const text = (await dataOf<unknown>(answer)) as string;
  if (kind === 'canonical') return factsOfCanonical(JSON.parse(text));
  return factsOfXml(new DOMParser().parseFromString(text, 'application/xml'));
}
