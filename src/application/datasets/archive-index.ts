import { receiptName, stateText, timeText } from '../../domain/proof/proof-page.ts';
import { Wording } from '../../domain/page/wording.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { ArchiveIndex, IndexRow } from '../../ports/page-writer.ts';
import type { OrderQuery } from '../../ports/invoice-reads.ts';
import type { ProofReader } from '../proof/show-proof.ts';
import type { ArchivedFile, ArchivedRow, ArchivedRows } from './archived-rows.ts';

/** The filters by days; an open end has none. */
export type ArchivedDays = Pick<OrderQuery, 'receivedFrom' | 'receivedTo' | 'issuedFrom' | 'issuedTo'>;

interface About {
  readonly at: Date;
  readonly days: ArchivedDays;
}

/** The first page of an archive. */
export function archiveIndex(rows: ArchivedRows, { at, days }: About, reader: ProofReader): ArchiveIndex {
  const { say } = reader;
  const wording = new Wording(reader.language);
  const day = (given: string | undefined): string => (given === undefined ? '…' : wording.day(given));
  const span = (id: 'archive.days' | 'archive.days-issued', from?: string, to?: string) =>
    (from ?? to) === undefined ? [] : [say(id, { from: day(from), to: day(to) })];
  const { missing } = rows.counts;
  return {
    about: [
      say('archive.counts', { sent: String(rows.counts.out), received: String(rows.counts.in) }),
      ...span('archive.days-issued', days.issuedFrom, days.issuedTo),
      ...span('archive.days', days.receivedFrom, days.receivedTo),
      ...(missing > 0 ? [say('archive.missing', { n: String(missing) })] : []),
      say('archive.made', { time: timeText(at, reader) }),
      say('archive.read'),
    ],
    files: [
      { label: say('archive.table'), path: 'invoices.csv' },
      { label: say('archive.hashes'), path: 'manifest.csv' },
      { label: say('archive.events'), path: 'events.ndjson' },
      { label: say('archive.keys'), path: 'keys.json' },
    ],
    rows: indexRows(rows, reader, wording),
  };
}

function* indexRows(rows: ArchivedRows, reader: ProofReader, wording: Wording): Generator<IndexRow> {
  for (const row of rows.all()) yield indexRow(row, reader, wording);
}

function indexRow(row: ArchivedRow, reader: ProofReader, wording: Wording): IndexRow {
  const { say } = reader;
  const { direction, figures } = row;
  return {
    direction: say(direction === 'out' ? 'archive.sent' : 'archive.received'),
    number: row.number ?? figures.number ?? row.ref,
    issueDate: figures.issueDate ?? '',
    seller: figures.seller ?? '',
    buyer: figures.buyer ?? '',
    total: figures.total === undefined ? '' : wording.money(new Decimal(figures.total), figures.currency),
    network: say(`proof.${row.route}`),
    numberOfNetwork: row.networkNumber ?? '',
    state: direction === 'out' ? stateText(row, reader) : say(RECEIVED[row.state] ?? 'pages.received'),
    files: row.files.toSorted(readFirst).map((file) => ({ label: labelOf(file, reader), path: file.path })),
    missing: row.missing.map((file) => say(`archive.${file.why}`, { file: labelOf(file, reader) })),
  };
}

const RECEIVED: Readonly<Record<string, string>> = {
  received: 'pages.received',
  validated: 'pages.checked',
  validation_failed: 'pages.not-passed',
};

const MADE: Readonly<Record<string, string>> = {
  page: 'archive.page',
  proof: 'archive.proof',
  'proof-signed': 'archive.proof-signed',
};

/** What people read comes first. */
const readFirst = (one: ArchivedFile, other: ArchivedFile): number => rankOf(one) - rankOf(other);
const rankOf = ({ kind }: ArchivedFile): number => (kind === 'page' ? 0 : kind === 'proof' ? 1 : 2);

function labelOf({ kind }: Pick<ArchivedFile, 'kind'>, reader: ProofReader): string {
  const made = MADE[kind];
  if (made !== undefined) return reader.say(made);
  return receiptName(kind, reader) ?? `${reader.say('pages.document')} (${kind})`;
}
