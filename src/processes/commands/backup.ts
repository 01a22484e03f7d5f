import { parseArgs } from 'node:util';
import { backUp } from './backup/back-up.ts';
import { CommandRefused, runCommand } from './command.ts';
import { readSettings } from '../settings/read-settings.ts';

const USAGE = `npm run backup -- --to DIR

Copies the SQLite store of STORE_URL, invoices and their files, into a folder of its own in DIR, while the service runs. The folder
is printed on standard output. The master key is not in it: keep it in another place.`;

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  if (!values.to) throw new CommandRefused(USAGE);
  const { folder, manifest } = await backUp(readSettings(process.env), values.to, new Date());
  console.error(
    manifest.masterKeyFingerprint === undefined
      ? 'The store was never used with a master key.'
      : `The master key is not in the backup. Without it nothing in it can be read: keep it in another place (fingerprint ${manifest.masterKeyFingerprint}).`,
  );
  console.log(folder);
}

await runCommand(USAGE, run);
