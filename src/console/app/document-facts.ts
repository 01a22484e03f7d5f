import type { components } from '../../client/client.ts';
import { dataOf } from './answer.ts';
import { HEADER_TERMS, type HeaderTerm, syntaxOf } from './invoice-terms.ts';
import { service } from './session.ts';
import { textAt } from './xml-text.ts';

/** What a document says about itself: records carry no party and no amount, so that the page reads a file that its key may read. */
interface DocumentFacts {
  readonly seller?: string | undefined;
  readonly buyer?: string | undefined;
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
  readonly issued?: string | undefined;
}

/** The invoice as XML, as it was built or came. */
const XML_KINDS = ['ubl', 'xrechnung-ubl', 'fa3', 'cii', 'xrechnung-cii', 'received-xml'] as const;

function factsOfXml(xml: Document): DocumentFacts {
  const root = xml.documentElement;
  const syntax = syntaxOf(root.localName);
  const fact = (term: HeaderTerm): string | undefined => {
    const paths: Readonly<Partial<Record<typeof syntax, readonly string[]>>> = HEADER_TERMS[term];
    return textAt(root, paths[syntax]);
  };
  return {
    seller: fact('BT-27'),
    buyer: fact('BT-44'),
    amount: fact('BT-112'),
    currency: fact('BT-5'),
    issued: fact('BT-2'),
  };
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

/** Whose documents: of invoices that are sent, or that came. */
export type Direction = 'invoices' | 'received';

export type Documents = Pick<components['schemas']['Invoice'], 'id' | 'documents'>;

/** Which file is the invoice as XML; undefined if none is kept. */
export const xmlKindOf = ({ documents }: Documents): string | undefined =>
  XML_KINDS.find((each) => documents.some(({ kind }) => kind === each));

export async function readFile(
  of: Direction,
  id: string,
  kind: string,
  signal?: AbortSignal,
): Promise<string> {
  const call = { params: { path: { id, kind } }, parseAs: 'text', ...(signal && { signal }) } as const;
  const { api } = service();
  const answer =
    of === 'invoices'
      ? api.GET('/invoices/{id}/documents/{kind}', call)
      : api.GET('/received/{id}/documents/{kind}', call);
  return (await dataOf<unknown>(answer)) as string;
}

/** Of the file with the amounts, if one is XML, else of what the ERP submitted. Empty if there is no file to read. */
export async function readFacts(of: Direction, invoice: Documents): Promise<DocumentFacts> {
  const xmlKind = xmlKindOf(invoice);
  if (xmlKind)
    return factsOfXml(
      new DOMParser().parseFromString(await readFile(of, invoice.id, xmlKind), 'application/xml'),
    );
  if (!invoice.documents.some(({ kind }) => kind === 'canonical')) return {};
  return factsOfCanonical(JSON.parse(await readFile(of, invoice.id, 'canonical')));
}
