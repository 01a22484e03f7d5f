import type { Command } from 'commander';
import type { DeliveryService } from '../../client/client.ts';
import { required } from '../../client/required.ts';
import { type CallOptions, withConnection } from './connection.ts';
import { CommandRefused, EXIT, type ExitCode } from './endings.ts';
import type { Frame } from './frame.ts';
import { list, type Listing } from './listing.ts';

export interface ClientOptions extends CallOptions {
  readonly client?: string;
}

/** Rows of one client, or of all that a key serves. */
export const filterOf = ({ client }: ClientOptions): { readonly client?: string } =>
  client === undefined ? {} : { client };

/** A command about what one client has. */
export const underClient = (command: Command, name: string, description: string): Command =>
  withConnection(command.command(name))
    .description(description)
    .option('--client <id>', 'whose, with an operator key')
    .option('--json', 'print JSON');

interface ClientCall {
  readonly service: DeliveryService;
  readonly client: string;
}

/** A client's key acts for its own. */
export async function clientCall(options: ClientOptions, frame: Frame): Promise<ClientCall> {
  const service = frame.service(options);
  const client = options.client ?? required(await service.api.GET('/keys/self')).client;
  if (client === undefined || client === null)
    throw new CommandRefused('An operator key serves all clients: name one with --client.');
  return { service, client };
}

interface OfClient<Row> extends Listing<Row> {
  readonly of: string;
  readonly rows: (call: ClientCall) => AsyncIterable<Row>;
}

/** `… list`: what a client has at providers. */
export const listOfClient = <Row>(
  command: Command,
  frame: Frame,
  { of, rows, ...listing }: OfClient<Row>,
): Command =>
  underClient(command, 'list', `${of} of a client, those that are over among them`).action(
    frame.act(async (options: ClientOptions) =>
      list(rows(await clientCall(options, frame)), listing, options, frame),
    ),
  );

interface AtProvider {
  readonly id: string;
  readonly state: string;
  readonly provider: string;
  readonly problem?: string;
}

/** What a provider does for a company now. */
export function tellCompany(
  company: string,
  row: AtProvider,
  { json }: ClientOptions,
  { terminal }: Frame,
): ExitCode {
  if (json) terminal.json(row);
  else {
    terminal.line(`${company} at ${row.provider}: ${row.state} (${row.id}).`);
    if (row.problem !== undefined) terminal.line(row.problem);
  }
  return row.state === 'failed' ? EXIT.refused : EXIT.done;
}
