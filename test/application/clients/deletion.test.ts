import { inEnglish, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { aConnection } from '../../contract/connections.ts';
import { aRegistration } from '../../contract/receiver-registrations.ts';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import sinon from 'sinon';
import { sealerOf } from '../../../src/adapters/sealing/jose-sealer.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { ZipArchives } from '../../../src/adapters/zip/zip-archives.ts';
import { ApplyRetention } from '../../../src/application/clients/apply-retention.ts';
import { DeleteClient } from '../../../src/application/clients/delete-client.ts';
import { SealedContent } from '../../../src/application/content/sealed-content.ts';
import { ExportInvoices } from '../../../src/application/exports/export-invoices.ts';
import { ExportDataset } from '../../../src/application/datasets/export-dataset.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { ROUTES } from '../../../src/domain/routes/all.ts';
import { ARCHIVE_PAGES } from '../../../src/adapters/http/reference/archive-pages.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { invoicePage } from '../../../src/domain/page/invoice-page.ts';
import { FakePrinter } from '../../fakes/printer.ts';
import type { InvoiceReads } from '../../../src/ports/invoice-reads.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { Mortal } from '../sending/mortal.ts';
import { setUp, workerOn } from '../sending/world.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeRail } from '../../fakes/rail.ts';
import { aClaim, after, aKey, anIntake, aReceipt, sha256, START } from '../../support/records.ts';
import { aClient } from '../../contract/client-store.ts';
import { aCredential } from '../../contract/credential-store.ts';
import { on } from '../../contract/each.ts';
import type { Kept, Open } from '../../contract/kept.ts';
import { writeEmptyStore } from '../../support/empty-sqlite.ts';
import { emptyFolder } from '../../support/folder.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { emptyMongoStores } from '../../contract/empty-mongo.ts';
import { openStores } from '../../support/open-stores.ts';
import { rowsFor } from '../../support/volume.ts';

const clock = new FakeClock();
const digests = new NodeDigests();

/** Each invoice has an empty page and proof. */
const ARCHIVING = {
  printer: new FakePrinter(),
  pageWriter: ARCHIVE_PAGES,
  viewInvoice: { order: async () => ({ source: undefined, besides: {} }) },
  viewReceived: { order: async () => ({ source: undefined, besides: {} }) },
  showProof: {
    show: async (invoice: InvoiceRecord) => ({ invoice, proof: 'e30.e30.AA', page: invoicePage({}) }),
  },
  signing: { jwks: async () => '{"keys":[]}' },
};

const deletion = (stores: Stores, wrap: <T extends object>(port: T) => T = (port) => port): DeleteClient =>
  new DeleteClient({
    clients: wrap(stores.clients),
    clientData: wrap(stores.clientData),
    invoices: wrap(stores.invoices),
    received: wrap(stores.received),
    reports: wrap(stores.reports),
    connections: wrap(stores.connections),
    receiverRegistrations: wrap(stores.receiverRegistrations),
    webhooks: wrap(stores.webhooks),
    audit: wrap(stores.audit),
    clock,
  });

const contentOn = async ({ sealed }: Stores, leasedKeys?: Stores['leasedKeys']): Promise<SealedContent> =>
  new SealedContent(sealed, await sealerOf(sealed, { current: randomBytes(32) }), digests, leasedKeys);

/** An invoice of the client `acme` that is due to be sent. @returns its id. */
async function queue({ invoices }: Stores, content: SealedContent, dueAt: Date): Promise<string> {
  const file = await content.seal('acme', new TextEncoder().encode('<Invoice/>'));
  const documents = [{ kind: 'ubl', sha256: file.sha256, size: 10 }];
  const own = { route: 'PEPPOL', work: 'send', documentSha256: file.sha256, documents, dueAt } as const;
  const intake = anIntake(own);
  await invoices.takeIn({ ...intake, files: [file] });
  return intake.record.id;
}

const FILE = { sha256: sha256('<a/>'), sealed: new TextEncoder().encode('<a/>') };
const SHARED = [{ kind: 'ubl', sha256: FILE.sha256, size: 4 }];

/** Stores a client with records of every kind, among them two invoices of the same file. @returns the hash of its key */
async function fill(stores: Stores, client: string): Promise<string> {
  const key = aKey({ holder: { kind: 'client', client, scopes: ['read'] } });
  const row = { at: START, action: 'key_minted', actor: 'system', client, subject: key.id };
  await stores.clients.replace(aClient(client, { name: 'Acme Ltd', contactEmail: 'it@acme.example' }));
  await stores.keys.add(key, row);
  await stores.credentials.add(aCredential({ client }), START);
  await stores.sealed.keepDataKey(client, 'wrapped');
  await stores.idempotency.claim(aClaim({ space: `client:${client}` }));
  for (const state of ['rejected', 'queued'] as const)
    await stores.invoices.takeIn({ ...anIntake({ client, state, documents: SHARED }), files: [FILE] });
  await stores.received.takeIn(aReceipt({ client, railId: 'RAIL-1' }));
  return key.hash;
}

const series = ({ invoices }: Stores, client: string) =>
  invoices.series({ client, routes: ROUTES, from: '2026-03-01', to: '2026-03-05' });

const isForbidden = (error: unknown): boolean =>
  error instanceof CallFailed && error.failure.kind === 'forbidden';

function describesDeletingAClient(open: Open): void {
  const it = on(open);

  async function assertGone(stores: Stores, client: string, hash: string): Promise<void> {
    const { name, contactEmail, sealedSettings, deletedAt } = (await stores.clients.find(client))!;
    assert.deepEqual([name, contactEmail, sealedSettings], [undefined, undefined, undefined]);
    assert.ok(deletedAt);
    assert.equal(await stores.keys.findByHash(hash), undefined);
    assert.deepEqual(withEnglish(await stores.credentials.list({ client, limit: 5 })), []);
    assert.equal((await stores.invoices.list({ client, sort: 'newest', page: 1, pageSize: 25 })).total, 0);
    assert.equal((await stores.received.list({ client, sort: 'newest', page: 1, pageSize: 25 })).total, 0);
    assert.deepEqual(await stores.eventFeed.outbox(undefined, 10, client), []);
    assert.equal(await stores.sealed.content(client, FILE.sha256), undefined);
    assert.equal(await stores.sealed.dataKey(client), '');
    const again = await stores.idempotency.claim(aClaim({ space: `client:${client}` }));
    assert.equal(again.outcome, 'claimed');
    const audited = await stores.audit.recent({ client, limit: 10 });
    const actions = new Set(audited.map(({ action }) => action));
    assert.ok(actions.has('key_minted') && actions.has('client_deleted'), [...actions].join(' '));
  }

  it('removes all data of the client; audit rows and counts stay', async ({ other, ...stores }) => {
    const hash = await fill(stores, 'acme');
    const before = await series(stores, 'acme');
    assert.equal(before.length, 1);
    const removed = await deletion(stores).run('acme');
    const { invoices, received, keys, credentials } = removed ?? {};
    assert.deepEqual([invoices, received, keys, credentials], [2, 1, 1, 1]);
    await assertGone(other, 'acme', hash);
    assert.deepEqual(await series(other, 'acme'), before);
    const [row] = await other.audit.recent({ client: 'acme', action: 'client_deleted', limit: 1 });
    assert.deepEqual(row?.details, { unfinished_invoices: 1 });
    const claim = await stores.idempotency.claim(aClaim({ space: 'client:acme' }));
    assert.ok(claim.outcome === 'in-progress');
    assert.deepEqual(await deletion(stores).run('acme'), { answers: 1 });
    assert.deepEqual(await deletion(stores).run('acme'), {});
    assert.equal(await deletion(stores).run('nobody'), undefined);
    assert.equal(await stores.clients.find('nobody'), undefined);
  });

  it('is refused while a provider has an entry of the client: nothing is deleted', async ({
    other,
    ...stores
  }) => {
    const hash = await fill(stores, 'acme');
    const registration = aRegistration({ client: 'acme', state: 'active' });
    await stores.receiverRegistrations.add(registration);
    await assert.rejects(
      deletion(stores).run('acme'),
      (error) => error instanceof CallFailed && error.failure.kind === 'registration-stands',
    );
    assert.ok(await other.keys.findByHash(hash));
    assert.equal((await other.clients.find('acme'))?.deletedAt, undefined);
    await stores.receiverRegistrations.replace({ ...registration, state: 'released', version: 2 });
    assert.equal((await deletion(stores).run('acme'))?.['registrations'], 1);
  });

  it('refuses a client whose company is connected, until nothing logs in with it', async ({
    other,
    ...stores
  }) => {
    const hash = await fill(stores, 'acme');
    const connection = aConnection({ state: 'active', credential: 'crd_1' });
    await stores.connections.add(connection);
    await assert.rejects(
      deletion(stores).run('acme'),
      (error) => error instanceof CallFailed && error.failure.kind === 'connection-stands',
    );
    assert.ok(await other.keys.findByHash(hash));
    await stores.connections.replace({ ...connection, state: 'ending', version: 2 });
    assert.equal((await deletion(stores).run('acme'))?.['connections'], 1);
  });

  it('is finished by the next run, wherever the first one was killed', async ({ other, ...stores }) => {
    for (let diesAt = 1, died = true; died; diesAt += 1) {
      died = false;
      for (const when of rowsFor(['before', 'after'] as const, diesAt)) {
        const client = `acme-${when}-${diesAt}`;
        const hash = await fill(stores, client);
        const before = await series(stores, client);
        const mortal = new Mortal(diesAt, when);
        const run = deletion(stores, (port) => mortal.wrap(port)).run(client);
        died ||= await run.then(
          () => false,
          () => true,
        );
        assert.ok(await deletion(stores).run(client));
        await assertGone(other, client, hash);
        assert.deepEqual(await series(other, client), before, client);
      }
      assert.ok(diesAt < 50);
    }
  });

  it('is finished by the service, too', async ({ other, ...stores }) => {
    const hash = await fill(stores, 'acme');
    const mortal = new Mortal(7, 'before');
    await assert.rejects(deletion(stores, (port) => mortal.wrap(port)).run('acme'));
    const own = { ...stores, clock, deleteClient: deletion(stores) };
    await new ApplyRetention(own).run();
    await assertGone(other, 'acme', hash);
  });

  it('during a send lets the call end, sends nothing twice, and removes the invoice', async ({
    other,
    ...stores
  }) => {
    const rail = new FakeRail();
    const world = await setUp(rail);
    const content = await contentOn(stores);
    const id = await queue(stores, content, world.clock.now());
    const send = rail.send.bind(rail);
    let sends = 0;
    rail.send = async (consignment) => {
      sends += 1;
      await deletion(stores).run('acme');
      return send(consignment);
    };
    const worker = workerOn(world, { ...world, invoices: stores.invoices, content });
    await assert.rejects(worker.run(id, 'PEPPOL'), isForbidden);
    for (let runs = 0; runs < 3; runs += 1) {
      world.clock.advance(3_600_000);
      assert.equal(
        await workerOn(world, { ...world, invoices: other.invoices, content }).run(id, 'PEPPOL'),
        'idle',
      );
    }
    assert.equal(sends, 1);
    assert.deepEqual(withEnglish(await other.invoices.find(id)), undefined);
  });

  it('between the lease and the call stops the run: nothing is sent', async ({ other, ...stores }) => {
    const rail = new FakeRail({ prepares: true });
    const world = await setUp(rail);
    const content = await contentOn(stores, stores.leasedKeys);
    const id = await queue(stores, content, world.clock.now());
    const before = await other.invoices.find(id);
    sinon.stub(rail, 'prepare').callsFake(async () => {
      await other.clientData.shredKey('acme');
      return { resumeToken: await content.sealText('acme', 'under the key of the lease') };
    });
    const send = sinon.spy(rail, 'send');
    const tools = { ...world, invoices: stores.invoices, content };
    assert.equal(await workerOn(world, tools).run(id, 'PEPPOL'), 'conflict');
    assert.equal(send.callCount, 0);
    assert.deepEqual(withEnglish(await other.invoices.find(id)), withEnglish(before));
    assert.equal(stores.leasedKeys.of('acme'), undefined);
    assert.equal(await workerOn(world, tools).run(id, 'PEPPOL'), 'idle');
  });

  it('stops a running step from sealing more content', async (stores) => {
    const content = await contentOn(stores);
    const { sha256: hash } = await content.seal('acme', Uint8Array.of(1));
    await deletion(stores).run('acme');
    await assert.rejects(content.seal('acme', Uint8Array.of(2)), isForbidden);
    await assert.rejects(content.sealText('acme', 'x'), isForbidden);
    assert.equal(await content.get('acme', hash), undefined);
  });

  for (const dataset of ['archive', 'invoices', 'events'])
    it(`during an export records the ${dataset} as broken off`, async ({ other, ...stores }) => {
      const content = await contentOn(stores);
      for (let n = 0; n < 3; n += 1) {
        const file = await content.seal('acme', new TextEncoder().encode(`<Invoice n="${n}"/>`));
        const documents = [{ kind: 'ubl', sha256: file.sha256, size: 15 }];
        const own = { client: 'acme', documents, invoiceNumber: `R-${n}`, createdAt: after(n) };
        await stores.invoices.takeIn({ ...anIntake(own), files: [file] });
      }
      const archives = new ZipArchives();
      let pages = 0;
      const invoices: Pick<InvoiceReads, 'inOrder' | 'attempts'> = {
        attempts: (refs) => other.invoices.attempts(refs),
        inOrder: async (...idsRead) => {
          const page = await other.invoices.inOrder(...idsRead);
          if ((pages += 1) === 1) await deletion(stores).run('acme');
          return page;
        },
      };
      const tools = {
        ...other,
        invoices,
        content,
        digests,
        clock,
        realClock: clock,
        archives,
        english: inEnglish(),
        ...ARCHIVING,
      };
      const caller = { kind: 'operator', keyId: 'key_1' } as const;
      const { language, say, text } = tools.english;
      const reader = { language, say, text, address: 'http://localhost' };
      const asked = { requestId: 'req_1', reader, tablesFor: 'program' } as const;
      const exported = await new ExportDataset(tools).run(caller, dataset, { client: 'acme' }, asked);
      const consume = async (): Promise<void> => {
        for await (const _chunk of exported.chunks) continue;
      };
      await assert.rejects(consume());
      await exported.ended(false);
      const [row] = await stores.audit.recent({ client: 'acme', action: 'data_exported', limit: 1 });
      assert.deepEqual([row?.details?.['broken_off'], row?.details?.['sha256']], [true, undefined]);
    });

  for (const dataset of ['archive', 'invoices', 'events', 'care'])
    it(`during an export over all clients leaves the ${dataset} of the others whole`, async ({
      other,
      ...stores
    }) => {
      const content = await contentOn(stores);
      for (const [n, client] of ['acme', 'globex', 'acme', 'globex'].entries()) {
        const file = await content.seal(
          client,
          new TextEncoder().encode(`<Invoice n="${n}"/>`),
          '{"total":"1.00"}',
        );
        const documents = [{ kind: 'ubl', sha256: file.sha256, size: 15 }];
        const own = { client, documents, invoiceNumber: `R-${n}`, createdAt: after(n) };
        const sealedSummary = file.sealedText!;
        await stores.invoices.takeIn({ ...anIntake({ ...own, sealedSummary }), files: [file] });
      }
      let pages = 0;
      const invoices: Pick<InvoiceReads, 'inOrder' | 'attempts'> = {
        attempts: (refs) => other.invoices.attempts(refs),
        inOrder: async (...idsRead) => {
          const page = await other.invoices.inOrder(...idsRead);
          if ((pages += 1) === 1) await deletion(stores).run('acme');
          return page;
        },
      };
      const english = inEnglish();
      const tools = {
        ...{ ...other, invoices, content, digests, clock, realClock: clock, english },
        ...{ archives: new ZipArchives(), ...ARCHIVING },
      };
      const reader = {
        ...{ language: english.language, say: english.say, text: english.text },
        address: 'http://localhost',
      };
      const caller = { kind: 'operator', keyId: 'key_1' } as const;
      const asked = { requestId: 'req_1', reader, tablesFor: 'program' } as const;
      const exported = await new ExportDataset(tools).run(caller, dataset, {}, asked);
      const chunks: Uint8Array[] = [];
      for await (const chunk of exported.chunks) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString('latin1');
      if (dataset === 'invoices') assert.equal(text.match(/,globex,/g)?.length, 2);
      if (dataset === 'archive') assert.match(text, /R-1-ubl\.xml[^]*R-3-ubl\.xml/);
    });

  it('during an export records a zip of some invoices as broken off', async ({ other, ...stores }) => {
    const content = await contentOn(stores);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const file = await content.seal('acme', new TextEncoder().encode(`<Invoice n="${n}"/>`));
      const intake = anIntake({ documents: [{ kind: 'ubl', sha256: file.sha256, size: 15 }] });
      await stores.invoices.takeIn({ ...intake, files: [file] });
      ids.push(intake.record.id);
    }
    let files = 0;
    const untilDeleted = {
      get: async (client: string, hash: string) => {
        if ((files += 1) === 2) await deletion(stores).run('acme');
        return content.get(client, hash);
      },
    };
    const archives = new ZipArchives();
    const tools = {
      ...other,
      content: untilDeleted,
      digests,
      clock,
      realClock: clock,
      archives,
      english: inEnglish(),
    };
    const caller = { kind: 'operator', keyId: 'key_1' } as const;
    const exported = await new ExportInvoices(tools).run(caller, ids, 'req_1');
    await assert.rejects(async () => {
      for await (const _chunk of exported.chunks) continue;
    });
    await exported.ended(false);
    const [row] = await stores.audit.recent({ action: 'data_exported', limit: 1 });
    assert.deepEqual(
      ['what', 'files', 'broken_off', 'sha256'].map((name) => row?.details?.[name]),
      ['invoices.zip', 1, true, undefined],
    );
  });
}

function describesRetention(open: Open): void {
  const it = on(open);

  it('deletes and counts invoices of clients with retention that ended before the retention period', async ({
    other,
    ...stores
  }) => {
    const now = clock.now();
    const daysAgo = (days: number): Date => after(-days * 86_400_000, now);
    await stores.clients.replace(aClient('lets', { retentionDays: 30 }));
    await stores.clients.replace(aClient('keeps'));
    const ids: Record<string, string> = {};
    for (const [name, client, days, state] of [
      ['old', 'lets', 31, 'delivered'],
      ['young', 'lets', 29, 'delivered'],
      ['unfinished', 'lets', 31, 'submitted'],
      ['kept', 'keeps', 31, 'delivered'],
    ] as const) {
      const own = { client, state, dueAt: null, createdAt: daysAgo(days), updatedAt: daysAgo(days) };
      const intake = anIntake(own);
      await stores.invoices.takeIn(intake);
      ids[name] = intake.record.id;
    }
    const retention = new ApplyRetention({ ...stores, clock, deleteClient: deletion(stores) });
    await retention.run();
    await retention.run();
    const there = await Promise.all(
      Object.entries(ids).map(async ([name, id]) => ((await other.invoices.find(id)) ? [name] : [])),
    );
    assert.deepEqual(there.flat(), ['young', 'unfinished', 'kept']);
    const rows = await other.audit.recent({ action: 'retention_applied', limit: 5 });
    assert.deepEqual(
      rows.map(({ client, details }) => [client, details]),
      [['lets', { invoices: 1, received: 0, retention_days: 30 }]],
    );
  });
}

/** On MongoDB each deletion waits as long. */
const KEY_AGE_MS = 50;

const openTwo = async (url: string, closed: () => unknown): Promise<Kept> => {
  const { close, ...own } = await openStores(url, KEY_AGE_MS);
  const { close: closeOther, ...other } = await openStores(url, KEY_AGE_MS);
  return {
    ...own,
    other,
    close: async () => {
      await close();
      await closeOther();
      closed();
    },
  };
};

const onSqlite: Open = async () => {
  const folder = emptyFolder();
  const path = join(folder.path, 'ids.db');
  writeEmptyStore(path);
  return openTwo(`sqlite:${path}`, folder.remove);
};

describe('the deletion of a client, on SQLite', () => describesDeletingAClient(onSqlite));
describe('retention, on SQLite', () => describesRetention(onSqlite));
describeOnMongo('the deletion of a client, on MongoDB', (server) =>
  describesDeletingAClient(() => emptyMongoStores(server, KEY_AGE_MS)),
);
describeOnMongo('retention, on MongoDB', (server) =>
  describesRetention(() => emptyMongoStores(server, KEY_AGE_MS)),
);
