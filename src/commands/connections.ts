import type { components } from '../client/client.ts';
import { required } from '../client/required.ts';
import { clientCall, type ClientOptions, listOfClient, tellCompany, underClient } from './frame/client-of.ts';
import type { ExitCode } from './frame/endings.ts';
import type { Define, Frame } from './frame/frame.ts';

type Connection = components['schemas']['Connection'];
type Route = components['schemas']['Route'];

interface AddOptions extends ClientOptions {
  readonly route: string;
  readonly provider: string;
}

export const connections: Define = (command, frame) => {
  listOfClient<Connection>(command, frame, {
    of: 'connections',
    rows: ({ service, client }) => service.connections(client),
    none: 'No company is connected here.',
    columns: {
      connection: ({ id }) => id,
      company: ({ company }) => company,
      provider: ({ provider }) => provider,
      state: ({ state }) => state,
      'last taken': ({ checked_at: at }) => at?.slice(0, 10) ?? 'never',
    },
  });
  underClient(command, 'add', 'a link with which a company connects to its provider by consent')
    .argument('<company>', 'the company as the route names companies, its SIREN')
    .requiredOption('--route <route>', 'over which route')
    .requiredOption('--provider <provider>', 'the provider, as the page of the route names it')
    .action(frame.act((company: string, options: AddOptions) => add(company, options, frame)));
  underClient(
    command,
    'end',
    'revoke a connection and its credential: nothing is sent or fetched with it from then on',
  )
    .argument('<id>', 'the id of the connection')
    .action(frame.act((id: string, options: ClientOptions) => end(id, options, frame)));
};

async function add(company: string, options: AddOptions, frame: Frame): Promise<ExitCode> {
  const { service, client } = await clientCall(options, frame);
  const params = { path: { client } };
  const body = { route: options.route as Route, provider: options.provider, company };
  const made = required(await service.api.POST('/clients/{client}/connections', { params, body }));
  const code = tellCompany(made.company, made, options, frame);
  if (made.url !== undefined && !options.json)
    frame.terminal.line(`For the company, once, until ${made.link_until}: ${made.url}`);
  return code;
}

async function end(id: string, options: ClientOptions, frame: Frame): Promise<ExitCode> {
  const { service, client } = await clientCall(options, frame);
  const params = { path: { client, id } };
  const ended = required(await service.api.DELETE('/clients/{client}/connections/{id}', { params }));
  return tellCompany(ended.company, ended, options, frame);
}
