import type { Block, Cell, Fact, Page, Table } from './page.ts';
import { mapTexts, type PageText, type TextPart } from './page-text.ts';
import { type Piece, piecesOf } from './pieces.ts';

/** The page as data, in the form in which callers get it. */
export interface PageData {
  readonly language: string;
  readonly title: string;
  readonly head: Page<Text>['head'];
  readonly blocks: readonly BlockData[];
}

/** A text: its parts in order. */
type Text = readonly PartData[];

interface PartData extends PartPlace {
  readonly text: string;
  /** The text, if it has labels or addresses that do not break. */
  readonly pieces?: readonly Piece[];
  readonly terms?: readonly string[];
  readonly entry?: readonly number[];
}

/** Where the invoice states the first term of a part. */
export interface PartPlace {
  /** In the document that the ERP submitted as JSON. */
  readonly field?: string;
  /** In the file that was built or came. */
  readonly location?: { readonly xpath: string; readonly line: number };
}

type FactData = Fact<Text>;

type BlockData =
  | { readonly block: 'parties'; readonly parties: Extract<Block<Text>, { block: 'parties' }>['parties'] }
  | {
      readonly block: 'facts';
      readonly heading?: string;
      readonly facts: readonly FactData[];
      readonly texts: readonly Text[];
    }
  | {
      readonly block: 'table';
      readonly heading: string;
      readonly columns: readonly { readonly title: string; readonly align: 'left' | 'right' }[];
      readonly rows: readonly { readonly cells: readonly Pick<Cell<Text>, 'text' | 'small'>[] }[];
    }
  | { readonly block: 'sums'; readonly heading: string; readonly facts: readonly FactData[] }
  | {
      readonly block: 'texts';
      readonly heading: string;
      readonly paragraphs: readonly (Partial<FactData> & { readonly value: Text })[];
    };

/** @param placeOf undefined for what no document states. */
export function pageData(page: Page<PageText>, placeOf: (part: TextPart) => PartPlace): PageData {
  const textData = ({ parts }: PageText): Text =>
    parts.flatMap((part) => (part.text === '' ? [] : [partData(part, placeOf)]));
  const { language, title, head, blocks } = page;
  const shown = { language, title, head, blocks: blocks.flatMap(blockData) };
  return mapTexts(shown, textData) as PageData;
}

function partData(part: TextPart, placeOf: (part: TextPart) => PartPlace): PartData {
  const pieces = piecesOf(part.text);
  return {
    text: part.text,
    ...(pieces.some(({ kind }) => kind) && { pieces }),
    ...(part.terms.length > 0 && { terms: part.terms, ...placeOf(part) }),
    ...(part.entry.length > 0 && { entry: part.entry }),
  };
}

/** Without what only paper has: colours, codes to scan, sums carried over. The findings are answered elsewhere. */
function blockData(block: Block<PageText>): readonly unknown[] {
  switch (block.block) {
    case 'parties':
      return [block];
    case 'card': {
      const { heading, facts, texts } = block;
      return [{ block: 'facts', ...(heading !== undefined && { heading }), facts, texts }];
    }
    case 'table':
      return [tableData(block)];
    case 'sums':
      return [
        {
          block: 'sums',
          heading: block.heading,
          facts: block.rows.map(({ label, value }) => ({ label, value })),
        },
      ];
    case 'beside':
      return [block.left, block.right].flatMap(blockData);
    case 'texts':
      return [{ block: 'texts', heading: block.heading, paragraphs: block.paragraphs }];
    case 'notice':
      return [];
    default:
      return block satisfies never;
  }
}

const tableData = ({ heading, columns, rows }: Table<PageText>) => ({
  block: 'table',
  heading,
  columns: columns.map(({ title, align }) => ({ title, align })),
  rows: rows.map(({ cells }) => ({ cells: cells.map(({ text, small }) => ({ text, small })) })),
});
