import type { Collection } from 'mongodb';
import { LOCAL_CLIENT } from '../../domain/access/caller.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import type { ClientData, ClientDataKind } from '../../ports/client-data.ts';
import { pieceId } from './contents.ts';
import type { DataKeys } from './data-keys.ts';
import type { Mongo } from './mongo.ts';

type Remove = (mongo: Mongo, client: string) => Promise<number>;

/** Ids that begin with a text and a blank; `!` is the character after a blank. */
const startingWith = (text: string) => ({ $gte: `${text} `, $lt: `${text}!` });
const OF_ROUTES = (client: string) => ({
  $or: ROUTES.map((route) => ({ _id: startingWith(`${route} ${client}`) })),
});
/** Its audit rows are in the log. */
const IS_COPIED = { auditPendingSince: { $exists: false } } as const;

const KINDS: Readonly<Record<ClientDataKind, Remove>> = {
  keys: async (mongo, client) => remove(mongo.rows('api_keys'), { 'holder.client': client, ...IS_COPIED }),
  credentials: async (mongo, client) => remove(mongo.rows('credentials'), { client, ...IS_COPIED }),
  answers: async ({ idempotency }, client) =>
    (await remove(idempotency, { _id: startingWith(`client:${client}`) })) +
    (client === LOCAL_CLIENT ? await remove(idempotency, OF_OPERATOR) : 0),
  statuses: async ({ statuses }, client) => remove(statuses, { client, ...IS_COPIED }),
  sales: async ({ sales }, client) => remove(sales, { client, ...IS_COPIED }),
  refusals: async (mongo, client) => remove(mongo.rows('refusals'), { client }),
  shares: async (mongo, client) => remove(mongo.rows('shares'), { client }),
  registrations: async (mongo, client) =>
    remove(mongo.rows('receiver_registrations'), { client, ...IS_COPIED }),
  connections: async (mongo, client) => remove(mongo.rows('connections'), { client, ...IS_COPIED }),
  radars: async (mongo, client) =>
    (await remove(mongo.rows('radar_parts'), { client })) + (await remove(mongo.rows('radars'), { client })),
  sessions: async (mongo, client) => remove(mongo.rows('sessions'), OF_ROUTES(client)),
  feeds: async (mongo, client) =>
    (await remove(mongo.rows('feeds'), { client })) +
    (await remove(mongo.rows('collection_cursors'), OF_ROUTES(client))),
  counters: async (mongo, client) =>
    (await remove(mongo.caps, OF_ROUTES(client))) +
    (await remove(mongo.rows('route_states'), { client })) +
    (await remove(mongo.rates, { _id: { $gte: `${client}/`, $lt: `${client}0` } })),
  content: removeContent,
};

/** An answer to the operator without a time limit, or one that is sealed under the key of the client `local`. */
const OF_OPERATOR = {
  $or: [
    { _id: { $gte: 'operator erp:', $lt: 'operator erp;' } },
    { _id: startingWith('operator'), 'answer.sealedFor': LOCAL_CLIENT },
  ],
};

async function remove<T extends object>(collection: Collection<T>, filter: object): Promise<number> {
  return (await collection.deleteMany(filter)).deletedCount;
}

const AT_ONCE = 100;

/** Pieces first, because the head names them. */
async function removeContent({ contents, pieces }: Mongo, client: string): Promise<number> {
  const ofClient = { _id: startingWith(client) };
  for (let removed = 0; ;) {
    const heads = await contents
      .find(ofClient, { projection: { pieces: 1 } })
      .limit(AT_ONCE)
      .toArray();
    if (heads.length === 0) return removed;
    const ids = heads.flatMap((head) =>
      head.pieces ? Array.from({ length: head.pieces.count }, (_, n) => pieceId(head.pieces!.set, n)) : [],
    );
    if (ids.length > 0) await pieces.deleteMany({ _id: { $in: ids } });
    removed += await remove(contents, { _id: { $in: heads.map(({ _id }) => _id) } });
  }
}

export class MongoClientData implements ClientData {
  constructor(
    private readonly mongo: Mongo,
    private readonly dataKeys: DataKeys,
  ) {}

  async isKnown(client: string): Promise<boolean> {
    const { dataKeys, invoices } = this.mongo;
    const rests = await Promise.all([
      dataKeys.findOne({ _id: client }),
      invoices.findOne({ client }, { projection: { _id: 1 } }),
      this.mongo.rows('api_keys').findOne({ 'holder.client': client }),
      this.mongo.rows('credentials').findOne({ client }, { projection: { _id: 1 } }),
    ]);
    return rests.some((one) => one !== null);
  }

  async shredKey(client: string): Promise<void> {
    await this.dataKeys.shred(client);
  }

  async remove(client: string, kind: ClientDataKind): Promise<number> {
    return KINDS[kind](this.mongo, client);
  }
}
