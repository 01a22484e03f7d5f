import type { components } from '../client/client.ts';
import { required } from '../client/required.ts';
import { type ConnectionOptions, withConnection } from './frame/connection.ts';
import { clientOf } from './frame/client-of.ts';
import { EXIT, type ExitCode } from './frame/endings.ts';
import type { Define, Frame } from './frame/frame.ts';

type Registration = components['schemas']['Registration'];
type Route = components['schemas']['Route'];

interface Options extends ConnectionOptions {
  readonly client?: string;
  readonly json?: boolean;
}

interface AddOptions extends Options {
  readonly route: string;
  readonly credential?: string;
  readonly migrationKey?: string;
}

export const registrations: Define = (command, frame) => {
  const under = (name: string, description: string) =>
    withConnection(command.command(name))
      .description(description)
      .option('--client <id>', 'whose, with an operator key')
      .option('--json', 'print JSON');
  under('list', 'registrations of a client, those that are over among them').action(
    frame.act((options: Options) => list(options, frame)),
  );
  under('add', 'have a provider register a company to receive')
    .argument('<participant>', 'the company as the route names its receivers, 0208:0123456749')
    .requiredOption('--route <route>', 'over which route')
    .option('--credential <id>', 'of which provider; else the one that would send for the company')
    .option('--migration-key <key>', 'with which another provider lets the participant go')
    .action(frame.act((participant: string, options: AddOptions) => add(participant, options, frame)));
  under('release', 'have the provider remove a registration: nothing reaches the company from then on')
    .argument('<id>', 'the id of the registration')
    .action(frame.act((id: string, options: Options) => release(id, options, frame)));
};

async function list(options: Options, frame: Frame): Promise<void> {
  const service = frame.service(options);
  const rows: Registration[] = [];
  for await (const row of service.registrations(await clientOf(service, options))) rows.push(row);
  const { terminal } = frame;
  if (options.json) return terminal.json(rows);
  if (rows.length === 0) return terminal.line('No company is registered here.');
  terminal.table(
    ['registration', 'participant', 'state', 'provider', 'in the network'],
    rows.map((row) => [row.id, row.participant, row.state, row.provider, row.seen_at ? 'yes' : 'no']),
  );
}

async function add(participant: string, options: AddOptions, frame: Frame): Promise<ExitCode> {
  const service = frame.service(options);
  const client = await clientOf(service, options);
  const { route, credential, migrationKey } = options;
  const body = {
    route: route as Route,
    participant,
    ...(credential !== undefined && { credential }),
    ...(migrationKey !== undefined && { migration_key: migrationKey }),
  };
  const params = { path: { client } };
  return tell(
    required(await service.api.POST('/clients/{client}/registrations', { params, body })),
    options,
    frame,
  );
}

async function release(id: string, options: Options, frame: Frame): Promise<ExitCode> {
  const service = frame.service(options);
  const params = { path: { client: await clientOf(service, options), id } };
  const released = await service.api.POST('/clients/{client}/registrations/{id}/release', { params });
  return tell(required(released), options, frame);
}

function tell(registration: Registration, { json }: Options, { terminal }: Frame): ExitCode {
  const { id, participant, state, provider, problem } = registration;
  if (json) terminal.json(registration);
  else {
    terminal.line(`${participant} at ${provider}: ${state} (${id}).`);
    if (problem !== undefined) terminal.line(problem);
  }
  return state === 'failed' ? EXIT.refused : EXIT.done;
}
