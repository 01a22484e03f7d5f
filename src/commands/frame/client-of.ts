import type { Command } from 'commander';
import type { DeliveryService } from '../../client/client.ts';
import { required } from '../../client/required.ts';
import { type ConnectionOptions, withConnection } from './connection.ts';
import { CommandRefused, EXIT, type ExitCode } from './endings.ts';
import type { Frame } from './frame.ts';

export interface ClientOptions extends ConnectionOptions {
  readonly client?: string;
  readonly json?: boolean;
}

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

interface Listing<Row> {
  readonly rows: (call: ClientCall) => AsyncIterable<Row>;
  readonly none: string;
  readonly columns: Readonly<Record<string, (row: Row) => string>>;
}

export async function listOfClient<Row>(
  { rows, none, columns }: Listing<Row>,
  options: ClientOptions,
  frame: Frame,
): Promise<void> {
  const all: Row[] = [];
  for await (const row of rows(await clientCall(options, frame))) all.push(row);
  const { terminal } = frame;
  if (options.json) return terminal.json(all);
  if (all.length === 0) return terminal.line(none);
  terminal.table(
    Object.keys(columns),
    all.map((row) => Object.values(columns).map((cell) => cell(row))),
  );
}

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
