import { handleRows, ofCodes } from '../../domain/lifecycle/care-rows.ts';
import { say, sentences } from 'en16931-rules/vocabulary/message.ts';
import type { CareItem } from '../../domain/lifecycle/care-item.ts';
import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { breakingRows, type Radar, type RadarPart, type RadarRow } from '../../domain/radar/radar.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import { isOpen } from '../care/change-care.ts';
import { type CareWriting, writeCare } from '../lifecycle/write-care.ts';

/** On the care list while stored invoices of a client break a rule that is not in force yet. */
const COMING_CODE = 'EI-COMING';
const CODES: ReadonlySet<string> = new Set([COMING_CODE]);

export interface ComingCarePorts extends CareWriting {
  readonly invoices: CareWriting['invoices'] & Pick<InvoiceStore, 'careList' | 'find'>;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
}

/** Of one client and day; the result of the radar has them all. */
const MAX_COMING_ROWS = 20;

/**
 * Puts on the care list of a client what breaks on the radar's day, one row for each rule and field, and handles the rows of that day that it no
 * longer finds. It compares what is stored, so it may be repeated after a crash at any point.
 */
export async function settleComingCare(
  { day, since }: Pick<Radar, 'day' | 'since'>,
  part: RadarPart,
  ports: ComingCarePorts,
): Promise<void> {
  const items = await ports.invoices.careList({ client: part.client, status: 'all' });
  const known = items.filter(({ row }) => row.code === COMING_CODE && row.coming?.on === day);
  const rows = breakingRows(part).slice(0, MAX_COMING_ROWS);
  // A row that a person has handled is not opened again: the person knows of it.
  const isKnown = (row: RadarRow): boolean =>
    known.some((item) => isAbout(item, row) && (isOpen(item.row) || item.row.handledBy !== undefined));
  const taken = new Set(known.filter(({ row }) => isOpen(row)).map(({ id }) => id));
  for (const row of rows.filter((each) => !isKnown(each))) {
    const opened = await openRow({ day, part, row }, taken, ports);
    if (opened !== undefined) taken.add(opened);
  }
  // A radar over some days says nothing of the invoices before them.
  if (since !== undefined) return;
  for (const item of known)
    if (isOpen(item.row) && !rows.some((row) => isAbout(item, row))) await closeRow(item, ports);
}

const isAbout = ({ row }: CareItem, { code, field }: RadarRow): boolean =>
  row.coming?.code === code && row.field === field;

interface Breaking {
  readonly day: string;
  readonly part: RadarPart;
  readonly row: RadarRow;
}

// The care list is one of invoices (contract 2.12), and an invoice has one row of a code: the row is on an example that has none yet.
async function openRow(
  breaking: Breaking,
  taken: ReadonlySet<string>,
  ports: ComingCarePorts,
): Promise<string | undefined> {
  for (const id of breaking.row.examples.filter((each) => !taken.has(each))) {
    const rowsOf = ({ care }: InvoiceRecord): readonly CareRow[] => [
      ...care.filter(({ code }) => code !== COMING_CODE),
      rowOf(breaking, ports),
    ];
    if (await writeCare(() => ports.invoices.find(id), rowsOf, ports.invoices, ports)) return id;
  }
  return undefined;
}

function rowOf({ day, part, row }: Breaking, { catalogue, clock }: ComingCarePorts): CareRow {
  const { code, field, whoFixes, invoices } = row;
  const advice = catalogue.find(code)?.fixHint;
  return {
    code: COMING_CODE,
    whoActs: whoFixes ?? 'us',
    openedAt: clock.now(),
    ...(field !== undefined && { field }),
    fixHint: sentences(
      say('calls.from-on-rule-refuses-invoices-like-this-one', { day, code, judged: part.judged, invoices }),
      advice,
    ),
    coming: { code, on: day },
  };
}

const closeRow = ({ id }: CareItem, ports: ComingCarePorts): Promise<boolean> =>
  writeCare(
    () => ports.invoices.find(id),
    ({ care }) => handleRows(care, ports.clock.now(), ofCodes(CODES)),
    ports.invoices,
    ports,
  );
