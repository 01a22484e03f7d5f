import { MongoClient, type MongoClientOptions } from 'mongodb';
import { endBrokenWrites } from './broken-writes.ts';

/** How long a call looks for a primary, and a start does: an election takes about 12 seconds. */
const SELECTION_MS = 5_000;
export const START_MS = 20_000;

/** Longer than the server may take for an operation: a connection that is silent for this long is broken. */
const SOCKET_MS = 30_000;
/** How long a call waits for a connection of the pool while all are in use. */
const WAIT_QUEUE_MS = 10_000;
/** How long most members may take to keep a write. */
const WRITE_CONCERN_MS = 10_000;

/**
 * Options that the store relies on, so the address cannot change them: reads go to an up-to-date member, and a write counts
 * only once neither an election nor a loss of power can undo it.
 */
const PINNED: MongoClientOptions = {
  readPreference: 'primary',
  readConcern: { level: 'local' },
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: WRITE_CONCERN_MS },
};

/** The driver would merge these with the pinned options, or refuse the address. */
const PINNED_IN_ADDRESS: ReadonlySet<string> = new Set([
  'readpreference',
  'readpreferencetags',
  'maxstalenessseconds',
  'readconcernlevel',
  'w',
  'j',
  'journal',
  'wtimeout',
  'wtimeoutms',
]);

/** The connection for work. */
export const connect = (url: string): Promise<MongoClient> =>
  open(url, {
    serverSelectionTimeoutMS: SELECTION_MS,
    socketTimeoutMS: SOCKET_MS,
    waitQueueTimeoutMS: WAIT_QUEUE_MS,
  });

/** For the setup of the store: an index may take long to build, and a primary long to be found. */
export const connectForSetUp = (url: string): Promise<MongoClient> =>
  open(url, { serverSelectionTimeoutMS: START_MS });

/**
 * By default the driver repeats a write once whose reply is lost, as in an election. The address may turn this off for a server without it, as
 * Amazon DocumentDB before 8.0.2 (docs.aws.amazon.com/documentdb, "Retryable writes"): each write of the store may be repeated without harm, so the
 * only loss is that a caller gets `busy` and work is done by its schedule.
 * @param defaults if the address does not say otherwise.
 */
async function open(url: string, defaults: MongoClientOptions): Promise<MongoClient> {
  endBrokenWrites();
  const { address, options } = withoutPinned(url);
  const client = new MongoClient(address, {
    appName: 'invoice-delivery-service',
    ...Object.fromEntries(Object.entries(defaults).filter(([name]) => !options.has(name.toLowerCase()))),
    ...PINNED,
    // A member set to undefined is absent, as everywhere else.
    ignoreUndefined: true,
  });
  return client.connect();
}

/** An address of several hosts is not a URL for Node, so only its options are read. */
function withoutPinned(url: string): { readonly address: string; readonly options: ReadonlySet<string> } {
  const [address, query = ''] = url.split('?', 2) as [string, string?];
  const given = query
    .split('&')
    .map((option) => [option.split('=', 1)[0]!.toLowerCase(), option] as const)
    .filter(([name]) => name !== '' && !PINNED_IN_ADDRESS.has(name));
  const options = given.map(([, option]) => option).join('&');
  return {
    address: options ? `${address}?${options}` : address,
    options: new Set(given.map(([name]) => name)),
  };
}
