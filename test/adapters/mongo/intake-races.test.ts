import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { MongoNetworkError } from 'mongodb';
import type { Mongo } from '../../../src/adapters/mongo/mongo.ts';
import { mongoStores } from '../../../src/adapters/mongo/mongo-stores.ts';
import { releasesDocument } from '../../../src/domain/lifecycle/states.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { Taken } from '../../../src/ports/invoice-store.ts';
import { changeOf } from '../../contract/invoices.ts';
import { withEmptyDatabase } from '../../support/mongo-documents.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { anIntake, sha256 } from '../../support/records.ts';
import { seeded } from '../../support/seeded.ts';
import { numberOf } from '../../support/volume.ts';

const ROUNDS = numberOf({ inProof: 400, inRun: 24 });
const AT_ONCE = 20;
/** `npm test` has the rounds that fail if a late insert is not barred. */
const FIRST_SEED = Number(process.env['PROOF_SEED'] ?? 1.36) * 1_000;
const MAX_TRIES = 6;
const CALLS = ['call 1', 'call 2', 'call 3'];
const DOCUMENTS = ['document 1', 'document 2'];

/** What happens to a try at one of its commands. `stands still`: it goes on after all others have ended. */
type Fate = 'goes on' | 'dies' | 'stands still';

interface Try {
  readonly call: string;
  readonly document: string;
  readonly fate: Fate;
  /** The command at which it happens, from 0. */
  readonly at: number;
  /** Whether the command of a process that dies still reaches the server. */
  readonly isLate: boolean;
  /** If its invoice is stored: whether it is rejected soon. */
  readonly isRejected: boolean;
}

function drawTries(random: () => number): readonly Try[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  return Array.from({ length: 2 + Math.floor(random() * (MAX_TRIES - 1)) }, () => ({
    call: pick(CALLS),
    // Mostly a repeated call leads to the same document.
    document: random() < 0.8 ? DOCUMENTS[0]! : DOCUMENTS[1]!,
    fate: pick<Fate>(['goes on', 'dies', 'stands still']),
    // Mostly near the two writes of a first caller.
    at: Math.floor(random() ** 2 * 6),
    isLate: random() < 0.5,
    isRejected: random() < 0.2,
  }));
}

/** Lets the commands of all tries through one by one, in an order that is drawn. */
class Turns {
  private readonly waiting: (() => void)[] = [];
  private ended = false;

  constructor(private readonly random: () => number) {}

  take(): Promise<void> {
    return this.ended ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve));
  }

  async give(until: Promise<unknown>): Promise<void> {
    void until.finally(() => (this.ended = true));
    while (!this.ended || this.waiting.length > 0) {
      const [next] = this.waiting.splice(Math.floor(this.random() * this.waiting.length), 1);
      next?.();
      await setTimeout(1);
    }
  }
}

const COMMANDS = ['insertOne', 'findOne', 'updateOne', 'replaceOne'];

interface Course {
  readonly turns: Turns;
  /** When those that stand still go on. */
  readonly thaw: Promise<void>;
  readonly random: () => number;
}

/** The share of reads by majority that find nothing. */
const LAGGING = 0.5;
const isMajority = ([, options]: readonly unknown[]): boolean =>
  (options as { readonly readConcern?: string } | undefined)?.readConcern === 'majority';

/** The store of one process, each of whose commands about claims and invoices waits for its turn. */
function storesOf(mongo: Mongo, { fate, at, isLate }: Try, { turns, thaw, random }: Course) {
  let commands = 0;
  const gated = <T extends object>(collection: T): T =>
    new Proxy(collection, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function' || !COMMANDS.includes(String(name))) return member;
        return async (...values: unknown[]): Promise<unknown> => {
          const command = commands++;
          await turns.take();
          const send = () => Reflect.apply(member, target, values) as unknown;
          if (fate === 'dies' && command >= at) {
            if (command === at && isLate) await send();
            throw new MongoNetworkError('the process has ended');
          }
          if (fate === 'stands still' && command === at) await thaw;
          // A majority may not have the newest writes yet.
          if (isMajority(values) && random() < LAGGING) return null;
          return send();
        };
      },
    });
  const own = { claims: gated(mongo.claims), invoices: gated(mongo.invoices) };
  return mongoStores(Object.assign(Object.create(mongo) as Mongo, own));
}

describeOnMongo('calls with one document, whose processes die or stand still, on MongoDB', (server) => {
  let mongo: Mongo;
  withEmptyDatabase(server, (opened) => (mongo = opened));

  const invoicesOf = async (client: string): Promise<readonly InvoiceRecord[]> => {
    const page = await mongoStores(mongo).invoices.list({ client, sort: 'newest', page: 1, pageSize: 25 });
    return page.invoices;
  };

  const intakeOf = (client: string, { call, document }: Pick<Try, 'call' | 'document'>) =>
    anIntake({ client, intakeKey: `${client} ${call}`, fingerprint: sha256(`${client} ${document}`) });

  /** @returns what the calls that lived to their end were told. */
  async function play(client: string): Promise<readonly Taken[]> {
    const random = seeded(Number(client.slice('client-'.length)));
    const tries = drawTries(random);
    const turns = new Turns(random);
    let goOn = (): void => undefined;
    const thaw = new Promise<void>((resolve) => (goOn = resolve));
    const run = async (one: Try): Promise<Taken | undefined> => {
      const { invoices } = storesOf(mongo, one, { turns, thaw, random });
      const intake = intakeOf(client, one);
      const taken = await invoices.takeIn(intake).catch((error: unknown) => {
        if (one.fate !== 'dies') throw error;
      });
      if (taken?.taken && taken.isNew && one.isRejected)
        await mongoStores(mongo).invoices.commit(changeOf(taken.invoice, { state: 'rejected', dueAt: null }));
      assert.ok(
        !taken || taken.taken || taken.holder.intakeKey !== intake.record.intakeKey,
        `${client}: a call was told that its own invoice is another`,
      );
      return taken ?? undefined;
    };
    const running = tries.map((one) => ({ one, result: run(one) }));
    const moving = running.filter(({ one }) => one.fate !== 'stands still').map(({ result }) => result);
    void Promise.allSettled(moving).then(() => goOn());
    const all = Promise.all(running.map(({ result }) => result));
    await turns.give(all.catch(() => undefined));
    return (await all).flatMap((taken) => taken ?? []);
  }

  async function examine(client: string, results: readonly Taken[]): Promise<void> {
    // A call that comes later learns who has its document, or stores it.
    for (const document of DOCUMENTS) {
      const last = intakeOf(client, { call: `last ${document}`, document });
      const taken = await mongoStores(mongo).invoices.takeIn(last);
      assert.ok(taken.taken || taken.holder.fingerprint === last.record.fingerprint, client);
    }
    const stored = await invoicesOf(client);
    const ids = new Set(stored.map(({ id }) => id));
    for (const result of results) {
      const { id } = result.taken ? result.invoice : result.holder;
      assert.ok(ids.has(id), `${client}: a call was told of ${id}, which is not stored`);
    }
    const calls = new Set(stored.map(({ intakeKey }) => intakeKey));
    assert.equal(calls.size, stored.length, `${client}: one invoice of each call`);
    const holding = stored.filter(({ state }) => !releasesDocument(state));
    const documents = new Set(holding.map(({ fingerprint }) => fingerprint));
    assert.equal(documents.size, holding.length, `${client}: one invoice of each document`);
    assert.equal(documents.size, DOCUMENTS.length, client);
  }

  it('make one invoice of each call, and of each document that was not rejected', async () => {
    const clients = Array.from({ length: ROUNDS }, (_, n) => `client-${FIRST_SEED + n}`);
    const playNext = async (): Promise<void> => {
      for (let client = clients.pop(); client !== undefined; client = clients.pop())
        await examine(client, await play(client));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, playNext));
  });

  it('take over from any number of dead calls in a store that admits an intake key once, as an older program made it', async () => {
    const { invoices, claims } = mongo;
    await invoices.createIndex({ intakeKey: 1 }, { unique: true });
    try {
      for (const document of DOCUMENTS) {
        const { record, ...intake } = intakeOf('client-0', { call: `of ${document}`, document });
        const { client, fingerprint } = record;
        const dead = { invoiceId: `inv_dead ${document}`, attempt: 'dead' };
        await claims.insertOne({ _id: `${client} ${fingerprint}`, ...dead });
        assert.equal((await mongoStores(mongo).invoices.takeIn({ record, ...intake })).taken, true, document);
      }
    } finally {
      await invoices.dropIndex('intakeKey_1');
    }
  });
});
