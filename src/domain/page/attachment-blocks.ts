import type {
  AttachmentBlock,
  AttachmentFact,
  AttachmentTable,
  CompleteInvoice,
} from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import { inRow } from './facts.ts';
import type { Cell, Fact, Table, Texts } from './page.ts';
import { asText, type PageText } from './page-text.ts';
import { join, type Wording } from './wording.ts';

/** A wider table has no room on a sheet: each of its rows is a paragraph. */
const MAX_COLUMNS = 6;

/** Zalacznik of FA(3): data beside the invoice. */
export const attachmentBlocks = (
  { extensions }: Partly<CompleteInvoice>,
  wording: Wording,
): readonly (Texts<PageText> | Table<PageText>)[] =>
  (extensions?.poland?.attachmentBlocks ?? []).flatMap((block) => {
    const heading = block.heading ?? wording.label('attachmentBlock');
    return [textsOf(block, heading), ...(block.tables ?? []).map((table) => tableOf(table, heading))];
  });

function textsOf({ data = [], paragraphs = [] }: Partly<AttachmentBlock>, heading: string): Texts<PageText> {
  const facts = factsOf(data);
  return {
    block: 'texts',
    tone: 'small',
    heading,
    paragraphs: [
      ...(facts.length > 0 ? [{ value: inRow(facts) }] : []),
      ...paragraphs.map((value) => ({ value: asText(value) })),
    ],
  };
}

const factsOf = (data: readonly Partly<AttachmentFact>[] = []): readonly Fact<PageText>[] =>
  data.map(({ key: label = '', value = '' }) => ({ label, value: asText(value) }));

function tableOf(table: Partly<AttachmentTable>, blockHeading: string): Texts<PageText> | Table<PageText> {
  const { columns = [], rows = [], totals = [], description } = table;
  const facts = factsOf(table.data);
  const heading = join(
    [description ?? blockHeading, facts.length > 0 ? String(inRow(facts)) : undefined],
    '  ·  ',
  );
  const titles = columns.map(({ title }) => title ?? '');
  const all = [...rows.map(({ cells = [] }) => cells), ...(totals.length > 0 ? [totals] : [])];
  if (columns.length > MAX_COLUMNS) {
    const rowText = (cells: readonly string[]): PageText =>
      inRow(cells.map((value, index) => ({ label: titles[index] ?? '', value: asText(value) })));
    return {
      block: 'texts',
      tone: 'small',
      heading,
      paragraphs: all.map((cells) => ({ value: rowText(cells) })),
    };
  }
  const cell = (text: string): Cell<PageText> => ({ text: asText(text), small: [] });
  return {
    block: 'table',
    heading,
    columns: columns.map(({ title, type }, index) => ({
      title: title ?? '',
      align: type === 'dec' || type === 'int' ? 'right' : 'left',
      ...(index === 0 && { wide: true }),
    })),
    rows: all.map((cells) => ({
      cells: titles.map((_, index) => cell(cells[index] ?? '')),
      remarks: [],
    })),
  };
}
