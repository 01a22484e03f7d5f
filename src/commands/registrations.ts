import type { components } from '../client/client.ts';
import { required } from '../client/required.ts';
import { clientCall, type ClientOptions, listOfClient, tellCompany, underClient } from './frame/client-of.ts';
import type { ExitCode } from './frame/endings.ts';
import type { Define, Frame } from './frame/frame.ts';

type Registration = components['schemas']['Registration'];
type Route = components['schemas']['Route'];

interface AddOptions extends ClientOptions {
  readonly route: string;
  readonly credential?: string;
  readonly migrationKey?: string;
}

export const registrations: Define = (command, frame) => {
  listOfClient<Registration>(command, frame, {
    of: 'registrations',
    rows: ({ service, client }) => service.registrations(client),
    none: 'No company is registered here.',
    columns: {
      registration: ({ id }) => id,
      participant: ({ participant }) => participant,
      state: ({ state }) => state,
      provider: ({ provider }) => provider,
      'in the network': ({ seen_at: at }) => (at ? 'yes' : 'no'),
    },
  });
  underClient(command, 'add', 'have a provider register a company to receive')
    .argument('<participant>', 'the company as the route names its receivers, 0208:0123456749')
    .requiredOption('--route <route>', 'over which route')
    .option('--credential <id>', 'of which provider; else the one that would send for the company')
    .option('--migration-key <key>', 'with which another provider lets the participant go')
    .action(frame.act((participant: string, options: AddOptions) => add(participant, options, frame)));
  underClient(
    command,
    'release',
    'have the provider remove a registration: nothing reaches the company from then on',
  )
    .argument('<id>', 'the id of the registration')
    .action(frame.act((id: string, options: ClientOptions) => release(id, options, frame)));
};

async function add(participant: string, options: AddOptions, frame: Frame): Promise<ExitCode> {
  const { service, client } = await clientCall(options, frame);
  const { route, credential, migrationKey } = options;
  const body = {
    route: route as Route,
    participant,
    ...(credential !== undefined && { credential }),
    ...(migrationKey !== undefined && { migration_key: migrationKey }),
  };
  const params = { path: { client } };
  const made = required(await service.api.POST('/clients/{client}/registrations', { params, body }));
  return tellCompany(made.participant, made, options, frame);
}

async function release(id: string, options: ClientOptions, frame: Frame): Promise<ExitCode> {
  const { service, client } = await clientCall(options, frame);
  const params = { path: { client, id } };
  const released = required(
    await service.api.POST('/clients/{client}/registrations/{id}/release', { params }),
  );
  return tellCompany(released.participant, released, options, frame);
}
