import type {
  AttachmentBlock,
  AttachmentFact,
  AttachmentTable,
  CompleteInvoice,
} from '../../invoice/en16931.ts';
import { elementsOf, emptyOrLeaf, type Fa3Element, group, leaf } from './element.ts';

/** Zalacznik: data beside the invoice that KSeF keeps with it, such as the readings of a meter. */
export function attachment({ extensions }: CompleteInvoice): Fa3Element | undefined {
  return group(
    'Zalacznik',
    (extensions.poland?.attachmentBlocks ?? []).map((block, index) =>
      blockElement(block, `pl.attachment_blocks[${index}]`),
    ),
  );
}

function blockElement(block: AttachmentBlock, path: string): Fa3Element | undefined {
  return group(
    'BlokDanych',
    leaf('ZNaglowek', block.heading, { field: `${path}.heading` }),
    facts('MetaDane', ['ZKlucz', 'ZWartosc'], block.data, `${path}.data`),
    group(
      'Tekst',
      (block.paragraphs ?? []).map((text, index) =>
        leaf('Akapit', text, { field: `${path}.paragraphs[${index}]` }),
      ),
    ),
    (block.tables ?? []).map((table, index) => tableElement(table, `${path}.tables[${index}]`)),
  );
}

const facts = (
  name: string,
  [key, value]: readonly [string, string],
  stated: readonly AttachmentFact[] = [],
  path: string,
): readonly (Fa3Element | undefined)[] =>
  stated.map((one, index) =>
    group(
      name,
      leaf(key, one.key, { field: `${path}[${index}].key` }),
      leaf(value, one.value, { field: `${path}[${index}].value` }),
    ),
  );

function tableElement(table: AttachmentTable, path: string): Fa3Element | undefined {
  return group(
    'Tabela',
    facts('TMetaDane', ['TKlucz', 'TWartosc'], table.data, `${path}.data`),
    leaf('Opis', table.description, { field: `${path}.description` }),
    group(
      'TNaglowek',
      table.columns.map(({ title = '', type }, index) => ({
        ...containing('Kol', [emptyOrLeaf('NKom', title, { field: `${path}.columns[${index}].title` })]),
        attributes: { Typ: type },
      })),
    ),
    table.rows.map(({ cells }, row) => cellsElement('Wiersz', 'WKom', cells, `${path}.rows[${row}].cells`)),
    table.totals && table.totals.length > 0
      ? cellsElement('Suma', 'SKom', table.totals, `${path}.totals`)
      : undefined,
  );
}

/** TZnakowy2: a cell may be empty, and the next one stays in its column. */
const cellsElement = (name: string, inner: string, texts: readonly string[], path: string): Fa3Element =>
  containing(
    name,
    texts.map((text, index) => emptyOrLeaf(inner, text, { field: `${path}[${index}]` })),
  );

const containing = (name: string, elements: readonly Fa3Element[]): Fa3Element => ({
  name,
  text: '',
  elements: elementsOf(elements),
});
