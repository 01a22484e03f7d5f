import type { components } from '../client/client.ts';
import { required } from '../client/required.ts';
import { clientOf } from './frame/client-of.ts';
import { type ConnectionOptions, withConnection } from './frame/connection.ts';
import { EXIT, type ExitCode } from './frame/endings.ts';
import type { Define, Frame } from './frame/frame.ts';

type Connection = components['schemas']['Connection'];
type Route = components['schemas']['Route'];

interface Options extends ConnectionOptions {
  readonly client?: string;
  readonly json?: boolean;
}

interface AddOptions extends Options {
  readonly route: string;
  readonly provider: string;
}

export const connections: Define = (command, frame) => {
  const under = (name: string, description: string) =>
    withConnection(command.command(name))
      .description(description)
      .option('--client <id>', 'whose, with an operator key')
      .option('--json', 'print JSON');
  under('list', 'connections of a client, those that are over among them').action(
    frame.act((options: Options) => list(options, frame)),
  );
  under('add', 'a link with which a company connects to its provider by consent')
    .argument('<company>', 'the company as the route names companies, its SIREN')
    .requiredOption('--route <route>', 'over which route')
    .requiredOption('--provider <provider>', 'the provider, as the page of the route names it')
    .action(frame.act((company: string, options: AddOptions) => add(company, options, frame)));
  under('end', 'revoke a connection and its credential: nothing is sent or fetched with it from then on')
    .argument('<id>', 'the id of the connection')
    .action(frame.act((id: string, options: Options) => end(id, options, frame)));
};

async function list(options: Options, frame: Frame): Promise<void> {
  const service = frame.service(options);
  const rows: Connection[] = [];
  for await (const row of service.connections(await clientOf(service, options))) rows.push(row);
  const { terminal } = frame;
  if (options.json) return terminal.json(rows);
  if (rows.length === 0) return terminal.line('No company is connected here.');
  terminal.table(
    ['connection', 'company', 'provider', 'state', 'last taken'],
    rows.map((row) => [
      row.id,
      row.company,
      row.provider,
      row.state,
      row.checked_at?.slice(0, 10) ?? 'never',
    ]),
  );
}

async function add(company: string, options: AddOptions, frame: Frame): Promise<ExitCode> {
  const service = frame.service(options);
  const params = { path: { client: await clientOf(service, options) } };
  const body = { route: options.route as Route, provider: options.provider, company };
  return tell(
    required(await service.api.POST('/clients/{client}/connections', { params, body })),
    options,
    frame,
  );
}

async function end(id: string, options: Options, frame: Frame): Promise<ExitCode> {
  const service = frame.service(options);
  const params = { path: { client: await clientOf(service, options), id } };
  return tell(
    required(await service.api.DELETE('/clients/{client}/connections/{id}', { params })),
    options,
    frame,
  );
}

function tell(connection: Connection, { json }: Options, { terminal }: Frame): ExitCode {
  const { id, company, provider, state, problem, url, link_until: until } = connection;
  if (json) terminal.json(connection);
  else {
    terminal.line(`${company} at ${provider}: ${state} (${id}).`);
    if (problem !== undefined) terminal.line(problem);
    if (url !== undefined) terminal.line(`For the company, once, until ${until}: ${url}`);
  }
  return state === 'failed' ? EXIT.refused : EXIT.done;
}
