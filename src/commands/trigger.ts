import { Argument, Option } from 'commander';
import type { DeliveryService, Invoice, Route } from '../client/client.ts';
import { type Ending, ENDINGS } from '../client/sandbox-endings.ts';
import { ROUTE_PROFILES } from '../domain/routes/all.ts';
import { type CallOptions, withConnection } from './frame/connection.ts';
import { printEvents } from './frame/events.ts';
import { printFindings } from './frame/findings.ts';
import type { Define, Frame } from './frame/frame.ts';
import { eventsOf } from './frame/invoice-events.ts';
import { NotRun } from './frame/endings.ts';
import { exampleFor } from './trigger/example-for.ts';

interface TriggerOptions extends CallOptions {
  readonly route?: Route;
  readonly wait?: boolean;
}

const NETWORKS = ROUTE_PROFILES.filter(({ hasRail }) => hasRail).map(({ name }) => name as Route);

export const trigger: Define = (command, frame) => {
  withConnection(command)
    .addArgument(new Argument('<ending>', 'what is to happen').choices(ENDINGS.map(({ name }) => name)))
    .addOption(
      new Option('--route <route>', 'the route; the first one that has the ending').choices(NETWORKS),
    )
    .option('--wait', 'wait until the route has it, or refuses it')
    .option('--json', 'print JSON')
    .addHelpText('after', `\nSends an example invoice to the simulated networks of a sandbox:\n${listed()}`)
    .action(frame.act((name: string, options: TriggerOptions) => act(name, options, frame)));
};

const listed = (): string =>
  ENDINGS.map(
    ({ name, routes, does }) => `  ${name.padEnd(21)} ${does}${routes ? ` (${routes.join(', ')})` : ''}`,
  ).join('\n');

async function act(name: string, options: TriggerOptions, frame: Frame): Promise<void> {
  const ending = ENDINGS.find((each) => each.name === name);
  if (!ending) throw new NotRun(`${name} is no ending.`);
  const route = routeFor(ending, options.route);
  const service = frame.service(options);
  const { terminal } = frame;
  const { data: health } = await service.api.GET('/health');
  if (health?.environment !== 'sandbox')
    throw new NotRun('This service is no sandbox: its networks are real, and nothing is sent.');
  const number = `T${Date.now().toString(36).toUpperCase()}${ending.ending}`;
  const { id } = await service.send(exampleFor(route, number));
  if (!options.json) terminal.row([terminal.paint('bold', number), `${route}: ${ending.does}`, id], '  ');
  const ended = options.wait ? await endOf(service, id, frame) : undefined;
  if (options.json)
    return terminal.json({ id, invoice_ref: number, route, ...(ended && { invoice: ended }) });
  if (!ended) return;
  printEvents(terminal, await eventsOf(service, id));
  printFindings(terminal, ended.errors ?? []);
}

function routeFor({ name, routes = NETWORKS }: Ending, route: Route | undefined): Route {
  if (route !== undefined && !routes.includes(route))
    throw new NotRun(`${name} happens on ${routes.join(', ')}, not on ${route}.`);
  return route ?? routes[0]!;
}

const ENDS = ['ready', 'accepted', 'delivered', 'rejected', 'validation_failed', 'dead_letter'] as const;

const endOf = (service: DeliveryService, id: string, { signal }: Frame): Promise<Invoice> =>
  service.waitFor(id, ENDS, { signal });
