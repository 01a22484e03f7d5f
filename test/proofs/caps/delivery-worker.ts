import { AgendaJobs } from '../../../src/adapters/agenda/agenda-jobs.ts';
import { TimedIds } from '../../../src/adapters/system/timed-ids.ts';
import { sentInvoices, type SentInvoicePorts } from '../../../src/application/checking/sent-invoice.ts';
import { Processor } from '../../../src/application/work/processor.ts';
import { SweepNeglected } from '../../../src/application/work/sweep-neglected.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { openStore } from '../../../src/processes/open-store.ts';
import { readSettings } from '../../../src/processes/settings/read-settings.ts';
import { BYTES, Surroundings, toolsIn } from '../../application/sending/world.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import type { FakeTelemetry } from '../../fakes/telemetry.ts';
import { anIntake } from '../../support/records.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { MAPPINGS } from '../../support/mappings.ts';

export interface DeliveryWorker {
  readonly stores: Stores;
  readonly telemetry: FakeTelemetry;
  /** Finds due records without a lease. */
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

interface Options {
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock & { readonly offsetMs: number };
  readonly rails: readonly Rail[];
  readonly slots?: number;
  /** If left out, it opens the store and processes nothing. */
  readonly works?: boolean;
}

/** The real store, jobs in lanes and delivery of one process, over rails of the test. */
export async function startDelivery({
  env,
  clock,
  rails,
  slots = 16,
  works = true,
}: Options): Promise<DeliveryWorker> {
  const { stores, jobs: repository, close } = await openStore(readSettings(env).store, 'sandbox');
  const offsetMs = (): number => clock.offsetMs;
  const jobs = await AgendaJobs.open('ids', repository(offsetMs), {
    concurrency: Object.fromEntries(rails.map(({ route }) => [route, slots])),
    pollMs: 50,
    lockMs: 60_000,
    offsetMs,
    onError: () => undefined,
  });
  const world = new Surroundings();
  await world.content.seal('acme', BYTES);
  const tools = {
    ...toolsIn(world, rails),
    ...{ invoices: stores.invoices, feeds: stores.feeds, caps: stores.caps },
    ...{ jobs, clock, ids: new TimedIds(), mappings: MAPPINGS },
    examine: { run: () => Promise.reject(new Error('it was checked before')) },
  } satisfies SentInvoicePorts;
  const kind = sentInvoices(tools);
  const work = new Processor(kind, tools);
  const sweep = new SweepNeglected(kind, jobs, clock);
  if (works) await jobs.start((task) => work.run(task));
  return {
    stores,
    telemetry: world.telemetry,
    sweep: () => sweep.run(),
    async stop() {
      await jobs.drain(5_000);
      await close();
    },
  };
}

/** Checked, and in the queue of a route. */
export async function seed(
  { invoices }: Pick<Stores, 'invoices'>,
  count: number,
  own: Partial<InvoiceRecord>,
): Promise<void> {
  const { sha256 } = await new FakeContentStore().seal('acme', BYTES);
  const documents = [{ kind: 'ubl', sha256, size: BYTES.length }] as const;
  for (let n = 0; n < count; n += 1)
    await invoices.takeIn(anIntake({ work: 'send', documentSha256: sha256, documents, ...own }));
}
