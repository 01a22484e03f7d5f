import type { ComingVerdict } from '../findings/coming-verdict.ts';
import type { Task } from '../lifecycle/lanes.ts';
import type { WorkRecord } from '../lifecycle/work-record.ts';
import {
  type Finding,
  OWNERS,
  type Owner,
  SEVERITIES,
  type Severity,
} from 'en16931-rules/vocabulary/finding.ts';
import {
  count,
  type FieldsOf,
  listOf,
  listOfTexts,
  nullable,
  oneOf,
  optional,
  positive,
  text,
  time,
} from '../vocabulary/fields.ts';

/** `running`: invoices remain. `done`: every invoice is counted. */
const RADAR_STATES = ['running', 'done'] as const;
type RadarState = (typeof RADAR_STATES)[number];

/** How a radar tells each client what will break: a row on its care list, a mail to its contact. */
export const RADAR_TELLINGS = ['care', 'mail'] as const;
export type RadarTelling = (typeof RADAR_TELLINGS)[number];

/** What the packs of a day say of stored invoices, compared with those of an earlier day. */
export interface Radar extends Omit<WorkRecord, 'lease'> {
  /** `rdr_` and 32 hex digits. */
  readonly id: string;
  /** Absent: of all clients. */
  readonly client?: string;
  /** The pack that was named; its first day is `day`. */
  readonly pack?: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** The day with whose packs they are compared. */
  readonly before: string;
  /** Invoices that came in from this day on; absent: all. */
  readonly since?: string;
  /** The key that asked for it. */
  readonly madeBy: string;
  readonly state: RadarState;
  /** Absent: no client is told. */
  readonly tells?: readonly RadarTelling[];
  /** How many invoices there are: as counted at its start, until the radar knows better. */
  readonly total: number;
  /** How many are counted, skipped and unjudged ones included. */
  readonly counted: number;
  readonly progress: readonly RadarProgress[];
  /** The invoice that was counted last. */
  readonly cursorAt?: Date;
  readonly cursorId?: string;
  /** Invoices that came in later are not judged. */
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** As a worker takes it. */
export type LeasedRadar = Radar & Pick<WorkRecord, 'lease'>;

interface RadarProgress {
  readonly at: Date;
  readonly counted: number;
}

/** What a radar has found among the invoices of one client. It is removed with the client. */
export interface RadarPart {
  /** `<radar> <client>` */
  readonly id: string;
  readonly radarId: string;
  readonly client: string;
  /** Counts commits from 1. */
  readonly version: number;
  /** The invoice that was counted last: a repeated batch counts none twice. */
  readonly cursorAt: Date;
  readonly cursorId: string;
  readonly judged: number;
  /** Cancelled, refused, or without its content. */
  readonly skipped: number;
  /** Their checks did not run. */
  readonly unjudged: number;
  /** Judged invoices with a row. */
  readonly changed: number;
  /** Valid before, and no longer. */
  readonly broken: number;
  readonly rows: readonly RadarRow[];
  /** Changes of kinds beyond `MAX_ROWS`. */
  readonly more: number;
  /** When the client was told of them. */
  readonly toldAt?: Date;
}

const RADAR_CHANGES = ['appears', 'disappears', 'severity'] as const;
type RadarChange = (typeof RADAR_CHANGES)[number];

/** One kind of change at one field. */
export interface RadarRow {
  readonly change: RadarChange;
  readonly code: string;
  readonly source: string;
  /** The field of the ERP, without the numbers of lines; the business term or the path in a file, if there is none. */
  readonly field?: string;
  /** On that day; of a finding that disappears, before. */
  readonly severity: Severity;
  readonly was?: Severity;
  readonly whoFixes?: Owner;
  readonly invoices: number;
  /** The first ones. */
  readonly examples: readonly string[];
  /** The correction of the first example, sealed: it is a value of the invoice. */
  readonly sealedPatch?: string;
}

export const RADAR_FIELDS: FieldsOf<Radar> = {
  id: text,
  client: optional(text),
  pack: optional(text),
  day: text,
  before: text,
  since: optional(text),
  madeBy: text,
  state: oneOf(RADAR_STATES),
  tells: optional(listOfTexts),
  total: count,
  counted: count,
  progress: listOf({ at: time, counted: count }),
  cursorAt: optional(time),
  cursorId: optional(text),
  work: oneOf(['judge']),
  failures: count,
  crashes: optional(count),
  dueAt: nullable(time),
  version: positive,
  createdAt: time,
  updatedAt: time,
  expiresAt: time,
};

const ROW_FIELDS: FieldsOf<RadarRow> = {
  change: oneOf(RADAR_CHANGES),
  code: text,
  source: text,
  field: optional(text),
  severity: oneOf(SEVERITIES),
  was: optional(oneOf(SEVERITIES)),
  whoFixes: optional(oneOf(OWNERS)),
  invoices: positive,
  examples: listOfTexts,
  sealedPatch: optional(text),
};

export const RADAR_PART_FIELDS: FieldsOf<RadarPart> = {
  id: text,
  radarId: text,
  client: text,
  version: positive,
  cursorAt: time,
  cursorId: text,
  judged: count,
  skipped: count,
  unjudged: count,
  changed: count,
  broken: count,
  rows: listOf(ROW_FIELDS),
  more: count,
  toldAt: optional(time),
};

const MAX_EXAMPLES = 5;
/** Of one client. */
const MAX_ROWS = 500;
/** A result is of use until the pack is in force, and a while after. */
export const RADAR_DAYS = 180;
const PROGRESS_STEPS = 10;

/** The kind of its task, and the lane: a process works on one radar at a time. */
export const RADAR = 'radar';

export const radarTask = ({ id, client = '' }: Pick<Radar, 'id' | 'client'>): Task => ({
  kind: RADAR,
  lane: RADAR,
  id,
  client,
});

type Counted = { readonly createdAt: Date; readonly id: string };

/** What was found of one invoice. */
export type RadarVerdict =
  | { readonly verdict: 'skipped' | 'unjudged' }
  | { readonly verdict: 'judged'; readonly broken: boolean; readonly rows: readonly RadarRow[] };

const EMPTY = { version: 0, judged: 0, skipped: 0, unjudged: 0, changed: 0, broken: 0, rows: [], more: 0 };

/** Counts an invoice; one that is counted already changes nothing. */
export function countInvoice(
  part: RadarPart | undefined,
  radarId: string,
  { client, createdAt, id }: Counted & { readonly client: string },
  row: RadarVerdict,
): RadarPart {
  const before = part ?? { ...EMPTY, id: `${radarId} ${client}`, radarId, client };
  if (part && isCounted(part, { createdAt, id })) return part;
  const counted = { ...before, cursorAt: createdAt, cursorId: id };
  if (row.verdict !== 'judged') return { ...counted, [row.verdict]: before[row.verdict] + 1 };
  return {
    ...counted,
    judged: before.judged + 1,
    broken: before.broken + Number(row.broken),
    changed: before.changed + Number(row.rows.length > 0),
    ...mergeRows(before, row.rows),
  };
}

export const isCounted = (
  { cursorAt, cursorId }: Partial<Pick<RadarPart, 'cursorAt' | 'cursorId'>>,
  { createdAt, id }: Counted,
): boolean => {
  if (!cursorAt || cursorId === undefined) return false;
  const later = createdAt.getTime() - cursorAt.getTime();
  return later < 0 || (later === 0 && id <= cursorId);
};

function mergeRows(
  { rows, more }: Pick<RadarPart, 'rows' | 'more'>,
  matchingRows: readonly RadarRow[],
): Pick<RadarPart, 'rows' | 'more'> {
  const merged = new Map(rows.map((row) => [kindOf(row), row]));
  let beyond = more;
  for (const row of matchingRows) {
    const known = merged.get(kindOf(row));
    if (!known && merged.size >= MAX_ROWS) beyond += 1;
    else merged.set(kindOf(row), known ? { ...joined(known, row) } : row);
  }
  return { rows: [...merged.values()], more: beyond };
}

const joined = (known: RadarRow, row: RadarRow): RadarRow => ({
  ...row,
  ...known,
  invoices: known.invoices + row.invoices,
  examples: [...known.examples, ...row.examples].slice(0, MAX_EXAMPLES),
});

const kindOf = ({ change, code, field, severity, was }: RadarRow): string =>
  JSON.stringify([change, code, field, severity, was]);

/** Changes that make a document invalid, the most frequent first. */
export const breakingRows = ({ rows }: Pick<RadarPart, 'rows'>): readonly RadarRow[] =>
  rows
    .filter(({ change, severity }) => change !== 'disappears' && severity === 'error')
    .toSorted((one, other) => other.invoices - one.invoices);

/** A change of one invoice, before it is counted. */
export interface FoundChange {
  readonly row: RadarRow;
  readonly finding: Finding;
}

/** The kinds of change of one invoice, each once. */
export function changesIn({ appear, disappear, change }: ComingVerdict, id: string): readonly FoundChange[] {
  const all = [
    ...appear.map((finding) => toChange('appears', finding, id)),
    ...disappear.map((finding) => toChange('disappears', finding, id)),
    ...change.map(({ finding, was }) => toChange('severity', finding, id, was)),
  ];
  const kinds = new Map<string, FoundChange>();
  for (const row of all) if (!kinds.has(kindOf(row.row))) kinds.set(kindOf(row.row), row);
  return [...kinds.values()];
}

function toChange(change: RadarChange, finding: Finding, id: string, was?: Severity): FoundChange {
  const { code, source, severity, whoFixes } = finding;
  const field = fieldOf(finding);
  const row: RadarRow = {
    change,
    code,
    source,
    severity,
    invoices: 1,
    examples: [id],
    ...(field !== undefined && { field }),
    ...(was !== undefined && { was }),
    ...(whoFixes !== undefined && { whoFixes }),
  };
  return { row, finding };
}

/** Lines and elements lose their numbers, so that invoices of different length have the same field. */
const fieldOf = ({ field, term, location }: Finding): string | undefined =>
  field?.replaceAll(/\[\d+\]/g, '[]') ?? term ?? location?.xpath.replaceAll(/\[\d+\]/g, '');

/** The next version of a radar that has got on. */
export const getOn = <R extends Radar>({ crashes: _, ...radar }: R, at: Date) => ({
  ...radar,
  version: radar.version + 1,
  updatedAt: at,
});

/** The radar after more of its invoices are counted. A tenth of the invoices is a step of its progress. */
export function advance<R extends Radar>(radar: R, more: number, last: Counted | undefined, at: Date) {
  const counted = radar.counted + more;
  const isDone = last === undefined;
  const stepOf = (number: number): number => Math.floor((number * PROGRESS_STEPS) / Math.max(1, radar.total));
  const isStep = isDone || stepOf(counted) > stepOf(radar.counted);
  return {
    ...getOn(radar, at),
    counted,
    // An invoice with an earlier time may have come in after the first count, and one of that count may have been removed.
    total: isDone ? counted : Math.max(radar.total, counted),
    ...(last && { cursorAt: last.createdAt, cursorId: last.id }),
    ...(isDone && ({ state: 'done', dueAt: null } as const)),
    ...(isStep && { progress: [...radar.progress, { at, counted }].slice(-2 * PROGRESS_STEPS) }),
  };
}

/** What the parts of a radar have together. */
export interface RadarTotals {
  readonly judged: number;
  readonly skipped: number;
  readonly unjudged: number;
  readonly changed: number;
  readonly broken: number;
}

export function totalsOf(parts: readonly RadarPart[]): RadarTotals {
  const sum = (member: keyof RadarTotals): number => parts.reduce((total, part) => total + part[member], 0);
  return {
    judged: sum('judged'),
    skipped: sum('skipped'),
    unjudged: sum('unjudged'),
    changed: sum('changed'),
    broken: sum('broken'),
  };
}
