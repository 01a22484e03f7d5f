import type { DeliveryService, Invoice, StatusEvent } from '../client/client.ts';
import { ServiceProblem } from '../client/problem.ts';
import { type ConnectionOptions, withConnection } from './frame/connection.ts';
import { paintStatus, timeOf } from './frame/events.ts';
import { findInvoice } from './frame/find-invoice.ts';
import { printFindings } from './frame/findings.ts';
import type { Define, Frame } from './frame/frame.ts';
import { eventsOf } from './frame/invoice-events.ts';
import { type CareRow, happened, type Lane, presentOf } from './why/sentences.ts';

interface WhyOptions extends ConnectionOptions {
  readonly json?: boolean;
}

export const why: Define = (command, frame) => {
  withConnection(command)
    .argument('<id>', 'the id of the invoice, or its invoice_ref')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nA key of the operator also sees the workers.')
    .action(frame.act((id: string, options: WhyOptions) => explain(id, options, frame)));
};

async function explain(asked: string, options: WhyOptions, frame: Frame): Promise<void> {
  const service = frame.service(options);
  const invoice = await findInvoice(service, asked);
  const [events, care, lanes] = await Promise.all([
    eventsOf(service, invoice.id),
    careOf(service, invoice),
    lanesOf(service),
  ]);
  const now = presentOf({ invoice, events, care, lanes });
  if (options.json)
    return frame.terminal.json({
      invoice,
      history: events.map((event) => ({ at: event.occurred_at, sentence: happened(event, invoice) })),
      now,
    });
  print(invoice, events, now, frame);
}

function print(
  invoice: Invoice,
  events: readonly StatusEvent[],
  now: readonly string[],
  { terminal }: Frame,
): void {
  const { id, invoice_ref: ref, route, client, state } = invoice;
  terminal.line(
    `${terminal.paint('bold', ref)}  ${id}  ${route}  client ${client}  ${paintStatus(terminal, state)}`,
  );
  const indent = ' '.repeat(TIME_LENGTH + 4);
  for (const event of events)
    terminal.prose(happened(event, invoice), indent, `  ${terminal.paint('dim', timeOf(event.occurred_at))}`);
  for (const [at, sentence] of now.entries())
    terminal.prose(sentence, indent, at === 0 ? `  ${terminal.paint('bold', 'now')}` : '');
  printFindings(terminal, invoice.errors ?? []);
}

const TIME_LENGTH = timeOf(new Date(0).toISOString()).length;

/** The newest rows are enough: a row of this invoice is not older than it. */
const MAX_CARE_ROWS = 1000;

async function careOf(service: DeliveryService, { id, client }: Invoice): Promise<readonly CareRow[]> {
  const found: CareRow[] = [];
  let seen = 0;
  for await (const row of service.list('/care', {
    status: 'open',
    ...(client !== undefined && { client }),
  })) {
    if (row.invoice_id === id) found.push(row);
    if ((seen += 1) >= MAX_CARE_ROWS) break;
  }
  return found;
}

/** Undefined for keys of clients, which do not see the processes. */
async function lanesOf(service: DeliveryService): Promise<readonly Lane[] | undefined> {
  try {
    const { data } = await service.api.GET('/workers');
    return data?.lanes.map(({ lane, workers }) => ({
      lane,
      workers,
      processes: data.data.filter(({ lanes }) => lanes.includes(lane)).map(({ id }) => id),
    }));
  } catch (error) {
    if (error instanceof ServiceProblem && (error.status === 403 || error.status === 404)) return undefined;
    throw error;
  }
}
