import { Members, WrongShape } from '../members.ts';
import { type Dated, type Edition, rowIn } from './editions.ts';
import { inFile, type LinedYaml, onLine, parseLinedYaml } from './in-file.ts';
import type { Owner } from '../../vocabulary/finding.ts';
import type { Message } from '../../vocabulary/message.ts';
import { fillRow, ruleText } from '../rule-text.ts';

/** One file of rules: one Schematron pattern, so the first block whose place fits an element applies to it. */
export interface RuleFile {
  /** Catalogue family of its ids, if it is not the pack's. */
  readonly family?: string;
  readonly blocks: readonly Block[];
}

/** Rules about one place of the invoice. */
export interface Block {
  /** Name of a term or group; without it the rules start at the document. */
  readonly in?: string;
  /** XPath instead, in files for one syntax. */
  readonly at?: string;
  /** Narrows the place; it starts at the place itself. */
  readonly where?: string;
  /** True if an invoice in an extension is not judged, whatever the table says of the place. */
  readonly rootOnly: boolean;
  readonly let: Readonly<Record<string, string>>;
  readonly check: readonly Check[];
  /** In the file. */
  readonly line: number;
}

export interface Check {
  readonly id: string;
  /** Its id in a syntax whose published rule has another one. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly flag: 'fatal' | 'warning' | 'information';
  /** True for an invoice that keeps the rule. Absent if `never` states why the rule cannot be broken. */
  readonly test?: string;
  readonly never?: string;
  /** The business term of the finding. */
  readonly term?: string;
  /** What is wrong, in one clause. */
  readonly title: string;
  /** What to change. */
  readonly fix: string;
  /** The value that would keep the rule, shown beside the present one: `stated`, else the term's. */
  readonly expected?: string;
  readonly stated?: string;
  /** A value to show where nothing is expected in its place: the date that cannot be read. */
  readonly shown?: string;
  readonly why?: string;
  /** The same texts as people get them, in each language. */
  readonly texts: RuleTexts;
  readonly who: Owner;
  /** Why a syntax states the rule separately: the difference of its published test. */
  readonly differs?: string;
  /** In the file. */
  readonly line: number;
}

/** The texts of a rule that people read. */
const RULE_TEXTS = ['title', 'fix', 'why', 'never'] as const;
export type RuleTexts = Readonly<Record<'title' | 'fix', Message>> &
  Readonly<Partial<Record<'why' | 'never', Message>>>;

type Row = Readonly<Record<string, unknown>>;
interface RawBlock extends Dated {
  readonly in?: string;
  readonly at?: string;
  readonly where?: string;
  readonly root_only?: boolean;
  readonly let?: Readonly<Record<string, string>>;
  /** A table: the block (or check) is written once for each row, with the row's values in place of `{column}`. */
  readonly each?: Table | readonly Table[];
  /** Rows that the block, or the check, is written for: column → value or values. */
  readonly only?: Row;
  readonly check: readonly RawCheck[];
  readonly line: number;
}
type RawCheck = Omit<Partial<Check>, 'texts'> &
  Dated & {
    readonly id: string;
    /** Its name in the files of words, if its id is not: rules of a table whose ids are a column. */
    readonly words?: string;
    readonly line: number;
    readonly each?: Table | readonly Table[];
    readonly only?: Row;
    readonly unless?: readonly Row[];
  };
/** Rows with the names of their columns, or the names once above them; a long table has a line for a row, bars between its columns. */
type Table =
  | readonly Row[]
  | { readonly columns: readonly string[]; readonly rows: string | readonly (readonly unknown[])[] };
interface RawFile {
  readonly family?: string;
  /** `places`: blocks about one place make one rule. Otherwise a second block about a place is a mistake. */
  readonly joins?: 'places';
  /** Of each of its blocks that does not say it itself. */
  readonly root_only?: boolean;
  readonly blocks: readonly RawBlock[];
}

/**
 * @param shared rules for every syntax; a file for one syntax may state their ids separately, in the same words.
 * @param edition the release whose rows are read; the newest one if left out.
 * @throws WrongShape naming file and line, and a rule that lacks its texts or its test, or is stated twice without a reason.
 */
export function readRules(
  text: string,
  name: string,
  shared: ReadonlyMap<string, Check> = new Map(),
  edition?: Edition,
): RuleFile {
  const yaml = parseLinedYaml(text, name);
  checkShape(yaml, name);
  return inFile(name, () =>
    write(inEdition(withLines(yaml), edition), { shared, pack: name.split('/')[0] ?? '' }),
  );
}

/** The blocks and checks of a release. */
function inEdition(file: RawFile, edition: Edition | undefined): RawFile {
  const rows = <Row extends Dated & { readonly line: number }>(all: readonly Row[]): Row[] =>
    all.flatMap((row) => onLine(row.line, () => (rowIn(row, edition) as Row | undefined) ?? []));
  return { ...file, blocks: rows(file.blocks).map((block) => ({ ...block, check: rows(block.check) })) };
}

/** Each block and check with its line. */
function withLines({ content, lineOf }: LinedYaml): RawFile {
  const file = content as RawFile;
  const blocks = file.blocks.map((block, at) => ({
    ...block,
    line: lineOf(['blocks', at]),
    check: block.check.map((check, below) => ({ ...check, line: lineOf(['blocks', at, 'check', below]) })),
  }));
  return { ...file, blocks };
}

const DATED = ['since', 'until'];
const BLOCK_TEXTS = ['in', 'at', 'where', ...DATED];
const CHECK_TEXTS = [
  'id',
  'flag',
  'test',
  'never',
  'term',
  'title',
  'fix',
  'expected',
  'stated',
  'shown',
  'why',
  'who',
  'differs',
  'words',
  ...DATED,
];

/** Blocks and checks are objects, and every value in them is a text. @throws WrongShape naming file and line. */
function checkShape({ content, lineOf }: LinedYaml, name: string): void {
  try {
    checkMembers(new Members(content, ''));
  } catch (error) {
    if (!(error instanceof WrongShape)) throw error;
    const path = error.where.replace(/^\./, '');
    const steps = path.match(/[^.[\]]+/g)?.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const reason = path === '' ? error.reason : `${path}: ${error.reason}`;
    throw new WrongShape(`${name}:${lineOf(steps ?? [])}`, reason);
  }
}

function checkMembers(file: Members): void {
  for (const rows of [file, ...file.list('blocks')])
    if (rows.has('root_only')) rows.read('root_only', (value) => value === true || undefined);
  for (const block of file.list('blocks')) {
    textsOf(block, BLOCK_TEXTS);
    if (block.has('let')) block.members('let').each((lets, name) => lets.text(name));
    for (const check of block.list('check')) {
      check.text('id');
      textsOf(check, CHECK_TEXTS);
      if (check.has('ids')) check.members('ids').each((ids, syntax) => ids.text(syntax));
    }
  }
}

function textsOf(members: Members, names: readonly string[]): void {
  for (const name of names) if (members.has(name)) members.text(name);
}

interface Around {
  readonly shared: ReadonlyMap<string, Check>;
  readonly pack: string;
}

function write(file: RawFile, around: Around): RuleFile {
  const blocks = file.blocks.flatMap(({ each, ...block }) =>
    rowsOf(each)
      .filter((row) => fits(row, block.only))
      .map((row) => blockOf({ root_only: file.root_only === true, ...block }, row, around)),
  );
  const judging = blocks.filter(({ check }) => check.length > 0);
  return {
    ...(file.family && { family: file.family }),
    blocks: file.joins === 'places' ? join(judging) : judging,
  };
}

/** In one pattern only the first rule that fits an element applies to it, so tables about one place make one rule. */
function join(blocks: readonly Block[]): readonly Block[] {
  const places = new Map<string, Block>();
  for (const block of blocks) {
    const key = JSON.stringify([block.in, block.at, block.where, block.rootOnly, block.let]);
    const before = places.get(key);
    places.set(key, before ? { ...before, check: [...before.check, ...block.check] } : block);
  }
  return [...places.values()];
}

function blockOf(written: RawBlock, row: Row, around: Around): Block {
  const block = fillIn(written, row) as RawBlock;
  return {
    ...(block.in && { in: block.in }),
    ...(block.at && { at: block.at }),
    ...(block.where && { where: block.where }),
    rootOnly: block.root_only === true,
    let: block.let ?? {},
    line: block.line,
    check: block.check.flatMap(({ each, ...check }, at) =>
      rowsOf(each)
        .map((own) => ({ ...row, ...own }))
        .filter((all) => fits(all, check.only) && !check.unless?.some((row) => fits(all, row)))
        .map((all) =>
          onLine(check.line, () =>
            checkOf(
              fillIn(check, all) as RawCheck,
              ruleTextsIn(written.check[at], all, around.pack),
              around.shared,
            ),
          ),
        ),
    ),
  };
}

/** The rows of a table, or the combinations of the rows of several. */
function rowsOf(each: Table | readonly Table[] | undefined): Row[] {
  if (each === undefined) return [{}];
  const tables = isTableList(each) ? each : [each];
  return tables
    .map(plainRows)
    .reduce<Row[]>((all, rows) => all.flatMap((left) => rows.map((right) => ({ ...left, ...right }))), [{}]);
}

const isTableList = (each: Table | readonly Table[]): each is readonly Table[] =>
  Array.isArray(each) && (Array.isArray(each[0]) || 'columns' in ((each[0] ?? {}) as object));

const plainRows = (table: Table): readonly Row[] =>
  'columns' in table ? cellsOf(table.rows).map((row) => namedCells(table.columns, row)) : table;

/** A comma in a text without quotes ends a cell: the rest would be lost. */
function namedCells(columns: readonly string[], row: readonly unknown[]): Row {
  if (row.length > columns.length)
    throw new Error(`a row has ${row.length} cells for ${columns.length} columns: ${row.join(', ')}`);
  return Object.fromEntries(columns.map((column, i) => [column, row[i]]));
}

const cellsOf = (rows: string | readonly (readonly unknown[])[]): readonly (readonly unknown[])[] =>
  typeof rows === 'string'
    ? rows
        .trim()
        .split('\n')
        .map((line) => line.split('|').map((cell) => cell.trim()))
    : rows;

/** @param check with `{column}` for the values of its row. */
function ruleTextsIn(check: RawCheck | undefined, row: Row, pack: string): Partial<RuleTexts> {
  if (!check) return {};
  const name = (check.words ?? check.id).replaceAll(/[{}]/g, '');
  const own = check.words === undefined ? fillRow(check.id, row) : `${name}.${fillRow(check.id, row)}`;
  return Object.fromEntries(
    RULE_TEXTS.flatMap((part) => {
      const text = check[part];
      if (text === undefined) return [];
      const table = `${pack}.${name}.${part}`;
      return [[part, ruleText(`${pack}.${own}.${part}`, text, { row, table })]];
    }),
  );
}

function checkOf(
  { only: _only, unless: _unless, words: _words, ...stated }: RawCheck,
  own: Partial<RuleTexts>,
  shared: ReadonlyMap<string, Check>,
): Check {
  const {
    test: _t,
    never: _n,
    expected: _e,
    stated: _s,
    shown: _v,
    texts: { never: _texts, ...inherited } = {},
    ...words
  } = shared.get(stated.id) ?? {};
  const check = { ...words, ...stated };
  const { id, title, fix, test, never } = check;
  if (shared.has(id) && !check.differs) throw new Error(`${id} needs to say what differs`);
  if (!title || !fix) throw new Error(`${id} lacks its words`);
  if (!test === !never) throw new Error(`${id} needs a test, or why it has none`);
  // Both parts are stated.
  const texts = { ...inherited, ...own } as RuleTexts;
  return { flag: 'fatal', who: 'erp', ...check, title, fix, texts };
}

function fits(row: Row, only: Row | undefined): boolean {
  return Object.entries(only ?? {}).every(([column, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).includes(row[column]),
  );
}

/** Replaces `{column}` in every text of the block; a name that is no column of the row stays. */
function fillIn(value: unknown, row: Row): unknown {
  if (typeof value === 'string') return fillRow(value, row);
  if (Array.isArray(value)) return value.map((item) => fillIn(item, row));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, row)]));
}
