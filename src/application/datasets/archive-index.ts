import { receiptName, timeText } from '../../domain/proof/proof-page.ts';
import { Wording } from '../../domain/page/wording.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { ArchiveIndex, IndexRow, IndexSum } from '../../ports/page-writer.ts';
import type { OrderQuery } from '../../ports/invoice-reads.ts';
import type { ProofReader } from '../proof/show-proof.ts';
import { type ArchivedFile, type ArchivedRow, type ArchivedRows, rateText } from './archived-rows.ts';
import type { ArchivedSum, RateSum } from './archived-sums.ts';
import { fileTypeOf } from '../content/file-types.ts';
import { stateWord } from './table-words.ts';

export interface AboutArchive {
  readonly at: Date;
  /** An open end of days has none. */
  readonly query: OrderQuery;
  /** Undefined if the invoices are of several clients. */
  readonly client: string | undefined;
  /** What the operator calls the client, if it has a name. */
  readonly company: string | undefined;
}

/** The first page of an archive. */
export function archiveIndex(rows: ArchivedRows, about: AboutArchive, reader: ProofReader): ArchiveIndex {
  const { at, query, client, company } = about;
  const { say } = reader;
  const wording = new Wording(reader.language);
  const day = (given: string | undefined): string => (given === undefined ? '…' : wording.day(given));
  const span = (id: 'archive.days' | 'archive.days-issued', from?: string, to?: string) =>
    (from ?? to) === undefined ? [] : [say(id, { from: day(from), to: day(to) })];
  const { missing } = rows.counts;
  const stated = [
    ...span('archive.days-issued', query.issuedFrom, query.issuedTo),
    ...span('archive.days', query.receivedFrom, query.receivedTo),
  ];
  return {
    company: company ?? rows.company ?? client ?? say('archive.all-companies'),
    period: stated.length > 0 ? stated : span('archive.days-issued', ...(rows.issued ?? [])),
    about: [
      say('archive.counts', { sent: String(rows.counts.out), received: String(rows.counts.in) }),
      ...(isFiltered(query) ? [say('archive.filtered')] : []),
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
    sums: rows.sums.all().map((sum) => indexSum(sum, reader, wording)),
    notes: [
      ...(rows.sums.withoutAmounts > 0
        ? [say('archive.without-amounts', { n: String(rows.sums.withoutAmounts) })]
        : []),
      ...(rows.sums.withoutVat > 0 ? [say('archive.without-vat', { n: String(rows.sums.withoutVat) })] : []),
    ],
    rows: indexRows(rows, reader, wording),
  };
}

/** An auditor may expect what no filter but these leaves out. */
const EXPECTED_FILTERS: ReadonlySet<string> = new Set<keyof OrderQuery>([
  ...(['client', 'receivedFrom', 'receivedTo', 'issuedFrom', 'issuedTo'] as const),
]);

const isFiltered = (query: OrderQuery): boolean =>
  Object.entries(query).some(([name, value]) => value !== undefined && !EXPECTED_FILTERS.has(name));

function indexSum(sum: ArchivedSum, { say }: ProofReader, wording: Wording): IndexSum {
  const { group, currency, invoices, rates } = sum;
  const amounts = (...all: readonly Decimal[]): readonly string[] => all.map((one) => wording.amount(one));
  return {
    name: say(`archive.sum-${group}`),
    currency,
    invoices: say('archive.invoices', { n: String(invoices) }),
    rates: [...rates]
      .toSorted(([, one], [, other]) => other.taxable.abs().comparedTo(one.taxable.abs()))
      .map(([rate, { taxable, tax }]: readonly [string, RateSum]) => ({
        name: rateText(rate, wording, say),
        amounts: amounts(taxable, tax, taxable.plus(tax)),
      })),
    amounts: amounts(sum.withoutVat, sum.vat, sum.total),
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
    network: say(`tables.${row.route}`),
    numberOfNetwork: row.networkNumber ?? '',
    state: stateWord(row, reader),
    files: row.files
      .toSorted(readFirst)
      .map((file) => ({ label: labelOf(file, reader, row.files), path: file.path })),
    missing: row.missing.map((file) => say(`archive.${file.why}`, { file: labelOf(file, reader) })),
  };
}

const MADE: Readonly<Record<string, string>> = {
  page: 'archive.page',
  proof: 'archive.proof',
  'proof-signed': 'archive.proof-signed',
};

/** What people read comes first. */
const readFirst = (one: ArchivedFile, other: ArchivedFile): number => rankOf(one) - rankOf(other);
const rankOf = ({ kind }: ArchivedFile): number => (kind === 'page' ? 0 : kind === 'proof' ? 1 : 2);

function labelOf(
  { kind }: Pick<ArchivedFile, 'kind'>,
  reader: ProofReader,
  files: readonly Pick<ArchivedFile, 'kind'>[] = [],
): string {
  const made = MADE[kind];
  if (made !== undefined) return reader.say(made);
  const isNamed = (of: string): boolean => of in MADE || receiptName(of, reader) !== undefined;
  return (
    receiptName(kind, reader) ??
    formOf(
      kind,
      files.map((file) => file.kind).filter((of) => !isNamed(of)),
    )
  );
}

/** `XML`; with its kind only beside another file of this form. */
function formOf(kind: string, others: readonly string[]): string {
  const { extension } = fileTypeOf(kind);
  const form = extension.toUpperCase();
  const isOneOfSeveral = others.some((of) => of !== kind && fileTypeOf(of).extension === extension);
  return isOneOfSeveral ? `${form} (${kind})` : form;
}
