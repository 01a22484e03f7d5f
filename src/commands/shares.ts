import type { components } from '../client/client.ts';
import { required } from '../client/required.ts';
import { type ConnectionOptions, withConnection } from './frame/connection.ts';
import { timeOf } from './frame/events.ts';
import type { Define, Frame } from './frame/frame.ts';

type Share = components['schemas']['Share'];

interface SharesOptions extends ConnectionOptions {
  readonly client?: string;
  readonly json?: boolean;
}

interface RevokeOptions extends ConnectionOptions {
  readonly json?: boolean;
}

export const shares: Define = (command, frame) => {
  // The options of `ids shares revoke` are its own, not those of the list.
  withConnection(command.enablePositionalOptions())
    .option('--client <id>', 'of one client, with an operator key')
    .option('--json', 'print JSON')
    .action(frame.act((options: SharesOptions) => list(options, frame)));
  withConnection(command.command('revoke'))
    .description('end a link at once')
    .argument('<id>', 'the id of the link')
    .option('--json', 'print JSON')
    .action(frame.act((id: string, options: RevokeOptions) => revoke(id, options, frame)));
};

async function list(options: SharesOptions, frame: Frame): Promise<void> {
  const { client, json } = options;
  const rows: Share[] = [];
  for await (const row of frame.service(options).list('/shares', { ...(client !== undefined && { client }) }))
    rows.push(row);
  const { terminal } = frame;
  if (json) return terminal.json(rows);
  if (rows.length === 0) return terminal.line('No link works.');
  terminal.table(
    ['link', 'document', 'client', 'made by', 'until (UTC)', 'last read'],
    rows.map((row) => [
      ...[row.id, row.subject, row.client, row.made_by_label ?? row.made_by, timeOf(row.expires_at)],
      row.last_read_at === undefined ? 'never' : timeOf(row.last_read_at),
    ]),
  );
  terminal.hint('ids shares revoke ID ends a link.');
}

async function revoke(id: string, options: RevokeOptions, frame: Frame): Promise<void> {
  const { api } = frame.service(options);
  const data = required(await api.POST('/shares/{id}/revoke', { params: { path: { id } } }));
  if (options.json) frame.terminal.json(data);
  else frame.terminal.line(`The link to ${data.subject} no longer works.`);
}
