import { awaitKeyRelease } from '../application/operation/await-key-release.ts';
import { DeleteClient } from '../application/clients/delete-client.ts';
import type { components, DeliveryService } from '../client/client.ts';
import { CallFailed } from '../domain/failures.ts';
import { openForCommand } from '../processes/open-for-command.ts';
import { readSettings } from '../processes/settings/read-settings.ts';
import { checkedId } from './frame/client-id.ts';
import { type CallOptions, withConnection } from './frame/connection.ts';
import type { Define, Frame } from './frame/frame.ts';
import { CommandRefused } from './frame/endings.ts';
import { list, type Listing } from './frame/listing.ts';

export const clients: Define = (command, frame) => {
  withConnection(command.command('list'))
    .description('clients with a record or with keys, by an operator key')
    .option('--json', 'print JSON')
    .action(
      frame.act(async (options: CallOptions) =>
        list(await everyClient(frame.service(options)), LISTING, options, frame),
      ),
    );
  command
    .command('delete')
    .description('delete a client for good, at the store of STORE_URL')
    .argument('<id>')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Its data key, invoices with their files and events, keys, credentials, webhook and kept answers are removed. What stays is its id, which is \
never used again, its audit rows and the daily counts. The command may be run again at any time, also after it was broken off.`,
    )
    .action(
      frame.act((client: string, { json }: { readonly json?: boolean }) =>
        remove(client, json === true, frame),
      ),
    );
};

interface Listed {
  readonly client: string;
  readonly record: components['schemas']['ClientRecord'] | null;
  /** Not revoked. */
  readonly live_keys: number;
}

const LISTING: Listing<Listed> = {
  none: 'There is no client.',
  columns: {
    client: ({ client }) => client,
    record: ({ record }, { terminal }) => (record ? 'yes' : terminal.paint('yellow', 'no')),
    'live keys': ({ live_keys: keys }) => String(keys),
    partner: ({ record }) => record?.partner ?? '',
  },
};

/** Without the client's credential its provider could not be asked to release them. */
const refuseStanding =
  (client: string) =>
  (error: unknown): never => {
    if (error instanceof CallFailed && error.failure.kind === 'connection-stands')
      throw new CommandRefused(
        `Providers still take log-ins for ${client}. Nothing was deleted: ids connections list --client ${client} shows them, and ids connections end ID --client ${client} ends one.`,
      );
    if (!(error instanceof CallFailed) || error.failure.kind !== 'registration-stands') throw error;
    throw new CommandRefused(
      `A provider still registers companies of ${client}. Nothing was deleted: ids registrations list --client ${client} shows them, and ids registrations release ID --client ${client} ends one.`,
    );
  };

/** GET /clients lists records only (contract 4.13). */
async function everyClient(service: DeliveryService): Promise<readonly Listed[]> {
  const records = new Map<string, components['schemas']['ClientRecord']>();
  for await (const record of service.list('/clients')) records.set(record.client, record);
  const keys = new Map<string, number>();
  for await (const { client, revoked_at: revoked } of service.list('/keys'))
    if (client !== undefined && client !== null)
      keys.set(client, (keys.get(client) ?? 0) + (revoked ? 0 : 1));
  return [...new Set([...records.keys(), ...keys.keys()])].sort().map((client) => ({
    client,
    record: records.get(client) ?? null,
    live_keys: keys.get(client) ?? 0,
  }));
}

async function remove(client: string, asJson: boolean, { env, terminal }: Frame): Promise<void> {
  checkedId('ID', client);
  const { stores, clock, close } = await openForCommand(readSettings(env));
  try {
    const removed = await new DeleteClient({ ...stores, clock }).run(client).catch(refuseStanding(client));
    if (!removed) throw new CommandRefused(`Nothing is kept of a client ${client}.`);
    const silent = await awaitKeyRelease({
      processes: stores.processes,
      realClock: { now: () => new Date() },
    });
    const names = silent.map(({ id }) => id);
    if (asJson)
      return terminal.json({ client, removed, ...(names.length > 0 && { silent_processes: names }) });
    const summary = Object.entries(removed).map(([kind, count]) => `${kind} ${count}`);
    terminal.line(`Client ${client} is deleted. Removed: ${summary.join(', ') || 'nothing more'}.`);
    if (names.length > 0)
      terminal.line(
        `No sign of life for a minute from ${names.join(', ')}. A process that was killed has lost the client's key; end one that stands still, for it may have the key in its memory.`,
      );
  } finally {
    await close();
  }
}
