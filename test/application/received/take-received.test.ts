import assert from 'node:assert/strict';
import { join } from 'node:path';
import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../../src/adapters/sqlite/sqlite-stores.ts';
import { TimedIds } from '../../../src/adapters/system/timed-ids.ts';
import { InvoiceFiles } from '../../../src/application/content/invoice-files.ts';
import { receivedInvoices } from '../../../src/application/received/check-received.ts';
import { TakeReceived } from '../../../src/application/received/take-received.ts';
import { NEGLECT_GRACE_MS, SweepNeglected } from '../../../src/application/work/sweep-neglected.ts';
import { Processor } from '../../../src/application/work/processor.ts';
import { LEASE_MS } from '../../../src/domain/lifecycle/due.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import { FakeJobs } from '../../fakes/jobs.ts';
import { NO_PURCHASES } from '../../fakes/purchases.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { writeEmptyStore } from '../../support/empty-sqlite.ts';
import { emptyFolder } from '../../support/folder.ts';
import { Mortal } from '../sending/mortal.ts';

const VALID = [
  { layer: 'xsd', source: 'XSD', pack: null, durationMs: 1, outcome: 'valid', findings: [] },
] as readonly Layer[];

/** The most calls of an intake and its check to the dependencies. */
const MAX_CALLS = 10;

describe('a received invoice whose process dies', () => {
  for (const when of ['before', 'after'] as const)
    for (let diesAt = 1; diesAt <= MAX_CALLS; diesAt += 1)
      it(`${when} its call ${diesAt} is stored once, and is checked, after the call is repeated`, async () => {
        const folder = emptyFolder();
        const path = join(folder.path, 'ids.db');
        writeEmptyStore(path);
        const sqlite = openSqlite(path, 'sandbox');
        const stores = sqliteStores(sqlite);
        const [clock, jobs, content] = [new FakeClock(), new FakeJobs(), new FakeContentStore()];
        const tools = {
          ...{ clock, ids: new TimedIds(), reportWriter: JSON_REPORT_WRITER, telemetry: new FakeTelemetry() },
          log: { info: () => undefined, warn: () => undefined, error: () => undefined },
          ...{
            environment: 'sandbox' as const,
            retryScale: 1,
            examine: { run: async () => ({ layers: VALID }) },
          },
          catalogue: { find: () => undefined },
          ...{ rails: new Map(), serviceVersion: '0.1.0' },
          credentials: { choose: async () => undefined, versionOf: async () => '' },
        };
        const run = async (mortal: Mortal): Promise<void> => {
          const own = {
            ...tools,
            received: mortal.wrap(stores.received),
            content: mortal.wrap(content),
            jobs: mortal.wrap(jobs),
          };
          const bytes = new TextEncoder().encode('<Invoice/>');
          const document = { client: 'acme', route: 'PEPPOL', railId: 'A', bytes, number: 'X-1' } as const;
          const summary = { number: 'X-1', issueDate: '2026-07-01', total: '10.00' };
          await new TakeReceived(own).run({ ...document, summary, intakeKey: 'claim-1' });
          await new Promise(setImmediate);
          const kind = receivedInvoices({
            ...own,
            purchases: NO_PURCHASES,
            files: new InvoiceFiles(own.content, JSON_REPORT_WRITER, '0.1.0'),
          });
          const worker = new Processor(kind, own);
          await new SweepNeglected(kind, own.jobs, clock).run();
          await jobs.runDue(clock.now(), (task) => worker.run(task));
        };
        await run(new Mortal(diesAt, when)).catch(() => undefined);
        const hasSummary = async () => {
          const { invoices: found } = await stores.received.list({ sort: 'oldest', page: 1, pageSize: 25 });
          return found.every(
            ({ sealedSummary, issueDate }) => sealedSummary !== undefined && issueDate === '2026-07-01',
          );
        };
        assert.ok(await hasSummary());
        for (let again = 0; again < 3; again += 1) {
          clock.advance(LEASE_MS + NEGLECT_GRACE_MS + 1000);
          await run(new Mortal(Infinity, 'before'));
        }
        const { invoices, total } = await stores.received.list({ sort: 'oldest', page: 1, pageSize: 25 });
        assert.deepEqual([total, invoices[0]?.state], [1, 'validated']);
        assert.ok(await hasSummary());
        const events = await stores.eventFeed.events(invoices[0]!.id);
        assert.deepEqual(
          events.map(({ sequence, text }) => [sequence, (JSON.parse(text) as { status: string }).status]),
          [
            [1, 'received'],
            [2, 'validated'],
          ],
        );
        sqlite.close();
        folder.remove();
      });
});
