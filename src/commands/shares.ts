import type { components } from '../client/client.ts';
import { required } from '../client/required.ts';
import { type ClientOptions, filterOf } from './frame/client-of.ts';
import { type CallOptions, withConnection } from './frame/connection.ts';
import { timeOf } from './frame/events.ts';
import type { Define, Frame } from './frame/frame.ts';
import { list, type Listing } from './frame/listing.ts';

type Share = components['schemas']['Share'];

export const shares: Define = (command, frame) => {
  // The options of `ids shares revoke` are its own, not those of the list.
  withConnection(command.enablePositionalOptions())
    .option('--client <id>', 'of one client, with an operator key')
    .option('--json', 'print JSON')
    .action(
      frame.act((options: ClientOptions) =>
        list(frame.service(options).list('/shares', filterOf(options)), LISTING, options, frame),
      ),
    );
  withConnection(command.command('revoke'))
    .description('end a link at once')
    .argument('<id>', 'the id of the link')
    .option('--json', 'print JSON')
    .action(frame.act((id: string, options: CallOptions) => revoke(id, options, frame)));
};

const LISTING: Listing<Share> = {
  none: 'No link works.',
  columns: {
    link: ({ id }) => id,
    document: ({ subject }) => subject,
    client: ({ client }) => client,
    'made by': ({ made_by: key, made_by_label: label }) => label ?? key,
    'until (UTC)': ({ expires_at: end }) => timeOf(end),
    'last read': ({ last_read_at: at }) => (at === undefined ? 'never' : timeOf(at)),
  },
  hint: 'ids shares revoke ID ends a link.',
};

async function revoke(id: string, options: CallOptions, frame: Frame): Promise<void> {
  const { api } = frame.service(options);
  const data = required(await api.POST('/shares/{id}/revoke', { params: { path: { id } } }));
  if (options.json) frame.terminal.json(data);
  else frame.terminal.line(`The link to ${data.subject} no longer works.`);
}
