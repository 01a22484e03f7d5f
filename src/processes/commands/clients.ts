import { CLIENT_ID } from '../../domain/access/caller.ts';
import { DeleteClient } from '../../application/clients/delete-client.ts';
import { CommandRefused, runCommand } from './command.ts';
import { openTools } from '../open-tools.ts';
import { readSettings } from '../settings/read-settings.ts';

const USAGE = `npm run clients -- delete ID

Deletes a client for good: its data key, invoices with their files and events, keys, credentials, webhook and kept answers. What stays
is its id, which is never used again, its audit rows and the daily counts. The command may be run again at any time, also after it was
broken off.`;

function clientOf(args: readonly string[]): string {
  const [command, client, ...more] = args;
  if (command !== 'delete' || client === undefined || more.length > 0) throw new CommandRefused(USAGE);
  if (!CLIENT_ID.test(client))
    throw new CommandRefused('ID takes 1 to 64 letters, digits, dots, underscores and hyphens.');
  return client;
}

async function deleteClient(): Promise<void> {
  const client = clientOf(process.argv.slice(2));
  const { stores, clock, close } = await openTools(readSettings(process.env));
  try {
    const removed = await new DeleteClient({ ...stores, clock }).run(client);
    if (!removed) throw new CommandRefused(`Nothing is kept of a client ${client}.`);
    const summary = Object.entries(removed).map(([kind, count]) => `${kind} ${count}`);
    console.log(`Client ${client} is deleted. Removed: ${summary.join(', ') || 'nothing more'}.`);
  } finally {
    await close();
  }
}

await runCommand(USAGE, deleteClient);
