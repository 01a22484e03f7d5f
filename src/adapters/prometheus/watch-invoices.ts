import { Gauge, type Registry } from 'prom-client';
import { inTime } from '../../application/operation/in-time.ts';
import { waitsFor } from '../../domain/lifecycle/care-item.ts';
import type { CareRow } from '../../domain/lifecycle/invoice-record.ts';
import { INVOICE_STATES } from '../../domain/lifecycle/states.ts';
import type { CareList } from '../../ports/care-list.ts';
import type { Clock } from '../../ports/clock.ts';
import { CARE_AGES_MS, type InvoiceTally, MAX_COUNTED } from '../../ports/invoice-reads.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import { BoundedLabel } from './bounded-label.ts';
import { PATIENCE_MS } from './once-per-scrape.ts';

/**
 * Reads the store once per scrape. Every process on one store shows the same figures. If the store cannot be read,
 * `ids_store_readable` is 0 and there are no old figures.
 * @param others have few care rows, so these are listed: tax reports, rule packs, registrations, consents.
 */
export function watchInvoices(
  registry: Registry,
  invoices: Pick<InvoiceStore, 'tally'>,
  others: readonly Pick<CareList, 'careList'>[],
  clock: Clock,
): void {
  let reading: Promise<void> | undefined;
  // All metrics are collected in one tick, so one reading serves the scrape.
  const read = () => (reading ??= refresh().finally(() => (reading = undefined)));
  const { readable, states, depth, age, care, careAge, careByAge, risk } = gaugesIn(registry, read);
  const codes = new BoundedLabel(MAX_CODES);

  const secondsSince = (time: Date | null): number =>
    time ? Math.max(0, clock.now().getTime() - time.getTime()) / 1000 : 0;

  function show(tally: InvoiceTally, rows: readonly CareRow[]): void {
    for (const state of INVOICE_STATES) states.set({ state }, tally.byState[state] ?? 0);
    depth.set(tally.waiting);
    age.set(secondsSince(tally.oldestDueAt));
    care.reset();
    for (const { code, whoActs, rows: count } of tally.openCare)
      care.inc({ code: codes.of(code), who_acts: whoActs }, count);
    for (const row of rows) care.inc({ code: codes.of(row.code), who_acts: waitsFor(row) });
    const ages = [secondsSince(tally.openCareSince), ...rows.map(({ openedAt }) => secondsSince(openedAt))];
    careAge.set(Math.max(...ages));
    CARE_AGES_MS.forEach((ageMs, n) => {
      const older = rows.filter(({ openedAt }) => secondsSince(openedAt) * 1000 > ageMs).length;
      careByAge.set({ than: CARE_AGES[n]! }, tally.openCareByAge[n]! + older);
    });
    risk.set(tally.deadlinesAtRisk);
  }

  async function refresh(): Promise<void> {
    try {
      const lists = others.map((other) => other.careList({ status: 'open', limit: MAX_COUNTED }));
      const reading = Promise.all([invoices.tally(clock.now()), Promise.all(lists)]);
      const [tally, items] = await inTime(PATIENCE_MS, reading);
      show(
        tally,
        items.flat().map(({ row }) => row),
      );
      readable.set(1);
    } catch {
      for (const labelled of [states, care, careByAge]) labelled.reset();
      for (const plain of [depth, age, careAge, risk]) plain.remove();
      readable.set(0);
    }
  }
}

/** Name, help, labels. */
const GAUGES = {
  readable: [
    'ids_store_readable',
    '1 when the figures about invoices could be read from the store for this scrape.',
  ],
  states: ['ids_invoices', 'Sent invoices in the store by state.', 'state'],
  depth: ['ids_queue_depth', 'Invoices that are due for a worker and that none has taken up.'],
  age: ['ids_queue_age_seconds', 'How long the oldest of them has been due; 0 without any.'],
  care: ['ids_care_rows_open', 'Open care rows by catalogue code and by who must act.', 'code', 'who_acts'],
  careAge: ['ids_care_age_seconds', 'How long the oldest open care row has been open; 0 without any.'],
  careByAge: [
    'ids_care_older',
    'Sent invoices, tax reports, rule packs, registrations and consents with a care row open for longer than the label says.',
    'than',
  ],
  risk: ['ids_deadlines_at_risk', 'Queued invoices with four fifths of the time to their deadline gone.'],
} as const satisfies Record<string, readonly [string, string, ...string[]]>;

type Gauges = Readonly<Record<keyof typeof GAUGES, Gauge>>;

const gaugesIn = (registry: Registry, collect: () => Promise<void>): Gauges =>
  Object.fromEntries(
    Object.entries(GAUGES).map(([key, [name, help, ...labelNames]]) => [
      key,
      new Gauge({ name, help, labelNames, registers: [registry], collect }),
    ]),
  ) as unknown as Gauges;

/** The names of `CARE_AGES_MS`. */
const CARE_AGES = ['1h', '1d', '3d', '7d'];
const MAX_CODES = 200;
