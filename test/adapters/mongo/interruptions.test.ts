import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import sinon from 'sinon';
import { type AnyBulkWriteOperation, Binary, MongoServerError } from 'mongodb';
import { mongoStores } from '../../../src/adapters/mongo/mongo-stores.ts';
import type { InvoiceDocument, OutboxDocument } from '../../../src/adapters/mongo/documents.ts';
import type { Mongo } from '../../../src/adapters/mongo/mongo.ts';
import { sweepContents } from '../../../src/adapters/mongo/sweep-contents.ts';
import { ROUTES } from '../../../src/domain/routes/all.ts';
import type { Credential } from '../../../src/domain/credentials/credential.ts';
import type { AuditEntry } from '../../../src/ports/audit-log.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import type { Intake } from '../../../src/ports/invoice-store.ts';
import type { DocumentRef } from '../../../src/domain/lifecycle/invoice-record.ts';
import { ORPHANED_MS } from '../../../src/domain/lifecycle/orphans.ts';
import type { SealedFile } from '../../../src/ports/content-store.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { aCredential } from '../../contract/credential-store.ts';
import { changeOf, changeWith } from '../../contract/invoices.ts';
import { aDelivery } from '../../contract/webhook-stores.ts';
import { die, interrupted, type Interruption } from '../../support/interrupted.ts';
import { withEmptyDatabase } from '../../support/mongo-documents.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { until } from '../../support/until.ts';
import {
  AHEAD,
  after as later,
  aKey,
  anIntake,
  aReceipt,
  hex,
  sha256,
  START,
} from '../../support/records.ts';

type Changes = (stores: Stores, one: Credential, audit: AuditEntry) => Promise<unknown>;

const isBusy = (error: unknown): boolean => error instanceof CallFailed && error.failure.kind === 'busy';

describeOnMongo('a process that dies or pauses between two writes to MongoDB', (server) => {
  let mongo: Mongo;
  withEmptyDatabase(server, (opened) => (mongo = opened));

  const stores = () => mongoStores(mongo);
  const dyingStores = (own: Omit<Interruption, 'instead'>) =>
    mongoStores(interrupted(mongo, { ...own, instead: die }));
  const slowStores = (own: Omit<Interruption, 'instead'>, meanwhile: () => Promise<unknown>) =>
    mongoStores(interrupted(mongo, { ...own, instead: () => meanwhile().then(() => 'go-on' as const) }));
  const beforeInsert = { collection: 'invoices', method: 'insertOne' } as const;
  const fingerprint = hex(64);
  const countInvoices = async () =>
    (await stores().invoices.list({ sort: 'newest', page: 1, pageSize: 25 })).total;

  it('leaves a claim that a repeat of the call completes', async () => {
    const intake = anIntake({ fingerprint });
    await assert.rejects(() => dyingStores(beforeInsert).invoices.takeIn(intake), isBusy);
    assert.equal(await countInvoices(), 0);
    const again = await stores().invoices.takeIn(
      anIntake({ fingerprint, intakeKey: intake.record.intakeKey }),
    );
    assert.ok(again.taken);
    assert.equal(again.invoice.id, intake.record.id);
    assert.equal(await countInvoices(), 1);
  });

  for (const [what, at] of Object.entries({
    'before its claim': { collection: 'claims', method: 'insertOne' },
    'before its files': { collection: 'contents', method: 'bulkWrite' },
  } as const))
    it(`stores nothing after standing still until its invoice was delivered by another try and deleted: ${what}`, async () => {
      const intake = {
        ...anIntake({ fingerprint }),
        files: [{ sha256: hex(64), sealed: new Uint8Array(9) }],
      };
      const clock = sinon.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
      const meanwhile = async (): Promise<void> => {
        await stores().invoices.takeIn(intake);
        await Promise.all([mongo.invoices.deleteMany({}), mongo.claims.deleteMany({})]);
        clock.setSystemTime(Date.now() + 86_400_000);
      };
      try {
        await assert.rejects(slowStores(at, meanwhile).invoices.takeIn(intake), isBusy);
      } finally {
        clock.restore();
      }
      assert.equal(await countInvoices(), 0);
    });

  it('stores no content of a duplicate with other bytes', async () => {
    const file = (text: string) => ({ sha256: sha256(text), sealed: new TextEncoder().encode(text) });
    await stores().invoices.takeIn({ ...anIntake({ fingerprint }), files: [file('{}')] });
    await stores().invoices.takeIn({ ...anIntake({ fingerprint }), files: [file('{ }')] });
    assert.equal(await mongo.contents.countDocuments(), 1);
  });

  it('leaves pieces of a large file, which a later sweep removes, and no others', async () => {
    const large = (own: object = {}) => ({
      ...anIntake(),
      files: [{ sha256: hex(64), sealed: new Uint8Array(9_000_000) }],
      ...own,
    });
    const held = large();
    await stores().invoices.takeIn(held);
    const dead = dyingStores({ collection: 'contents', method: 'bulkWrite' });
    await assert.rejects(() => dead.invoices.takeIn(large()), isBusy);
    await stores().invoices.tidyUp();
    assert.equal(await mongo.pieces.countDocuments(), 6);
    await mongo.pieces.updateMany({}, { $set: { writtenAt: new Date(Date.now() - 3_700_000) } });
    await stores().invoices.tidyUp();
    assert.equal(await mongo.pieces.countDocuments(), 3);
    assert.equal(await mongo.pieces.countDocuments({ writtenAt: { $exists: true } }), 0);
    const { sha256: hash } = held.files[0]!;
    assert.equal((await stores().sealed.content('acme', hash))?.length, 9_000_000);
  });

  it('writes the pieces of a large file once if a step is repeated', async () => {
    const intake = { ...anIntake(), files: [{ sha256: hex(64), sealed: new Uint8Array(9_000_000) }] };
    await stores().invoices.takeIn(intake);
    await stores().invoices.commit({ ...changeOf(intake.record), files: intake.files });
    assert.equal(await mongo.pieces.countDocuments(), 3);
  });

  for (const beside of [
    { collection: 'outbox', method: 'updateMany' },
    { collection: 'invoices', method: 'updateOne' },
  ] as const)
    it(`shows all events of an invoice whose old ones are moving: ${beside.collection}.${beside.method}`, async () => {
      const { record } = anIntake();
      await stores().invoices.takeIn({ record, events: [], audit: [], files: [] });
      const change = changeWith({ ...record, lastSequence: 0 }, 230);
      const stored = async () => (await mongo.invoices.findOne({ _id: record.id }))!.events.length;
      const shown = async () => (await stores().eventFeed.events(record.id)).map(({ text }) => text);
      const texts = change.events.map(({ text }) => text);
      await stores().invoices.commit(change);
      // What copies them dies; the next one finds them copied, with nothing that is new.
      await dyingStores(beside)
        .eventFeed.outbox(undefined, 1)
        .catch(() => undefined);
      assert.deepEqual(await shown(), texts);
      await stores().eventFeed.outbox(undefined, 1);
      const next = changeWith(change.record, 1);
      await stores().invoices.commit(next);
      await stores().eventFeed.outbox(undefined, 1);
      assert.ok((await stored()) <= 200, 'the old ones are out of the document');
      assert.deepEqual(await shown(), [...texts, ...next.events.map(({ text }) => text)]);
      const outbox = await stores().eventFeed.outbox(undefined, 1000);
      assert.equal(outbox.length, 231);
    });

  it('removes no delivery that is replayed meanwhile', async () => {
    const dead = aDelivery({ state: 'dead', dueAt: null });
    await stores().deliveries.enqueue([dead], '1');
    const replay = { owner: dead.client, eventId: dead.eventId };
    const sweep = slowStores({ collection: 'deliveries', method: 'deleteMany' }, () =>
      stores().deliveries.replay(replay, later(10), 1),
    );
    assert.equal(await sweep.deliveries.forget(later(5), 1), 0);
    assert.equal((await stores().deliveries.find(dead.id))?.state, 'pending');
  });

  it('lets no event of a removed invoice come back that was moving', async () => {
    const { record } = anIntake({ dueAt: null, state: 'delivered' });
    await stores().invoices.takeIn({ record, events: [], audit: [], files: [] });
    const change = changeWith({ ...record, lastSequence: 0 }, 230);
    await stores().invoices.commit(change);
    const late = slowStores({ collection: 'outbox', method: 'updateMany' }, async () => {
      assert.equal(await stores().invoices.remove({ client: record.client }, 1), 1);
    });
    await late.eventFeed.outbox(undefined, 1);
    assert.equal(await mongo.outbox.countDocuments({ event: { $exists: true } }), 0);
    assert.equal(await mongo.outbox.countDocuments({ movedFrom: { $exists: true } }), 0);
  });

  const AGO = new Date(Date.now() - ORPHANED_MS - 1000);
  /** Too long to lie in the document of its invoice, unless it is to. */
  const aFile = (
    text: string,
    length = 70_000,
  ): { readonly file: SealedFile; readonly ref: DocumentRef } => ({
    file: { sha256: sha256(text), sealed: new TextEncoder().encode(text.padEnd(length)) },
    ref: { kind: 'manifest', sha256: sha256(text), size: text.length },
  });
  const ageContents = () => mongo.contents.updateMany({}, { $set: { writtenAt: AGO } });
  const storedContents = async () =>
    (await mongo.contents.find().sort({ _id: 1 }).toArray()).map(({ sealed }) =>
      Buffer.from(sealed!.value()).toString().trimEnd(),
    );

  describe('what was submitted, if it is small', () => {
    const [small, built] = [aFile('submitted', 0), aFile('built', 0)];
    const lease = { token: 'lse_1', until: later(60_000, AHEAD) };
    const submit = async () => {
      const { record, ...intake } = anIntake({ documents: [small.ref], dueAt: AHEAD });
      assert.ok((await stores().invoices.takeIn({ ...intake, record, files: [small.file] })).taken);
      return record.id;
    };
    const contentOf = async (one: Stores = stores()) =>
      Buffer.from((await one.sealed.content('acme', small.file.sha256))!).toString();
    /** Leases and commits in one process, as a worker. */
    const check = async (one: Stores, id: string) => {
      const leased = await one.invoices.lease(id, lease, AHEAD);
      const documents = [small.ref, { ...built.ref, kind: 'ubl' as const }];
      const change = changeOf(leased!, { documents, lease: null });
      return one.invoices.commit({ ...change, files: [built.file], lease: lease.token });
    };
    const isInInvoice = () => mongo.invoices.countDocuments({ content: { $exists: true } });

    it('lies in its invoice until a change stores it with others', async () => {
      const id = await submit();
      assert.deepEqual(await storedContents(), []);
      assert.equal(await contentOf(), 'submitted');
      assert.equal(await check(stores(), id), 'committed');
      assert.deepEqual((await storedContents()).sort(), ['built', 'submitted']);
      assert.equal(await isInInvoice(), 0);
      assert.equal(await contentOf(), 'submitted');
    });

    it('is in both places if the process dies before the change, and the next one goes on', async () => {
      const id = await submit();
      const dead = dyingStores({ collection: 'invoices', method: 'updateOne' });
      await assert.rejects(() => check(dead, id), isBusy);
      assert.deepEqual((await storedContents()).sort(), ['built', 'submitted']);
      assert.equal(await isInInvoice(), 1);
      await mongo.invoices.updateOne({ _id: id }, { $unset: { leaseToken: '', leaseUntil: '' } });
      assert.equal(await check(stores(), id), 'committed');
      assert.equal(await isInInvoice(), 0);
      assert.equal(await contentOf(), 'submitted');
    });

    it('stays in its invoice if the change is refused', async () => {
      const id = await submit();
      const late = slowStores({ collection: 'invoices', method: 'updateOne' }, async () => {
        await mongo.invoices.updateOne({ _id: id }, { $set: { leaseToken: 'lse_2' } });
      });
      assert.equal(await check(late, id), 'conflict');
      assert.equal(await isInInvoice(), 1);
      assert.equal(await contentOf(), 'submitted');
    });

    it('is found by a reader that looks while it moves', async () => {
      const id = await submit();
      const reader = slowStores({ collection: 'invoices', method: 'findOne' }, async () => {
        assert.equal(await check(stores(), id), 'committed');
      });
      assert.equal(await contentOf(reader), 'submitted');
    });

    it('goes with its invoice', async () => {
      await submit();
      assert.equal(await stores().invoices.remove({ client: 'acme' }, 9), 1);
      assert.equal(await stores().sealed.content('acme', small.file.sha256), undefined);
    });
  });

  it('takes a document that this process has committed from memory once, another one from the store', async () => {
    const own = stores();
    const intake = anIntake();
    await own.invoices.takeIn(intake);
    const [built, report] = [hex(64), hex(64)].map((hash) => ({ sha256: hash, sealed: Buffer.from(hash) }));
    const record = { ...changeOf(intake.record).record, documentSha256: built!.sha256 };
    const change = { ...changeOf(intake.record), record, files: [built!, report!] };
    assert.equal(await own.invoices.commit(change), 'committed');
    await mongo.contents.updateMany({}, { $set: { sealed: new Binary(Buffer.from('of the store')) } });
    const texts: string[] = [];
    for (const hash of [built!, built!, report!].map((file) => file.sha256))
      texts.push(Buffer.from((await own.sealed.contentWithKey('acme', hash))!.sealed).toString());
    assert.deepEqual(texts, [built!.sha256, 'of the store', 'of the store']);
    const refused = { ...change, record: { ...record, version: 9 } };
    assert.equal(await own.invoices.commit(refused), 'conflict');
    const again = await own.sealed.contentWithKey('acme', built!.sha256);
    assert.equal(Buffer.from(again!.sealed).toString(), 'of the store', 'nothing of a refused commit');
  });

  it('leaves files that the repeated step names, and no others', async () => {
    const { record } = anIntake();
    await stores().invoices.takeIn({ record, events: [], audit: [], files: [] });
    const { file, ref } = aFile('manifest');
    const change = { ...changeOf(record, { documents: [ref] }), files: [file] };
    const dead = dyingStores({ collection: 'invoices', method: 'updateOne' });
    await assert.rejects(() => dead.invoices.commit(change), isBusy);
    assert.deepEqual(await storedContents(), ['manifest']);
    assert.equal(await stores().invoices.commit(change), 'committed');
    await ageContents();
    await stores().invoices.tidyUp();
    assert.deepEqual(await storedContents(), ['manifest']);
    assert.equal(await mongo.contents.countDocuments({ writtenAt: { $exists: true } }), 0);
  });

  it('leaves files without a reference; the sweep removes them after an hour', async () => {
    const { file } = aFile('unreferenced');
    const dead = dyingStores(beforeInsert);
    await assert.rejects(() => dead.invoices.takeIn({ ...anIntake(), files: [file] }), isBusy);
    await stores().invoices.tidyUp();
    assert.deepEqual(await storedContents(), ['unreferenced']);
    await ageContents();
    await stores().invoices.tidyUp();
    assert.deepEqual(await storedContents(), []);
  });

  it('leaves replaced files for the sweep, unless another invoice names them', async () => {
    const [old, own, shared] = [aFile('old'), aFile('new'), aFile('shared')];
    const documents = [old.ref, { ...shared.ref, kind: 'mls' as const }];
    const files = [old.file, shared.file];
    const first = { ...anIntake({ documents }), files };
    await stores().invoices.takeIn(first);
    await stores().invoices.takeIn({ ...anIntake({ documents: [shared.ref] }), files: [shared.file] });
    await ageContents();
    await stores().invoices.tidyUp();
    const change = { ...changeOf(first.record, { documents: [own.ref] }), files: [own.file] };
    await stores().invoices.commit(change);
    assert.deepEqual((await storedContents()).sort(), ['new', 'old', 'shared']);
    await mongo.contents.updateMany({ writtenAt: { $exists: true } }, { $set: { writtenAt: AGO } });
    await stores().invoices.tidyUp();
    assert.deepEqual((await storedContents()).sort(), ['new', 'shared']);
  });

  it('does not lose a file to the sweep that a step has found and not yet named', async () => {
    const { file, ref } = aFile('found');
    await assert.rejects(
      () => dyingStores(beforeInsert).invoices.takeIn({ ...anIntake(), files: [file] }),
      isBusy,
    );
    await ageContents();
    // The step runs between the query and the removal of the sweep.
    const next = { ...anIntake({ documents: [ref] }), files: [file] };
    const step = slowStores({ collection: 'contents', method: 'deleteMany' }, () =>
      dyingStores(beforeInsert)
        .invoices.takeIn(next)
        .catch(() => undefined),
    );
    await step.invoices.tidyUp();
    assert.deepEqual(await storedContents(), ['found']);
    assert.ok((await stores().invoices.takeIn(next)).taken);
    await stores().invoices.tidyUp();
    assert.deepEqual(await storedContents(), ['found']);
  });

  it('does not lose a file that a step has found while the sweep stood still', async () => {
    const { file } = aFile('found');
    await assert.rejects(
      () => dyingStores(beforeInsert).invoices.takeIn({ ...anIntake(), files: [file] }),
      isBusy,
    );
    await ageContents();
    const clock = sinon.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    const writtenAt = new Date();
    // It stands still while it looks for the invoices that name the file.
    const slow = new Proxy(mongo.ledgers[0]!, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (name === 'find') clock.setSystemTime(writtenAt.getTime() + ORPHANED_MS + 1000);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
    const ledgers = { value: [slow, ...mongo.ledgers.slice(1)] };
    const sweeping = Object.create(mongo, { ledgers }) as Mongo;
    const instead = async () => {
      await mongo.contents.updateOne({}, { $set: { writtenAt } });
      return 'go-on' as const;
    };
    try {
      await sweepContents(interrupted(sweeping, { collection: 'contents', method: 'deleteMany', instead }));
    } finally {
      clock.restore();
    }
    assert.deepEqual(await storedContents(), ['found']);
  });

  it('restores the files of a suspended step that were swept meanwhile', async () => {
    const { file, ref } = aFile('late');
    const clock = sinon.useFakeTimers({ now: Date.now() - ORPHANED_MS - 1000, toFake: ['Date'] });
    try {
      const late = slowStores(beforeInsert, async () => {
        clock.restore();
        await stores().invoices.tidyUp();
        assert.deepEqual(await storedContents(), []);
      });
      assert.ok((await late.invoices.takeIn({ ...anIntake({ documents: [ref] }), files: [file] })).taken);
      assert.deepEqual(await storedContents(), ['late']);
    } finally {
      clock.restore();
    }
  });

  const naming: Readonly<
    Record<
      string,
      {
        readonly at: Pick<Interruption, 'collection' | 'method'>;
        readonly write: (one: Stores, file: SealedFile, ref: DocumentRef) => Promise<unknown>;
      }
    >
  > = {
    'sent invoice': {
      at: beforeInsert,
      write: ({ invoices }, file, ref) =>
        invoices.takeIn({ ...anIntake({ documents: [ref] }), files: [file] }),
    },
    'received invoice': {
      at: { collection: 'received', method: 'insertOne' },
      write: ({ received }, file, ref) =>
        received.takeIn({ ...aReceipt({ documents: [ref] }), files: [file] }),
    },
    change: {
      at: { collection: 'invoices', method: 'updateOne' },
      write: async ({ invoices }, file, ref) => {
        const { record } = anIntake();
        await stores().invoices.takeIn({ record, events: [], audit: [], files: [] });
        return invoices.commit({ ...changeOf(record, { documents: [ref] }), files: [file] });
      },
    },
  };
  const hourAgo = () => sinon.useFakeTimers({ now: Date.now() - ORPHANED_MS - 1000, toFake: ['Date'] });
  /** A process that writes files, and stores no content once a sweep has run and the call that names them is made. */
  function dyingBehind(at: Pick<Interruption, 'collection' | 'method'>, whileWriting: () => void): Stores {
    let isDead = false;
    const suspended = interrupted(mongo, {
      ...{ collection: 'contents', method: 'bulkWrite', every: true },
      instead: async () => {
        whileWriting();
        return isDead ? 'die' : 'go-on';
      },
    });
    const sweep = async () => {
      isDead = true;
      await stores().invoices.tidyUp();
      return 'go-on' as const;
    };
    return mongoStores(interrupted(suspended, { ...at, instead: sweep }));
  }
  const isNamedAndStored = async ({ sha256: hash }: SealedFile): Promise<void> => {
    const named = { 'documents.sha256': hash };
    const records = [mongo.invoices, mongo.received].map((one) => one.countDocuments(named));
    assert.equal((await Promise.all(records)).includes(1), true);
    assert.deepEqual(await storedContents(), ['late']);
  };

  for (const [what, { at, write }] of Object.entries(naming))
    it(`names no swept file if it was suspended and dies right behind the write that names it: ${what}`, async () => {
      const { file, ref } = aFile('late');
      const clock = hourAgo();
      try {
        const dying = dyingBehind(at, () => clock.restore());
        await write(dying, file, ref).catch(() => undefined);
      } finally {
        clock.restore();
      }
      await isNamedAndStored(file);
    });

  it('names no swept file if it was suspended while it looked whether its client is deleted', async () => {
    const { file, ref } = aFile('late');
    const clock = hourAgo();
    try {
      const { at, write } = naming['change']!;
      const dying = dyingBehind(at, () => undefined);
      const isErased = async (): Promise<boolean> => {
        await until(async () => (await mongo.contents.countDocuments()) === 1, 'its file is stored');
        clock.restore();
        return false;
      };
      Object.assign(dying.invoices, { isErased });
      await write(dying, file, ref).catch(() => undefined);
    } finally {
      clock.restore();
    }
    await isNamedAndStored(file);
  });

  const LARGE = new Uint8Array(9_000_000).fill(7);
  const aLarge = (): Intake => {
    const hash = hex(64);
    const documents = [{ kind: 'manifest' as const, sha256: hash, size: LARGE.length }];
    return { ...anIntake({ documents }), files: [{ sha256: hash, sealed: LARGE }] };
  };
  const isWhole = async ({ files: [file] }: Intake): Promise<boolean> =>
    Buffer.from((await stores().sealed.content('acme', file!.sha256))!).equals(LARGE);

  it('restores the pieces of a large file that were swept before its suspended process wrote the head', async () => {
    const clock = sinon.useFakeTimers({ now: Date.now() - ORPHANED_MS - 1000, toFake: ['Date'] });
    try {
      const intake = aLarge();
      const late = slowStores({ collection: 'contents', method: 'bulkWrite' }, async () => {
        clock.restore();
        await stores().invoices.tidyUp();
        assert.equal(await mongo.pieces.countDocuments(), 0);
      });
      assert.ok((await late.invoices.takeIn(intake)).taken);
      assert.ok(await isWhole(intake));
    } finally {
      clock.restore();
    }
  });

  it('restores a large file without its pieces if another invoice has the same file', async () => {
    const first = aLarge();
    await stores().invoices.takeIn(first);
    await mongo.pieces.deleteMany({ _id: / 1$/ });
    await assert.rejects(isWhole(first), /lacks pieces/);
    const { files } = first;
    await stores().invoices.takeIn({ ...anIntake({ documents: first.record.documents }), files });
    assert.ok(await isWhole(first));
  });

  it('does not sweep pieces that a process has found again since the sweep read them', async () => {
    const intake = aLarge();
    await assert.rejects(
      () => dyingStores({ collection: 'contents', method: 'bulkWrite' }).invoices.takeIn(intake),
      isBusy,
    );
    await mongo.pieces.updateMany({}, { $set: { writtenAt: AGO } });
    const sweep = slowStores({ collection: 'pieces', method: 'deleteMany' }, async () => {
      await mongo.pieces.updateMany({}, { $set: { writtenAt: new Date() } });
    });
    await sweep.invoices.tidyUp();
    assert.equal(await mongo.pieces.countDocuments(), 3);
  });

  for (const skewMs of [-5000, 5000])
    it(`shows the writes of a process with a clock ${skewMs} ms off to all others at once`, async () => {
      const clock = sinon.useFakeTimers({ now: Date.now() + skewMs, toFake: ['Date'] });
      const row = { at: START, action: 'route_chosen', actor: 'key_1' };
      try {
        await stores().invoices.takeIn({ ...anIntake(), audit: [row] });
      } finally {
        clock.restore();
      }
      assert.equal(await countInvoices(), 1);
      assert.equal((await stores().eventFeed.outbox(undefined, 9)).length, 1);
      assert.equal((await stores().audit.recent({ limit: 9 })).length, 1);
    });

  it('removes the pieces of a large file after its head, whenever the sweep dies', async () => {
    const intake = { ...anIntake(), files: [{ sha256: hex(64), sealed: new Uint8Array(9_000_000) }] };
    await assert.rejects(() => dyingStores(beforeInsert).invoices.takeIn(intake), isBusy);
    await mongo.pieces.updateMany({}, { $unset: { writtenAt: '' } });
    await ageContents();
    const dead = dyingStores({ collection: 'contents', method: 'deleteMany' });
    await assert.rejects(() => dead.invoices.tidyUp(), isBusy);
    await stores().invoices.tidyUp();
    assert.deepEqual([await mongo.contents.countDocuments(), await mongo.pieces.countDocuments()], [0, 3]);
    await mongo.pieces.updateMany({}, { $set: { writtenAt: AGO } });
    await stores().invoices.tidyUp();
    assert.equal(await mongo.pieces.countDocuments(), 0);
  });

  for (const [step, at] of Object.entries({
    'its mark': { collection: 'invoices', method: 'bulkWrite' },
    'the counting': { collection: 'tallies', method: 'bulkWrite' },
    'the outbox': { collection: 'outbox', method: 'updateMany' },
    'its answers': { collection: 'idempotency', method: 'deleteMany' },
    'its files': { collection: 'contents', method: 'updateMany' },
    'its claim': { collection: 'claims', method: 'bulkWrite' },
    'the invoice itself': { collection: 'invoices', method: 'deleteMany' },
  } as const))
    for (const next of ['the next run', 'the sweep'] as const)
      it(`leaves the removal of an invoice to ${next}: killed before ${step}`, async () => {
        const { file, ref } = aFile('removed');
        const own = { state: 'rejected', dueAt: null, documents: [ref] } as const;
        const { record, ...intake } = anIntake(own);
        await stores().invoices.takeIn({ ...intake, record, files: [file] });
        const query = { client: 'acme', routes: ROUTES, from: '2026-03-01', to: '2026-03-05' };
        const series = await stores().invoices.series(query);
        assert.deepEqual(
          series.map(({ received, rejected }) => [received, rejected]),
          [[1, 1]],
        );
        await assert.rejects(() => dyingStores(at).invoices.remove({ client: 'acme' }, 10), isBusy);
        const marked = await stores().invoices.find(record.id);
        if (marked && step !== 'its mark')
          assert.equal(await stores().invoices.commit(changeOf(marked)), 'conflict');
        if (next === 'the sweep') {
          const removingSince = new Date(Date.now() - 3_600_000);
          await mongo.invoices.updateMany({ removingSince: { $exists: true } }, { $set: { removingSince } });
          await stores().invoices.tidyUp();
        }
        // The next run removes files without a mark.
        if (next === 'the next run' || step === 'its mark')
          await stores().invoices.remove({ client: 'acme' }, 10);
        assert.equal(await mongo.invoices.countDocuments(), 0);
        assert.equal(await mongo.claims.countDocuments(), 0);
        assert.deepEqual(await stores().eventFeed.outbox(undefined, 10), []);
        assert.deepEqual(await stores().invoices.series(query), series);
        await ageContents();
        await stores().invoices.tidyUp();
        assert.deepEqual(await storedContents(), []);
        assert.deepEqual(await stores().invoices.series(query), series);
      });

  it('gives no position again that was dropped while a process stood still', async () => {
    const still = stores();
    await still.invoices.takeIn(anIntake());
    await still.eventFeed.outbox(undefined, 10);
    for (let n = 0; n < 3; n += 1) await stores().invoices.takeIn(anIntake());
    await stores().eventFeed.outbox(undefined, 10);
    await mongo.outbox.updateMany({}, { $set: { removedAt: AGO } });
    await stores().invoices.tidyUp();
    const clock = sinon.useFakeTimers({ now: Date.now() + ORPHANED_MS, toFake: ['Date'] });
    try {
      await still.invoices.takeIn(anIntake());
      await still.eventFeed.outbox(undefined, 10);
    } finally {
      clock.restore();
    }
    const left = await mongo.outbox.find().sort({ position: 1 }).toArray();
    assert.deepEqual(
      left.map(({ position }) => position),
      [4, 5],
    );
  });

  it('drops empty positions of the outbox after an hour, except the last', async () => {
    for (let n = 0; n < 3; n += 1) await stores().invoices.takeIn(anIntake());
    await stores().eventFeed.outbox(undefined, 10);
    await stores().invoices.remove({ client: 'acme' }, 10);
    await stores().invoices.tidyUp();
    assert.equal(await mongo.outbox.countDocuments(), 3);
    await mongo.outbox.updateMany({}, { $set: { removedAt: AGO } });
    await stores().invoices.tidyUp();
    const left = await mongo.outbox.find().toArray();
    assert.deepEqual(
      left.map(({ position }) => position),
      [3],
    );
  });

  it('copies events and audit rows to their collections in a sweep', async () => {
    const row = { at: START, action: 'route_chosen', actor: 'key_1' };
    await stores().invoices.takeIn({ ...anIntake(), audit: [row] });
    await stores().invoices.tidyUp();
    assert.equal(await mongo.audit.countDocuments(), 1);
    assert.equal(await mongo.outbox.countDocuments(), 1);
  });

  it('leaves a claim that the next caller takes over, under its own id', async () => {
    const dead = anIntake({ fingerprint });
    await assert.rejects(() => dyingStores(beforeInsert).invoices.takeIn(dead), isBusy);
    const next = anIntake({ fingerprint });
    const row = { at: START, action: 'route_chosen', actor: 'key_1', subject: next.record.id };
    const result = await stores().invoices.takeIn({ ...next, audit: [row] });
    assert.deepEqual(withEnglish(result), withEnglish({ taken: true, invoice: next.record, isNew: true }));
    assert.equal((await stores().audit.recent({ limit: 1 }))[0]?.subject, next.record.id);
    assert.deepEqual(
      withEnglish(await stores().invoices.takeIn(dead)),
      withEnglish({ taken: false, holder: next.record }),
    );
    assert.equal(await stores().invoices.find(dead.record.id), undefined);
  });

  it('lets one of many callers use a forgotten claim that they find at the same time', async () => {
    await assert.rejects(() => dyingStores(beforeInsert).invoices.takeIn(anIntake({ fingerprint })), isBusy);
    const results = await Promise.all(
      Array.from({ length: 10 }, () => stores().invoices.takeIn(anIntake({ fingerprint }))),
    );
    assert.equal(results.filter(({ taken }) => taken).length, 1);
    assert.equal(await countInvoices(), 1);
  });

  it('refuses the insert of a slow caller after another has completed its claim', async () => {
    let completed: string | undefined;
    const slow = slowStores(beforeInsert, async () => {
      const result = await stores().invoices.takeIn(anIntake({ fingerprint }));
      completed = result.taken ? result.invoice.id : undefined;
    });
    const result = await slow.invoices.takeIn(anIntake({ fingerprint }));
    assert.ok(!result.taken);
    assert.equal(result.holder.id, completed);
    assert.equal(await countInvoices(), 1);
  });

  it('refuses it, also if that invoice has ended and a third one has the document', async () => {
    let third: string | undefined;
    const slow = slowStores(beforeInsert, async () => {
      const second = await stores().invoices.takeIn(anIntake({ fingerprint }));
      assert.ok(second.taken);
      await stores().invoices.commit(changeOf(second.invoice, { state: 'rejected', dueAt: null }));
      const result = await stores().invoices.takeIn(anIntake({ fingerprint }));
      third = result.taken ? result.invoice.id : undefined;
    });
    const result = await slow.invoices.takeIn(anIntake({ fingerprint }));
    assert.ok(!result.taken);
    assert.equal(result.holder.id, third);
  });

  it('lets the next caller use a claim without an invoice', async () => {
    const first = anIntake();
    await stores().invoices.takeIn(first);
    // The call is repeated with another document.
    const again = anIntake({ fingerprint, intakeKey: first.record.intakeKey });
    assert.deepEqual(
      withEnglish(await stores().invoices.takeIn(again)),
      withEnglish({ taken: true, invoice: first.record, isNew: false }),
    );
    const next = await stores().invoices.takeIn(anIntake({ fingerprint }));
    assert.ok(next.taken);
    const third = await stores().invoices.takeIn(anIntake({ fingerprint }));
    assert.ok(!third.taken);
    assert.equal(third.holder.id, next.invoice.id);
  });

  it('does not write an event without its state, nor a state without its event', async () => {
    const { record } = anIntake();
    await stores().invoices.takeIn({ record, events: [], audit: [], files: [] });
    const broken = dyingStores({ collection: 'invoices', method: 'updateOne' });
    await assert.rejects(() => broken.invoices.commit(changeOf(record, { state: 'validated' })), isBusy);
    assert.equal((await stores().invoices.find(record.id))?.state, 'queued');
    assert.deepEqual(await stores().eventFeed.events(record.id), []);
  });

  // The writes of one command, in their order: each may be the last that the server makes.
  const someWrites = (writes: unknown, count: number) =>
    mongo.invoices.bulkWrite((writes as AnyBulkWriteOperation<InvoiceDocument>[]).slice(0, count));

  for (let done = 0; done <= 6; done += 1)
    it(`copies no event twice if the outbox relay dies after ${done} of 6 writes to its invoices`, async () => {
      for (let n = 0; n < 3; n += 1) await stores().invoices.takeIn(anIntake());
      const dead = interrupted(mongo, {
        collection: 'invoices',
        method: 'bulkWrite',
        instead: async (writes) => {
          assert.equal((writes as readonly unknown[]).length, 6);
          if (done > 0) await someWrites(writes, done);
          return 'die';
        },
      });
      await assert.rejects(() => mongoStores(dead).eventFeed.outbox(undefined, 9), isBusy);
      await stores().invoices.takeIn(anIntake());
      const entries = await stores().eventFeed.outbox(undefined, 9);
      assert.deepEqual(
        entries.map(({ position }) => Number(position)),
        [1, 2, 3, 4],
      );
      assert.equal(new Set(entries.map(({ event }) => event.eventId)).size, 4);
      assert.equal(await mongo.invoices.countDocuments({ eventsPendingSince: { $exists: true } }), 0);
    });

  for (const [what, collection] of [
    ['event', 'outbox'],
    ['audit row', 'audit'],
  ] as const)
    it(`copies all others if one ${what} is refused, and reports it once`, async () => {
      const bad = anIntake();
      const { invoices, audit } = mongoStores(refusing(mongo, collection, bad.record.id));
      const take = async (intake: Intake): Promise<string> => {
        const row = { at: START, action: 'route_chosen', actor: 'key_1', subject: intake.record.id };
        await invoices.takeIn({ ...intake, audit: [row] });
        return intake.record.id;
      };
      const copied = async (): Promise<unknown[]> => {
        const documents = await mongo.db.collection(collection).find().toArray();
        return documents.map((document) => document['invoiceId'] ?? document['subject']).sort();
      };
      const others = [await take(anIntake())];
      await take(bad);
      others.push(await take(anIntake()));
      await assert.rejects(() => invoices.tidyUp(), new RegExp(`of ${bad.record.id} cannot be copied$`));
      assert.deepEqual(await copied(), others.sort());
      others.push(await take(anIntake()));
      await invoices.tidyUp();
      // Until a minute has passed, audit rows are copied for readers alone.
      await audit.recent({ limit: 1 });
      assert.deepEqual(await copied(), others.sort());
    });

  it('copies an event soon after an error that is not known, and reports nothing', async () => {
    const bad = anIntake();
    const unknown = new MongoServerError({ message: 'terminating connection', code: 1 });
    const { refuse, mongo: refused } = refusingWhile(mongo, 'outbox', bad.record.id, unknown);
    const { invoices, eventFeed } = mongoStores(refused);
    await invoices.takeIn(bad);
    const other = anIntake();
    await invoices.takeIn(other);
    await invoices.tidyUp();
    const copied = async () => (await eventFeed.outbox(undefined, 9)).map(({ invoiceId }) => invoiceId);
    assert.deepEqual(await copied(), [other.record.id]);
    refuse(false);
    await until(async () => (await copied()).length === 2, 'the second event');
    assert.deepEqual(await copied(), [other.record.id, bad.record.id]);
  });

  it('stops copying if an error that is not known meets one invoice after another', async () => {
    const unknown = new MongoServerError({ message: 'terminating connection', code: 1 });
    const { invoices, eventFeed } = mongoStores(refusingWhile(mongo, 'outbox', '', unknown).mongo);
    for (let n = 0; n < 5; n += 1) await invoices.takeIn(anIntake());
    await assert.rejects(() => eventFeed.outbox(undefined, 9), isBusy);
  });

  it('copies no audit row twice if the outbox relay dies after copying', async () => {
    const row = { at: START, action: 'route_chosen', actor: 'key_1' };
    await stores().invoices.takeIn({ ...anIntake(), audit: [row] });
    await assert.rejects(
      () => dyingStores({ collection: 'invoices', method: 'bulkWrite' }).audit.recent({ limit: 9 }),
      isBusy,
    );
    await stores().invoices.takeIn({ ...anIntake(), audit: [{ ...row, at: later(1) }] });
    assert.deepEqual(await stores().audit.recent({ limit: 9 }), [{ ...row, at: later(1) }, row]);
  });

  it('gives no event a position before one that was already read', async () => {
    await stores().invoices.takeIn(anIntake());
    let read: string[] = [];
    const slow = slowStores({ collection: 'outbox', method: 'insertMany' }, async () => {
      await stores().invoices.takeIn(anIntake());
      read = (await stores().eventFeed.outbox(undefined, 9)).map(({ event }) => event.eventId);
    });
    await stores().invoices.takeIn(anIntake());
    const whole = (await slow.eventFeed.outbox(undefined, 9)).map(({ event }) => event.eventId);
    assert.equal(read.length, 3);
    assert.deepEqual(whole.slice(0, 3), read);
  });

  it('gives a position once if two outbox relays copy different events', async () => {
    const other = anIntake();
    const slow = slowStores({ collection: 'outbox', method: 'insertMany' }, async () => {
      const event = other.events[0]!;
      const { id: invoiceId, client } = other.record;
      await mongo.outbox.insertOne({ _id: event.eventId, position: 1, invoiceId, client, event });
    });
    await stores().invoices.takeIn(anIntake());
    const entries = await slow.eventFeed.outbox(undefined, 9);
    assert.deepEqual(
      entries.map(({ position }) => Number(position)),
      [1, 2],
    );
    assert.equal(entries[0]?.invoiceId, other.record.id);
  });

  it('gives each event one position if two processes copy in turns, and none reads the end that it has left itself', async () => {
    const outbox = mongo.db.collection<OutboxDocument>('outbox');
    const readEnd = sinon.spy(outbox, 'findOne');
    const one = mongoStores(Object.assign(Object.create(mongo) as Mongo, { outbox }));
    const other = stores();
    const records: string[] = [];
    const copyBy = async (by: Stores): Promise<void> => {
      const { record, ...rest } = anIntake();
      records.push(record.id);
      await by.invoices.takeIn({ record, ...rest });
      await by.eventFeed.outbox(undefined, 1);
    };
    for (const by of [one, one, other, one, other, other, one]) await copyBy(by);
    const entries = await stores().eventFeed.outbox(undefined, 99);
    assert.deepEqual(
      entries.map(({ invoiceId }) => invoiceId),
      records,
    );
    assert.deepEqual(
      entries.map(({ position }) => Number(position)),
      records.map((_, n) => n + 1),
    );
    assert.equal(readEnd.callCount, 3, 'before its first copy, and after each of another process');
  });

  it('keeps the mark of an event that was written while the outbox relay removed another mark', async () => {
    const { record, events } = anIntake();
    await stores().invoices.takeIn({ record, events, audit: [], files: [] });
    const slow = interrupted(mongo, {
      collection: 'invoices',
      method: 'bulkWrite',
      instead: async (writes) => {
        await someWrites(writes, 1);
        assert.equal(await stores().invoices.commit(changeOf(record)), 'committed');
        return 'go-on';
      },
    });
    await mongoStores(slow).eventFeed.outbox(undefined, 9);
    assert.equal((await stores().eventFeed.outbox(undefined, 9)).length, 2);
  });

  it('counts a request that creates its bucket at the same time as another', async () => {
    const once = [{ seconds: 60, limit: 1 }];
    const met = mongoStores(
      interrupted(mongo, {
        collection: 'rates',
        method: 'updateOne',
        instead: async () => Promise.reject(new MongoServerError({ message: 'duplicate key', code: 11000 })),
      }),
    );
    assert.equal(await met.rates.take('acme/read', once, AHEAD), 0);
    assert.equal(await stores().rates.take('acme/read', once, AHEAD), 60);
  });

  it('treats a key as revoked at once with its creator, and updates its record later', async () => {
    const maker = aKey();
    const child = aKey({ ancestors: [maker.id] });
    await stores().keys.add(maker);
    await stores().keys.add(child);
    await assert.rejects(
      () => dyingStores({ collection: 'api_keys', method: 'findOne' }).keys.revoke(maker.id, START),
      isBusy,
    );
    assert.deepEqual((await stores().keys.findByHash(child.hash))?.revokedAt, START);
    assert.deepEqual((await stores().keys.find(child.id))?.revokedAt, START);
    for (let n = 0; n < 20; n += 1) assert.equal(await stores().keys.add(aKey()), 'added');
    assert.equal(await stores().keys.add(aKey()), 'limit');
  });

  it('has the audit row of a creation and of a revocation if the process dies right after', async () => {
    const row = { at: START, action: 'key_minted', actor: 'key_1' };
    const key = aKey();
    await stores().keys.add(key, row);
    const dead = dyingStores({ collection: 'api_keys', method: 'findOne' });
    const revoked = { ...row, at: later(1), action: 'key_revoked' };
    await assert.rejects(() => dead.keys.revoke(key.id, START, () => revoked), isBusy);
    await stores().keys.revoke(key.id, START, () => revoked);
    assert.deepEqual(await stores().audit.recent({ limit: 9 }), [revoked, row]);
  });

  it('has both a change of a credential and its audit row, or neither, wherever its process dies', async () => {
    const row = (action: string, n: number) => ({ at: later(n), action, actor: 'key_1' });
    const changes: readonly [method: string, row: AuditEntry, change: Changes][] = [
      ['insertOne', row('stored', 1), ({ credentials }, one, audit) => credentials.add(one, START, audit)],
      [
        'updateOne',
        row('replaced', 2),
        ({ credentials }, { id }, audit) => credentials.replace(id, { sealedValue: 'new' }, audit),
      ],
      [
        'updateOne',
        row('revoked', 3),
        ({ credentials }, { id }, audit) => credentials.revoke(id, START, audit),
      ],
    ];
    const one = aCredential();
    const rows: AuditEntry[] = [];
    for (const [method, audit, change] of changes) {
      const before = await stores().credentials.find(one.id);
      const dead = dyingStores({ collection: 'credentials', method });
      await assert.rejects(async () => change(dead, one, audit), isBusy);
      assert.deepEqual(withEnglish(await stores().credentials.find(one.id)), withEnglish(before));
      assert.deepEqual(await stores().audit.recent({ limit: 9 }), rows);
      // Only the change itself is written: the process dies before later calls.
      await change(stores(), one, audit);
      rows.unshift(audit);
      const written = await mongo.rows('credentials').findOne({ _id: one.id });
      assert.deepEqual(
        (written?.['audit'] as readonly AuditEntry[]).map(({ action }) => action),
        [audit.action],
      );
      assert.deepEqual(await stores().audit.recent({ limit: 9 }), rows);
    }
  });

  it('completes an interrupted revoke if the call is repeated', async () => {
    const maker = aKey();
    const child = aKey({ ancestors: [maker.id] });
    await stores().keys.add(maker);
    await stores().keys.add(child);
    await assert.rejects(
      () => dyingStores({ collection: 'api_keys', method: 'findOne' }).keys.revoke(maker.id, START),
      isBusy,
    );
    const again = await stores().keys.revoke(maker.id, later(1));
    assert.deepEqual(again, { key: { ...maker, revokedAt: START }, alsoRevoked: [child.id] });
  });

  it('never has a valid key if its creator was revoked during the write', async () => {
    const maker = aKey();
    await stores().keys.add(maker);
    const child = aKey({ ancestors: [maker.id] });
    const slow = slowStores({ collection: 'api_keys', method: 'insertOne' }, () =>
      stores().keys.revoke(maker.id, START),
    );
    assert.equal(await slow.keys.add(child), 'maker-revoked');
    assert.equal(await stores().keys.findByHash(child.hash), undefined);
    const dead = aKey({ ancestors: [maker.id] });
    await mongo.rows('api_keys').insertOne({ _id: dead.id, ...documentOf(dead) });
    assert.deepEqual((await stores().keys.findByHash(dead.hash))?.revokedAt, START);
  });
});

/** The same store on a server that refuses one invoice's documents of one collection, as a validator does. */
const refusing = (mongo: Mongo, name: 'outbox' | 'audit', id: string): Mongo =>
  refusingWhile(mongo, name, id, new MongoServerError({ message: 'Document failed validation', code: 121 }))
    .mongo;

function refusingWhile(mongo: Mongo, name: 'outbox' | 'audit', id: string, error: Error) {
  let refuses = true;
  const collection = new Proxy(mongo[name] as object, {
    get(target, method) {
      const member: unknown = Reflect.get(target, method, target);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]): unknown =>
        refuses && method === 'insertMany' && JSON.stringify(values[0]).includes(id)
          ? Promise.reject(error)
          : (Reflect.apply(member, target, values) as unknown);
    },
  });
  return {
    mongo: Object.assign(Object.create(mongo) as Mongo, { [name]: collection }),
    refuse: (now: boolean) => (refuses = now),
  };
}

const documentOf = ({ holder, hash, createdAt, ancestors }: ReturnType<typeof aKey>) => ({
  holder,
  hash,
  createdAt,
  ancestors,
});
