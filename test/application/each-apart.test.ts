import assert from 'node:assert/strict';
import { ApplyRetention } from '../../src/application/clients/apply-retention.ts';
import { AdvanceConnections } from '../../src/application/connections/advance-connection.ts';
import { WatchEndings } from '../../src/application/credentials/watch-endings.ts';
import { EndLostExports } from '../../src/application/exports/end-lost-exports.ts';
import { WarnOfDeadlines } from '../../src/application/lifecycle/warn-of-deadlines.ts';
import { ForgetExpired } from '../../src/application/operation/forget-expired.ts';
import { WarnOfReports } from '../../src/application/reports/warn-of-reports.ts';
import { SweepNeglected } from '../../src/application/work/sweep-neglected.ts';
import type { InvoiceStore } from '../../src/ports/invoice-store.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { aClient } from '../contract/client-store.ts';
import { aConnection } from '../contract/connections.ts';
import { aRegistration } from '../contract/receiver-registrations.ts';
import { aReport, aSale } from '../contract/report-store.ts';
import { FakeClock } from '../fakes/clock.ts';
import { FakeContentStore } from '../fakes/content-store.ts';
import { FakeJobs } from '../fakes/jobs.ts';
import { FakeIds } from '../fakes/ids.ts';
import { FakeTelemetry } from '../fakes/telemetry.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { after, anIntake, START } from '../support/records.ts';
import { withMethods } from '../support/with-methods.ts';
import { RegistrationWorld } from './registrations/world.ts';

const DAY_MS = 86_400_000;
const DAMAGED = /damaged/;
const damaged = (): never => {
  throw new Error('damaged');
};

interface World {
  readonly stores: Stores;
  /** Of the records in order, the last one is sound, and the first of those that wait fail. */
  readonly isSound: (name: string) => boolean;
  readonly clock: FakeClock;
}

/** @returns what runs, and whether the last record was brought on. */
type Setting = (
  world: World,
  names: readonly string[],
) => Promise<{
  readonly run: () => Promise<unknown>;
  readonly isDone: () => Promise<boolean>;
}>;

const log = { warn: () => undefined };
const refusing = (invoices: InvoiceStore, isSound: World['isSound']): InvoiceStore =>
  withMethods(invoices, {
    commit: async (step) => (isSound(step.record.invoiceRef!) ? invoices.commit(step) : damaged()),
  });

/** What runs again and again, and how many records of it one run takes. */
const WORK: Readonly<Record<string, readonly [atOnce: number, setting: Setting]>> = {
  'registrations of receivers': [
    20,
    async ({ stores, isSound }, names) => {
      const world = new RegistrationWorld(stores);
      for (const [n, id] of names.entries())
        await stores.receiverRegistrations.add(
          aRegistration({ id, participant: `0208:${n}`, updatedAt: after(n) }),
        );
      const { receiverRegistrations } = stores;
      world.stores = {
        ...stores,
        receiverRegistrations: withMethods(receiverRegistrations, {
          replace: async (next, audit) =>
            isSound(next.id) ? receiverRegistrations.replace(next, audit) : damaged(),
        }),
      };
      return {
        run: () => world.runAfter(60_000),
        isDone: async () => (await receiverRegistrations.find(names.at(-1)!))?.state === 'active',
      };
    },
  ],
  connections: [
    50,
    async ({ stores, isSound, clock }, names) => {
      for (const [n, id] of names.entries())
        await stores.connections.add(aConnection({ id, company: `${n}`, dueAt: after(n) }));
      const connections = withMethods(stores.connections, {
        replace: async (next, audit) =>
          isSound(next.id) ? stores.connections.replace(next, audit) : damaged(),
      });
      const work = new AdvanceConnections({
        ...{ connections, credentialStore: stores.credentials, content: new FakeContentStore(), log, clock },
        ...{ rails: new Map(), ids: new FakeIds(), telemetry: new FakeTelemetry(), environment: 'sandbox' },
      });
      return {
        run: () => work.run(),
        isDone: async () => (await stores.connections.find(names.at(-1)!))?.state === 'failed',
      };
    },
  ],
  'exports whose process ended': [
    100,
    async ({ stores, isSound, clock }, names) => {
      for (const [n, name] of names.entries())
        await stores.audit.begin(name, {
          ...{ at: START, action: 'export_started', actor: 'key_1', subject: name, openUntil: after(n) },
        });
      const audit = withMethods(stores.audit, {
        end: async (name, entry) => (isSound(name) ? stores.audit.end(name, entry) : damaged()),
      });
      const work = new EndLostExports({ audit, clock, realClock: clock });
      return {
        run: () => work.run(),
        isDone: async () => (await stores.audit.recent({ action: 'data_exported', limit: 9 })).length === 1,
      };
    },
  ],
  'deadlines of invoices': [
    500,
    async ({ stores, isSound, clock }, names) => {
      for (const [n, invoiceRef] of names.entries()) {
        const deadlineAt = new Date(Date.parse('2026-03-03T23:00:00Z') + n);
        await stores.invoices.takeIn(
          anIntake({ route: 'PL-KSEF', invoiceRef, issueDate: '2026-03-02', deadlineAt }),
        );
      }
      clock.advance(5 * DAY_MS);
      const invoices = refusing(stores.invoices, isSound);
      const work = new WarnOfDeadlines({ invoices, clock, telemetry: new FakeTelemetry(), log });
      return {
        run: () => work.run(),
        isDone: async () => (await stores.audit.recent({ action: 'deadline_warning', limit: 9 })).length > 0,
      };
    },
  ],
  'deadlines of tax reports': [
    200,
    async ({ stores, isSound, clock }, names) => {
      for (const [n, id] of names.entries())
        await stores.reports.takeSale({
          report: aReport({ id, invoiceRef: id, deadlineAt: after(DAY_MS + n) }),
          ...{ sale: aSale({ id: `sal_${n}`, reportId: id }), audit: { at: START, action: 'x', actor: 'y' } },
        });
      const reports = withMethods(stores.reports, {
        commit: async (step) => (isSound(step.record.id) ? stores.reports.commit(step) : damaged()),
      });
      const work = new WarnOfReports({ reports, clock, log, telemetry: new FakeTelemetry() });
      return {
        run: () => work.run(),
        isDone: async () => (await stores.reports.find(names.at(-1)!))?.warnedAt !== undefined,
      };
    },
  ],
  'the retention of clients': [
    9,
    async ({ stores, isSound, clock }, names) => {
      for (const client of names) await stores.clients.replace(aClient(client, { retentionDays: 30 }));
      const done: string[] = [];
      const work = new ApplyRetention({
        ...{ clients: stores.clients, invoices: stores.invoices, received: stores.received, clock },
        ...{ audit: stores.audit, deleteClient: { finish: damaged } },
        refusals: {
          forget: async (some) =>
            'client' in some && isSound(some.client) ? done.push(some.client) : damaged(),
        },
      });
      return { run: () => work.run(), isDone: async () => done.includes(names.at(-1)!) };
    },
  ],
  'rows of credentials that end': [
    9,
    async ({ stores, isSound, clock }, names) => {
      const done: string[] = [];
      const credentials = names.map((client, n) => ({
        ...{ id: `crd_${n}`, client, route: 'PL-KSEF', kind: 'ksef-certificate', createdAt: START },
        ...{ environment: 'production', issuedBy: 'KSeF', issuedOn: '2026-01-15', sealedValue: 'x' },
      })) as never;
      const work = new WatchEndings({
        ...{ credentialStore: { ofKinds: async () => credentials, ofRoute: async () => [] }, clock, log },
        telemetry: new FakeTelemetry(),
        invoices: withMethods(stores.invoices, {
          careList: async ({ client = '' }) => (isSound(client) ? (done.push(client), []) : damaged()),
        }),
      });
      return { run: () => work.run(), isDone: async () => done.includes(names.at(-1)!) };
    },
  ],
  'leases of dead processes': [
    9,
    async ({ isSound, clock }, names) => {
      const done: string[] = [];
      let monotonicMs = 0;
      const store = {
        listLeasedAhead: async () => names.map((id) => ({ id, token: id, until: after(9 * DAY_MS) })),
        expireLease: async ({ id }: { readonly id: string }) => (isSound(id) ? done.push(id) > 0 : damaged()),
        listNeglected: async () => [],
        find: async () => undefined,
      };
      const work = new SweepNeglected({ store, taskOf: damaged }, new FakeJobs(), clock, () => monotonicMs);
      const run = async (): Promise<void> => {
        await work.run();
        monotonicMs += DAY_MS;
        await work.run();
      };
      return { run, isDone: async () => done.includes(names.at(-1)!) };
    },
  ],
  'what is forgotten': [
    3,
    async ({ clock }, names) => {
      const done: string[] = [];
      const broken = { forget: async () => damaged() };
      const work = new ForgetExpired({
        ...{ refusals: broken, shares: broken, radars: broken },
        browserSessions: { forget: async () => done.push(names.at(-1)!) },
        ...{ clock, realClock: clock },
      });
      return { run: () => work.run(), isDone: async () => done.length === 1 };
    },
  ],
};

describe('recurring work', () => {
  for (const [what, [atOnce, setting]] of Object.entries(WORK))
    it(`reaches what waits behind as many as it takes at once and cannot bring on: ${what}`, async () => {
      const names = Array.from({ length: atOnce + 1 }, (_, n) => `n-${String(n).padStart(3, '0')}`);
      const clock = new FakeClock(after(DAY_MS / 2).toISOString());
      const isSound = (name: string): boolean => name === names.at(-1);
      const { run, isDone } = await setting({ stores: memoryStores(), isSound, clock }, names);
      // Where each has a line of its own, the run itself does not fail.
      await run().catch((error: Error) => assert.match(error.message, DAMAGED));
      assert.ok(await isDone());
    });
});
