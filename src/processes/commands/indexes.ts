import { parseArgs } from 'node:util';
import { CommandRefused, runCommand } from './command.ts';
import { readSettings } from '../settings/read-settings.ts';

const USAGE = `npm run indexes [-- drop-obsolete]

Lists the indexes of the MongoDB store of STORE_URL that older versions made and this one does not need; drop-obsolete drops them.
An older version that still runs beside this one reads by them: drop them when none does any more.`;

async function run(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [word, ...more] = positionals;
  if (more.length > 0 || (word !== undefined && word !== 'drop-obsolete')) throw new CommandRefused(USAGE);
  const { store, environment } = readSettings(process.env);
  if (store.kind !== 'mongodb')
    throw new CommandRefused('STORE_URL names a SQLite store, which drops its indexes by itself.');
  const { obsoleteIndexesAt } = await import('../open-mongo-store.ts');
  const found = await obsoleteIndexesAt(store.url, environment, word === 'drop-obsolete');
  for (const { collection, index } of found) console.log(`${collection} ${index}`);
  if (found.length === 0) console.error('There is none.');
}

await runCommand(USAGE, run);
