import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { answerText, stateText } from '../../domain/proof/proof-page.ts';
import { Wording } from '../../domain/page/wording.ts';
import { type CsvCell, type CsvForm, csvLine } from '../../domain/vocabulary/csv.ts';
import type { ProofReader } from '../proof/show-proof.ts';

/** Who reads a table, or an archive with one. */
export interface TableWords extends ProofReader {
  /** What stands in a record, in the reader's language. */
  readonly text: (text: Text) => string;
}

/** How a table is written, and for whom. */
export interface TableForm extends CsvForm {
  /** Absent for a program, which gets names and codes. */
  readonly reader?: TableWords | undefined;
}

/** The head of a table. @param columns their names, as programs read them. */
export const headLine = (columns: readonly string[], form: TableForm, more: readonly string[] = []): string =>
  form.begins +
  csvLine([...columns.map((name) => form.reader?.say(`tables.${name}`) ?? name), ...more], form);

/** @param direction `in` for a received invoice, whose states are others. */
export function stateWord(
  {
    state,
    route,
    direction,
  }: { readonly state: string; readonly route: string; readonly direction: 'out' | 'in' },
  reader: ProofReader,
): string {
  return direction === 'out'
    ? stateText({ state, route }, reader)
    : reader.say(RECEIVED[state] ?? 'pages.received');
}

const RECEIVED: Readonly<Record<string, string>> = {
  received: 'pages.received',
  validated: 'pages.checked',
  validation_failed: 'pages.not-passed',
};

interface About {
  readonly column: string;
  readonly route: string | undefined;
  readonly direction: 'out' | 'in';
}

/** A code or an instant as the reader says it. Other cells stay. */
export function inWords(
  cell: CsvCell,
  { column: name, route = '', direction }: About,
  reader: ProofReader,
): CsvCell {
  if (typeof cell !== 'string' || cell === '') return cell;
  if (TIMES.has(name)) return cell.slice(0, 19).replace('T', ' ');
  if (name === 'type_code') return new Wording(reader.language).codeName('types', cell);
  if (name === 'route') return reader.say(`tables.${cell}`);
  if (CHOICES.has(name) || (name === 'present_status' && ENDS.has(cell)))
    return reader.say(`tables.${name}-${cell}`);
  if (name === 'state') return stateWord({ state: cell, route, direction }, reader);
  return name === 'buyer_status' || name === 'present_status' ? answerText(cell, reader) : cell;
}

const CHOICES: ReadonlySet<string> = new Set([
  'environment',
  'counted_in',
  'direction',
  'answer',
  'who_acts',
]);
/** Of a received invoice: its network or its seller took it back. */
const ENDS: ReadonlySet<string> = new Set(['cancelled', 'rejected']);
const TIMES: ReadonlySet<string> = new Set([
  'created_at',
  'updated_at',
  'received_at',
  'first_at',
  'at',
  'kept_until',
  'opened_at',
  'handled_at',
]);
