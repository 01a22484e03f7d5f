import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { JoseSealer } from '../../../src/adapters/sealing/jose-sealer.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { TimedIds } from '../../../src/adapters/system/timed-ids.ts';
import { DeleteClient } from '../../../src/application/clients/delete-client.ts';
import { SealedContent } from '../../../src/application/content/sealed-content.ts';
import { type FitInvoice, type Handover, TakeIn } from '../../../src/application/intake/take-in.ts';
import { KeepRefusal } from '../../../src/application/refused/keep-refusal.ts';
import { TakeReceived } from '../../../src/application/received/take-received.ts';
import { SearchInvoices } from '../../../src/application/tracking/search-invoices.ts';
import { ReadSummaries } from '../../../src/application/tracking/read-summaries.ts';
import type { Caller } from '../../../src/domain/access/caller.ts';
import type { InvoiceSummary } from '../../../src/domain/vocabulary/invoice-summary.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeJobs } from '../../fakes/jobs.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { aClaim } from '../../support/records.ts';
import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';
import { Mortal } from '../sending/mortal.ts';

const SUMMARY: InvoiceSummary = { number: 'R-1', buyer: 'Stadt Beispiel', total: '10.00' };
const OPERATOR: Caller = { kind: 'operator', keyId: 'operator' } as Caller;
const BYTES = new TextEncoder().encode('<Invoice/>');

function aWorld() {
  const stores = memoryStores();
  const digests = new NodeDigests();
  const content = new SealedContent(stores.sealed, new JoseSealer([randomBytes(32)]), digests);
  const tools = {
    ...{
      ...stores,
      content,
      digests,
      buyerIndex: content,
      clock: new FakeClock(),
      ids: new TimedIds(),
      jobs: new FakeJobs(),
    },
    ...{ reportWriter: JSON_REPORT_WRITER, telemetry: new FakeTelemetry(), refusalsDays: 14 },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    environment: 'sandbox' as const,
  };
  const idsOf = async (): Promise<readonly string[]> => {
    const { invoices } = await stores.invoices.list({ sort: 'oldest', page: 1, pageSize: 25 });
    const received = await stores.received.list({ sort: 'oldest', page: 1, pageSize: 25 });
    return [...invoices, ...received.invoices, ...(await stores.refusals.list({ limit: 9 }))].map(
      ({ id }) => id,
    );
  };
  const read = async () => new ReadSummaries(tools).run(OPERATOR, await idsOf(), 'req-1');
  const search = async (q: string) => {
    const found = await new SearchInvoices(tools).run(OPERATOR, { q, client: 'acme', by: 'intake' }, 'req-2');
    return found.rows.map(({ id }) => id);
  };
  return { stores, tools, read, search, idsOf };
}

type World = ReturnType<typeof aWorld>;

async function takeIn({ tools, stores }: World, mortal: Mortal): Promise<void> {
  const own = {
    ...tools,
    invoices: mortal.wrap(tools.invoices),
    content: mortal.wrap(tools.content),
  };
  const claimed = await stores.idempotency.claim(aClaim());
  const claim = claimed.outcome === 'claimed' ? claimed.claim : assert.fail(claimed.outcome);
  const handover = {
    ...{ client: 'acme', caller: OPERATOR, requestId: 'req-1', claim },
    answer: ({ invoice: { id: invoiceId } }) => ({ status: 202, headers: {}, body: '{}', invoiceId }),
  } satisfies Handover;
  const intake = new TakeIn(own);
  const file = await intake.seal(handover, BYTES, SUMMARY);
  await intake.run(handover, {
    ...{ route: 'PEPPOL', invoiceRef: 'R-1', number: 'R-1', issueDate: '2026-10-05', format: 'ubl' },
    ...{ fingerprint: file.sha256, kind: 'canonical', file, isFinished: false, warnings: [] },
  } satisfies FitInvoice);
}

async function receive({ tools }: World, mortal: Mortal): Promise<void> {
  const own = {
    ...tools,
    received: mortal.wrap(tools.received),
    content: mortal.wrap(tools.content),
  };
  const document = {
    client: 'acme',
    route: 'PEPPOL',
    bytes: BYTES,
    number: 'R-1',
    summary: SUMMARY,
  } as const;
  await new TakeReceived(own).run({ ...document, intakeKey: 'key-1' });
}

async function refuse({ tools }: World, mortal: Mortal): Promise<void> {
  const own = {
    ...tools,
    refusals: mortal.wrap(tools.refusals),
    content: mortal.wrap(tools.content),
  };
  await new KeepRefusal(own).run({
    ...{ client: 'acme', call: 'invoices', address: '/invoices', problem: 'validation-failed' },
    ...{ findings: [], summary: SUMMARY, mediaType: 'application/json', body: BYTES },
  });
}

describe('a summary', () => {
  for (const [what, write] of Object.entries({
    'an intake': takeIn,
    'a receipt': receive,
    'a refusal': refuse,
  }))
    for (const when of ['before', 'after'] as const)
      for (let diesAt = 1; diesAt <= 4; diesAt += 1)
        it(`is stored with its content or not at all, if ${what} dies ${when} its call ${diesAt}`, async () => {
          const world = aWorld();
          await write(world, new Mortal(diesAt, when)).catch(() => undefined);
          const { summaries, missing } = await world.read();
          for (const { id: _id, ...summary } of summaries) assert.deepEqual(summary, SUMMARY);
          assert.deepEqual(missing, []);
          const stored = await world.idsOf();
          for (const q of ['beispiel', 'R-1', '10,00']) assert.deepEqual(await world.search(q), stored, q);
        });

  it('is missing from the moment in which the key of its client is destroyed, whatever dies after it', async () => {
    for (let diesAt = 1; diesAt <= 12; diesAt += 1) {
      const world = aWorld();
      await takeIn(world, new Mortal(Infinity, 'before'));
      await receive(world, new Mortal(Infinity, 'before'));
      await refuse(world, new Mortal(Infinity, 'before'));
      assert.equal((await world.read()).summaries.length, 3);
      assert.equal((await world.search('beispiel')).length, 3);
      const mortal = new Mortal(diesAt, 'after');
      const { tools, stores } = world;
      const { invoices, received, reports, webhooks, refusals } = tools;
      const wrapped = { invoices, received, reports, webhooks, refusals, clientData: tools.clientData };
      const own = Object.fromEntries(
        Object.entries(wrapped).map(([name, port]) => [name, mortal.wrap(port)]),
      ) as typeof wrapped;
      await new DeleteClient({ ...tools, ...own }).run('acme').catch(() => undefined);
      const isShredded = (await stores.sealed.dataKey('acme')) === '';
      const { summaries } = await world.read();
      assert.equal(summaries.length === 0, isShredded, String(diesAt));
      assert.equal((await world.search('beispiel')).length === 0, isShredded, String(diesAt));
    }
  });

  it('costs no read of the data key beside that of its content', async () => {
    const world = aWorld();
    let reads = 0;
    const { dataKey } = world.stores.sealed;
    world.stores.sealed.dataKey = (client) => {
      reads += 1;
      return dataKey.call(world.stores.sealed, client);
    };
    const sealed = await world.tools.content.seal('acme', BYTES, JSON.stringify(SUMMARY));
    assert.ok('sealedText' in sealed);
    assert.equal(reads, 1);
  });
});
