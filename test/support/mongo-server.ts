import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';

export type MongoServer =
  | {
      readonly url: string;
      /** False on a stand-in, which takes validators, expiry and write concerns without effect. */
      readonly isMongod: boolean;
      readonly isReplicaSet: boolean;
    }
  | { readonly missing: string };

/**
 * The server at `MONGODB_URL`; else a mongod that is here already, named by `MONGOMS_SYSTEM_BINARY` or downloaded
 * earlier. Nothing is downloaded unless `MONGOMS_RUNTIME_DOWNLOAD` says true, as `npm run test:mongo` does.
 */
async function findServer(): Promise<MongoServer> {
  const { MONGODB_URL } = process.env;
  if (MONGODB_URL) return described(MONGODB_URL);
  process.env['MONGOMS_RUNTIME_DOWNLOAD'] ??= 'false';
  process.env['MONGOMS_SYSTEM_BINARY_VERSION_CHECK'] ??= 'false';
  const { MongoMemoryServer } = await import('mongodb-memory-server-core');
  try {
    const server = await MongoMemoryServer.create();
    // A hook of the whole run: every test file shares the server.
    after(() => server.stop());
    return await described(server.getUri());
  } catch {
    return { missing: 'no MongoDB: set MONGODB_URL or MONGOMS_SYSTEM_BINARY, or run npm run test:mongo' };
  }
}

async function described(url: string): Promise<MongoServer> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 5000 });
  try {
    const hello = await client
      .db('admin')
      .command({ hello: 1 })
      .catch(() => undefined);
    return { url, isMongod: hello !== undefined, isReplicaSet: typeof hello?.['setName'] === 'string' };
  } finally {
    await client.close();
  }
}

export const MONGO = await findServer();

/** The address of a database of its own. */
export function freshDatabase(url: string): string {
  const [, server, options = ''] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(url)!;
  return `${server}/ids_test_${randomBytes(6).toString('hex')}${options}`;
}

/** A suite that is skipped, its title saying why, where no MongoDB can be had. */
export function describeOnMongo(title: string, suite: (url: string) => void): void {
  if ('missing' in MONGO)
    describe.skip(`${title} (${MONGO.missing})`, () => it('is shown by a MongoDB only'));
  else describe(title, () => suite(MONGO.url));
}

/** A suite on what a stand-in cannot show. */
export function describeOnMongod(title: string, suite: (url: string) => void): void {
  if ('missing' in MONGO) describe.skip(`${title} (${MONGO.missing})`, () => it('is shown by a mongod only'));
  else if (!MONGO.isMongod)
    describe.skip(`${title} (a stand-in has no effect of it; a mongod is needed)`, () =>
      it('is shown by a mongod only'));
  else describe(title, () => suite(MONGO.url));
}
