import type { components } from '../../client/client.ts';
import { dataOf } from './answer.ts';
import { service } from './session.ts';
import { language } from './words.ts';

/** The invoice as XML, built or received. */
const XML_KINDS = ['ubl', 'xrechnung-ubl', 'fa3', 'fa-rr', 'cii', 'xrechnung-cii', 'received-xml'] as const;

/** Documents of sent, or of received invoices. */
export type Direction = 'invoices' | 'received';

export type Documents = Pick<components['schemas']['Invoice'], 'id' | 'documents'>;

export type InvoicePage = components['schemas']['InvoicePage'];
export type PageText = components['schemas']['PageText'];

/** Which file is the invoice as XML; undefined if none is kept. */
export const xmlKindOf = ({ documents }: Documents): string | undefined =>
  XML_KINDS.find((each) => documents.some(({ kind }) => kind === each));

export async function readFile(
  of: Direction,
  id: string,
  kind: string,
  signal?: AbortSignal,
): Promise<string> {
  // A report is kept in English.
  const query = kind === 'validation-report' ? { lang: language.value } : {};
  const call = { params: { path: { id, kind }, query }, parseAs: 'text', ...(signal && { signal }) } as const;
  const { api } = service();
  const answer =
    of === 'invoices'
      ? api.GET('/invoices/{id}/documents/{kind}', call)
      : api.GET('/received/{id}/documents/{kind}', call);
  return (await dataOf<unknown>(answer)) as string;
}

/** The page of the invoice in the reader's language. */
export async function readPage(of: Direction, id: string, signal: AbortSignal): Promise<InvoicePage> {
  const call = {
    params: { path: { id }, query: { lang: language.value } },
    headers: { Accept: 'application/json' },
    signal,
  } as const;
  const { api } = service();
  const answer =
    of === 'invoices'
      ? api.GET('/invoices/{id}/documents/view', call)
      : api.GET('/received/{id}/documents/view', call);
  return (await dataOf<unknown>(answer)) as InvoicePage;
}

/** All texts of the page, in its order. */
export const textsOf = ({ head, blocks }: InvoicePage): readonly PageText[] => [
  ...[head.sender, head.kind, head.number],
  ...blocks.flatMap(textsOfBlock),
];

export function textsOfBlock(block: InvoicePage['blocks'][number]): readonly PageText[] {
  switch (block.block) {
    case 'parties':
      return block.parties.flatMap(({ name, lines, small }) => [name, ...lines, ...small]);
    case 'facts':
      return [...block.facts.map(({ value }) => value), ...block.texts];
    case 'sums':
      return block.facts.map(({ value }) => value);
    case 'texts':
      return block.paragraphs.map(({ value }) => value);
    case 'table':
      return block.rows.flatMap(({ cells }) => cells.flatMap(({ text, small }) => [text, ...small]));
    default:
      return block satisfies never;
  }
}
