import type { DeliveryService, Invoice } from '../client/client.ts';
import { ServiceProblem } from '../client/problem.ts';
import { type CallOptions, withConnection } from './frame/connection.ts';
import { printInvoice, TIME_LENGTH, timeOf } from './frame/events.ts';
import { findInvoice } from './frame/find-invoice.ts';
import { printFindings } from './frame/findings.ts';
import type { Define, Frame } from './frame/frame.ts';
import { eventsOf } from './frame/invoice-events.ts';
import { historyOf, type Lane, presentOf, type Step } from './why/sentences.ts';

interface WhyOptions extends CallOptions {
  readonly answers?: boolean;
}

export const why: Define = (command, frame) => {
  withConnection(command)
    .argument('<id>', 'the id of the invoice, or its invoice_ref')
    .option('--answers', 'with what the route answered, as it came')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nA key of the operator also sees the workers.')
    .action(frame.act((id: string, options: WhyOptions) => explain(id, options, frame)));
};

async function explain(name: string, options: WhyOptions, frame: Frame): Promise<void> {
  const service = frame.service(options);
  const invoice = await findInvoice(service, name);
  const [events, care, lanes] = await Promise.all([
    eventsOf(service, invoice.id),
    service.careOf(invoice),
    lanesOf(service),
  ]);
  const now = presentOf({ invoice, events, care, lanes });
  const history = historyOf(events, invoice);
  if (options.json)
    return frame.terminal.json({
      invoice,
      history: history.map(({ answer, ...step }) => ({ ...step, ...(options.answers && { answer }) })),
      now,
    });
  print(invoice, history, now, options.answers === true, frame);
}

function print(
  invoice: Invoice,
  history: readonly Step[],
  now: readonly string[],
  withAnswers: boolean,
  { terminal }: Frame,
): void {
  printInvoice(terminal, invoice);
  const indent = ' '.repeat(TIME_LENGTH + 4);
  for (const { at, sentence, answer } of history) {
    terminal.prose(sentence, indent, `  ${terminal.paint('dim', timeOf(at))}`);
    if (withAnswers && answer !== undefined) terminal.prose(`Its answer: ${textOf(answer)}`, indent);
  }
  for (const [at, sentence] of now.entries())
    terminal.prose(sentence, indent, at === 0 ? `  ${terminal.paint('bold', 'now')}` : '');
  printFindings(terminal, invoice.errors ?? []);
  const next = nextOf(invoice, history, withAnswers);
  if (next) terminal.hint(next);
}

const textOf = (answer: unknown): string => (typeof answer === 'string' ? answer : JSON.stringify(answer));

/** The command that a reader may want next. */
function nextOf(
  { invoice_ref: ref, errors = [] }: Invoice,
  history: readonly Step[],
  withAnswers: boolean,
): string | undefined {
  const [first] = errors;
  if (first) return `ids explain ${first.code} says more about the error.`;
  if (!withAnswers && history.some(({ answer }) => answer !== undefined))
    return `ids why ${ref} --answers adds what the route answered.`;
  return undefined;
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
