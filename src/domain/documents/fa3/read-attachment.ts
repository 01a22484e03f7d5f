import { COLUMN_TYPES } from '../../invoice/codes/column-types.ts';
import type { ConsumingReader } from './consuming-reader.ts';
import type { Draft } from './read-descriptions.ts';

/** Zalacznik, as `pl.attachment_blocks`. */
export function readAttachment(root: ConsumingReader): Draft {
  const blocks = (root.inside('Zalacznik')?.all('BlokDanych') ?? []).map(readBlock);
  return blocks.length > 0 ? { attachmentBlocks: blocks } : {};
}

function readBlock(block: ConsumingReader): Draft {
  return stated({
    heading: block.text('ZNaglowek'),
    data: readFacts(block, 'MetaDane', ['ZKlucz', 'ZWartosc']),
    paragraphs: block.inside('Tekst')?.texts('Akapit') ?? [],
    tables: block.all('Tabela').map(readTable),
  });
}

function readTable(table: ConsumingReader): Draft {
  return stated({
    data: readFacts(table, 'TMetaDane', ['TKlucz', 'TWartosc']),
    description: table.text('Opis'),
    columns: (table.inside('TNaglowek')?.all('Kol') ?? []).map((column) => {
      const [title] = column.texts('NKom');
      return { title: title ?? '', type: column.attribute('Typ', COLUMN_TYPES) };
    }),
    rows: table.all('Wiersz').map((row) => ({ cells: row.texts('WKom') })),
    totals: table.inside('Suma')?.texts('SKom') ?? [],
  });
}

const readFacts = (
  from: ConsumingReader,
  name: string,
  [key, value]: readonly [string, string],
): readonly Draft[] => from.all(name).map((one) => ({ key: one.text(key), value: one.text(value) }));

const stated = (draft: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
