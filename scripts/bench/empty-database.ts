import type { Mongo } from '../../src/adapters/mongo/mongo.ts';
import { openMongo } from '../../src/adapters/mongo/open-mongo.ts';
import { mongoServer } from '../mongo-server.ts';

/**
 * Measures on an empty database of MongoDB, and drops it; says so if there is no server.
 * @param what is measured.
 * @param options of the connection.
 */
export async function inEmptyDatabase(
  what: string,
  act: (mongo: Mongo) => Promise<void>,
  options: Readonly<Record<string, string>> = {},
): Promise<void> {
  const server = await mongoServer();
  if (!server) return console.log(`\nNo ${what} on MongoDB: set MONGODB_URL.`);
  const url = new URL(server.url);
  url.pathname = `/ids_bench_${process.pid}`;
  for (const [name, value] of Object.entries(options)) url.searchParams.set(name, value);
  const mongo = await openMongo(url.href, 'sandbox');
  try {
    await act(mongo);
    await mongo.db.dropDatabase();
  } finally {
    await mongo.close();
    server.process?.kill();
  }
}
