import type { CommandStartedEvent, Document, MongoClient } from 'mongodb';
import type { Parameters, Sqlite } from '../../src/adapters/sqlite/sqlite.ts';

/**
 * The plans of the statements that a call executes on SQLite.
 * @param other a connection to the same file that writes nothing: the driver leaves an explained DELETE open.
 */
export async function plansOnSqlite(
  sqlite: Sqlite,
  other: Sqlite,
  ask: () => Promise<unknown>,
): Promise<readonly string[]> {
  const requestedQueries: (readonly [sql: string, parameters: Parameters | undefined])[] = [];
  const [all, run] = [sqlite.all.bind(sqlite), sqlite.run.bind(sqlite)];
  sqlite.all = (sql, parameters) => {
    requestedQueries.push([sql, parameters]);
    return all(sql, parameters);
  };
  sqlite.run = (sql, parameters) => {
    requestedQueries.push([sql, parameters]);
    return run(sql, parameters);
  };
  try {
    await ask();
  } finally {
    Object.assign(sqlite, { all, run });
  }
  const queries = requestedQueries.filter(([sql]) => !/^(BEGIN|COMMIT|ROLLBACK)/.test(sql));
  return queries.flatMap(([sql, parameters]) =>
    other.all(`EXPLAIN QUERY PLAN ${sql}`, parameters).map(({ detail }) => String(detail)),
  );
}

const EXPLAINED = new Set(['find', 'aggregate', 'findAndModify', 'count', 'update', 'delete']);
const OF_DRIVER = new Set([
  'lsid',
  '$db',
  '$clusterTime',
  'txnNumber',
  'maxTimeMS',
  'readConcern',
  'writeConcern',
]);

interface MongoPlan {
  /** `find` of `invoices`. */
  readonly command: string;
  readonly collection: string;
  /** Undefined if the server does not explain, as a stand-in. */
  readonly reads?: {
    readonly stages: readonly string[];
    readonly keys: number;
    readonly documents: number;
  };
}

/**
 * The server's own figures on the records that a call reads.
 * @param client monitors its commands.
 */
export async function plansOnMongo(
  client: MongoClient,
  ask: () => Promise<unknown>,
): Promise<readonly MongoPlan[]> {
  const started: CommandStartedEvent[] = [];
  const note = (event: CommandStartedEvent): void => void started.push(event);
  client.on('commandStarted', note);
  await ask();
  client.off('commandStarted', note);
  const plans: MongoPlan[] = [];
  for (const { commandName, command, databaseName } of started) {
    if (!EXPLAINED.has(commandName)) continue;
    const explain = Object.fromEntries(Object.entries(command).filter(([name]) => !OF_DRIVER.has(name)));
    const plan = await client
      .db(databaseName)
      .command({ explain, verbosity: 'executionStats' })
      .catch(() => undefined);
    const collection = String(command[commandName === 'findAndModify' ? 'findAndModify' : commandName]);
    plans.push({ command: commandName, collection, ...(plan && { reads: readsOf(plan) }) });
  }
  return plans;
}

function readsOf(plan: Document): NonNullable<MongoPlan['reads']> {
  const text = JSON.stringify(plan);
  const stages = [
    ...text.matchAll(/"stage":"(COLLSCAN|IXSCAN|FETCH|SORT|IDHACK|COUNT_SCAN|EXPRESS[A-Z_]*)"/g),
  ].map(([, stage]) => stage!);
  const [, keys = 'NaN'] = /"totalKeysExamined":(\d+)/.exec(text) ?? [];
  const [, documents = 'NaN'] = /"totalDocsExamined":(\d+)/.exec(text) ?? [];
  return { stages: [...new Set(stages)].reverse(), keys: Number(keys), documents: Number(documents) };
}

export const describePlan = ({ command, collection, reads }: MongoPlan): string =>
  reads
    ? `${command} ${collection} ${reads.stages.join(' > ')}: ${reads.keys} keys, ${reads.documents} documents`
    : `${command} ${collection}: this server does not explain`;
