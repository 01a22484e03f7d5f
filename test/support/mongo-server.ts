import { randomBytes } from 'node:crypto';
import { type Document, MongoClient } from 'mongodb';

export type MongoServer =
  | {
      readonly url: string;
      readonly kind: Kind;
    }
  | { readonly missing: string };

/** What each kind of server lacks. */
const LACKS = {
  mongod: undefined,
  /** It accepts what it lacks and ignores it. */
  'stand-in': 'validators, expiry of rows, write concerns and plans, which this stand-in lacks',
  /** FerretDB. It knows validators in part, if at all. */
  documentdb: 'validators and plans, which DocumentDB has in part or in another form',
} as const;
type Kind = keyof typeof LACKS;

/**
 * The server at `MONGODB_URL`; else an installed mongod, named by `MONGOMS_SYSTEM_BINARY` or downloaded
 * earlier. A download happens only if `MONGOMS_RUNTIME_DOWNLOAD` is true.
 */
async function findServer(): Promise<MongoServer> {
  const { MONGODB_URL } = process.env;
  if (MONGODB_URL) return described(MONGODB_URL);
  if (!(await hasMongod())) return { missing: `no MongoDB; set MONGODB_URL or ${OTHERWISE}` };
  const { MongoMemoryServer } = await import('mongodb-memory-server-core');
  const server = await MongoMemoryServer.create();
  // All test files of a process share the server. If files run in parallel, their parent process outlives each of them, and
  // the server ends with it.
  if (process.env['MOCHA_WORKER_ID'] === undefined) after(() => server.stop());
  return described(server.getUri());
}

export const OTHERWISE = 'MONGOMS_SYSTEM_BINARY, or MONGOMS_RUNTIME_DOWNLOAD=true';

/** Whether a mongod can be started here, without a download unless one is allowed. */
export async function hasMongod(): Promise<boolean> {
  process.env['MONGOMS_RUNTIME_DOWNLOAD'] ??= 'false';
  process.env['MONGOMS_SYSTEM_BINARY_VERSION_CHECK'] ??= 'false';
  if (process.env['MONGOMS_RUNTIME_DOWNLOAD'] === 'true') return true;
  const { DryMongoBinary } = await import('mongodb-memory-server-core');
  const found = await DryMongoBinary.locateBinary(DryMongoBinary.getEnsuredOptions()).catch(() => undefined);
  return found !== undefined;
}

async function described(url: string): Promise<MongoServer> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 5000 });
  try {
    const ask = (command: string): Promise<Document | undefined> =>
      client
        .db('admin')
        .command({ [command]: 1 })
        .catch(() => undefined);
    const kind = !(await ask('hello'))
      ? 'stand-in'
      : (await ask('buildInfo'))?.['ferretdb']
        ? 'documentdb'
        : 'mongod';
    return { url, kind };
  } finally {
    await client.close();
  }
}

export const MONGO = await findServer();

/** The address of a new database. */
export function freshDatabase(url: string): string {
  const [, server, options = ''] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(url)!;
  return `${server}/ids_test_${randomBytes(6).toString('hex')}${options}`;
}

/** A suite that is skipped if there is no MongoDB; its title gives the reason. */
export function describeOnMongo(title: string, suite: (url: string) => void): void {
  if ('missing' in MONGO) describe.skip(`${title} (${MONGO.missing})`, () => suite(''));
  else describe(title, () => suite(MONGO.url));
}

/** A suite about behaviour that other servers of the protocol lack. */
export function describeOnMongod(title: string, suite: (url: string) => void): void {
  const why = 'missing' in MONGO ? MONGO.missing : LACKS[MONGO.kind];
  if (why !== undefined) describe.skip(`${title} (${why})`, () => suite(''));
  else describeOnMongo(title, suite);
}
