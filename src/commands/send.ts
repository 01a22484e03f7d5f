import { ENGLISH } from './frame/english.ts';
import { basename, extname } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import type { DeliveryService, Intake, Invoice, Route } from '../client/client.ts';
import { headed } from '../client/options.ts';
import { ServiceProblem } from '../client/problem.ts';
import { required } from '../client/required.ts';
import { OtherEnd } from '../client/wait-for.ts';
import { isReadObject } from '../domain/json/json-object.ts';
import { jsonText } from '../domain/json/json-text.ts';
import { readJson } from '../domain/json/read-json.ts';
import { ROUTES } from '../domain/routes/all.ts';
import { type DatedExample, datedFile } from './example/dated-example.ts';
import { type CallOptions, withConnection } from './frame/connection.ts';
import { readFileOf } from './frame/files.ts';
import { printFinding, printFindings } from './frame/findings.ts';
import type { Define, Frame } from './frame/frame.ts';
import { eventsOf } from './frame/invoice-events.ts';
import { CommandRefused, endingOf, EXIT, type ExitCode, isPlain, NotRun } from './frame/endings.ts';
import type { Style, Terminal } from './frame/terminal.ts';
import { printEvents, printInvoice } from './frame/events.ts';

interface SendOptions extends CallOptions {
  readonly route?: Route;
  readonly ref?: string;
  readonly client?: string;
  readonly connector?: string;
  readonly idempotencyKey?: string;
  readonly wait?: boolean;
  readonly timeout: number;
}

/** An invoice that has left the hands of the service. */
const SENT = ['ready', 'accepted', 'delivered'] as const;

export const send: Define = (command, frame) => {
  withConnection(command)
    .argument('<file...>', 'canonical JSON, a submission, an export (with --connector), UBL, CII, FA(3), PDF')
    .addOption(new Option('--route <route>', 'the route; required for XML and PDF').choices([...ROUTES]))
    .option('--ref <text>', 'invoice_ref; of a file its name, if left out')
    .option('--client <id>', 'the client, with an operator key')
    .option('--connector <name>', 'the file is an export that this mapping reads')
    .option('--idempotency-key <key>', 'names the call; a new one if left out')
    .option('--wait', 'wait until the route has it, or refuses it')
    .addOption(seconds(new Option('--timeout <seconds>', 'how long to wait')).default(600))
    .option('--json', 'print JSON')
    .action(frame.act((files: readonly string[], options: SendOptions) => sendAll(files, options, frame)));
};

const seconds = (option: Option): Option =>
  option.argParser((text) => {
    if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It is a number of seconds.');
    return Number(text);
  });

interface Sent {
  readonly file: string;
  /** Present if the file is an example that got the dates of today. */
  readonly dated?: DatedExample | undefined;
  readonly intake?: Intake;
  readonly invoice?: Invoice;
  readonly error?: unknown;
}

async function sendAll(files: readonly string[], options: SendOptions, frame: Frame): Promise<ExitCode> {
  if (files.length > 1 && (options.ref !== undefined || options.idempotencyKey !== undefined))
    throw new NotRun('--ref and --idempotency-key name one invoice: give one file.');
  const service = frame.service(options);
  const submitted: Sent[] = [];
  for (const file of files) {
    const one = await attempt(file, options, service);
    if (!options.json) printIntake(one, frame);
    submitted.push(one);
  }
  if (!options.wait) return finish(submitted);
  const ended = await Promise.all(submitted.map((one) => waitFor(one, options, service, frame)));
  if (!options.json) for (const one of ended) await printEnd(one, service, frame);
  return finish(ended);

  function finish(sent: readonly Sent[]): ExitCode {
    if (options.json) frame.terminal.json(sent.map(asJson));
    else suggest(sent, frame);
    return codeOf(sent);
  }
}

/** A file that is refused does not keep the next ones back. */
async function attempt(file: string, options: SendOptions, service: DeliveryService): Promise<Sent> {
  let dated: DatedExample | undefined;
  try {
    const bytes = readFileOf(file);
    dated = datedFile(file, bytes, new Date());
    const content = dated ? Buffer.from(dated.text) : bytes;
    return { file, dated, intake: await sendFile(file, content, options, service) };
  } catch (error) {
    if (!isPlain(error)) throw error;
    return { file, dated, error };
  }
}

async function sendFile(
  file: string,
  bytes: Buffer<ArrayBuffer>,
  options: SendOptions,
  service: DeliveryService,
): Promise<Intake> {
  const { route, idempotencyKey } = options;
  if (extname(file).toLowerCase() === '.json' || options.connector !== undefined)
    return sendText(submissionText(file, bytes, options), options, service);
  if (route === undefined)
    throw new NotRun(`${file} is a finished file: --route says where it goes (${ROUTES.join(', ')}).`);
  if (options.client !== undefined)
    throw new NotRun('A finished file goes in with a key of its client, not with --client.');
  const invoiceRef = options.ref ?? basename(file, extname(file));
  return service.sendFile(bytes, { route, invoiceRef, idempotencyKey });
}

/** The text as it is: JSON.parse would round amounts. */
async function sendText(
  text: string,
  { idempotencyKey }: SendOptions,
  service: DeliveryService,
): Promise<Intake> {
  return required(
    await service.api.POST('/invoices', {
      ...headed({ idempotencyKey }),
      headers: { 'Content-Type': 'application/json' },
      body: {},
      bodySerializer: () => text,
    }),
  );
}

/** The body of POST /invoices: a file that is one, a canonical document, or an export. */
function submissionText(file: string, bytes: Buffer, { route, ref, client, connector }: SendOptions): string {
  const words = Object.entries({ route, invoice_ref: ref, client, connector }).filter(
    ([, word]) => word !== undefined,
  );
  const beside = words.map(([name, word]) => `,${JSON.stringify(name)}:${JSON.stringify(word)}`).join('');
  if (connector !== undefined && extname(file).toLowerCase() !== '.json')
    return `{"export":{"csv_base64":"${bytes.toString('base64')}"}${beside}}`;
  const text = bytes.toString('utf8');
  const read = readJson(text);
  if (!read.ok) throw new CommandRefused(`${file} is not readable JSON: ${ENGLISH.text(read.reason)}`);
  if (connector !== undefined) return `{"export":${text}${beside}}`;
  const isSubmission = read.members.has('document') || read.members.has('export');
  if (!isSubmission) return `{"document":${text}${beside}}`;
  if (words.length === 0 || !isReadObject(read.value)) return text;
  return jsonText({ ...read.value, ...Object.fromEntries(words) });
}

async function waitFor(
  one: Sent,
  options: SendOptions,
  service: DeliveryService,
  { signal }: Frame,
): Promise<Sent> {
  const { intake } = one;
  if (!intake) return one;
  const id = intake.duplicate_of ?? intake.id;
  try {
    const timeoutMs = options.timeout * 1000;
    return { ...one, invoice: await service.waitFor(id, SENT, { timeoutMs, signal }) };
  } catch (error) {
    if (error instanceof OtherEnd) return { ...one, invoice: error.invoice, error };
    if (!isPlain(error)) throw error;
    return { ...one, error };
  }
}

function printIntake({ file, dated, intake, error }: Sent, { terminal }: Frame): void {
  if (!intake) return printFailure(file, error, terminal);
  const { id, state, duplicate_of: first, route, route_rule: rule, warnings = [] } = intake;
  const chosen = route === undefined ? '' : `route ${route} by rule ${rule}`;
  if (first === undefined) terminal.row([wordOf(terminal, state), file, id, chosen], INNER);
  else
    terminal.row(
      [wordOf(terminal, 'known'), file, first, 'It was submitted before; nothing is sent a second time.'],
      INNER,
    );
  if (dated) terminal.prose(`An example: sent with dates of today, as ${dated.number}.`, INNER);
  for (const warning of warnings) printFinding(terminal, warning);
}

async function printEnd(one: Sent, service: DeliveryService, { terminal }: Frame): Promise<void> {
  const { file, invoice, intake, error } = one;
  if (!intake) return;
  if (!invoice && isLate(error)) {
    terminal.row([wordOf(terminal, 'waiting', 'yellow'), file, intake.id], INNER);
    return terminal.prose('It has not ended in this time; the service goes on with it.', INNER);
  }
  if (!invoice) return printFailure(file, error, terminal);
  const events = await eventsOf(service, invoice.id);
  terminal.line();
  printInvoice(terminal, invoice);
  printEvents(terminal, events);
  const { legal_id: number } = invoice;
  if (number) terminal.line(`  The route knows it as ${number}.`);
  printFindings(terminal, invoice.errors ?? []);
}

const INNER = ' '.repeat(10);

/** A word in front of the name of a file, as wide as those of `ids check`. */
const wordOf = (terminal: Terminal, word: string, style?: Style): string =>
  terminal.paint(style ?? 'bold', word.padEnd(INNER.length - 2));

const isLate = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

/** The command that a reader may want next. */
function suggest(sent: readonly Sent[], { terminal }: Frame): void {
  const [code] = sent.flatMap(({ invoice, error }) =>
    (error instanceof ServiceProblem ? error.findings : (invoice?.errors ?? [])).map(
      (finding) => finding.code,
    ),
  );
  const waiting = sent.find(({ intake, invoice }) => intake && !invoice)?.intake;
  const [ended] = sent.flatMap(({ invoice }) => invoice ?? []);
  if (code !== undefined)
    terminal.hint(`ids explain ${code} says more; then correct the file, and send it again.`);
  else if (waiting) terminal.hint(`ids why ${waiting.duplicate_of ?? waiting.id} says how far it is.`);
  else if (ended) terminal.hint(`ids get ${ended.invoice_ref} --all FOLDER fetches documents and receipts.`);
}

function printFailure(file: string, error: unknown, terminal: Terminal): void {
  const isProblem = error instanceof ServiceProblem && error.findings.length > 0;
  const words = isProblem ? error.title : (endingOf(error).message ?? String(error));
  terminal.row([wordOf(terminal, isProblem ? 'refused' : 'not run', 'red'), file], INNER);
  terminal.prose(words, INNER);
  if (isProblem) printFindings(terminal, error.findings);
}

/** An error of a file has its findings as they came. */
const asJson = ({ file, dated, intake, invoice, error }: Sent) => ({
  file,
  ...(dated && { sent_as: { issue_date: dated.issueDate, number: dated.number } }),
  ...(intake && { intake }),
  ...(invoice && { invoice }),
  ...(error !== undefined &&
    !(error instanceof OtherEnd) && {
      error: endingOf(error).message,
      ...(error instanceof ServiceProblem && { type: error.type, findings: error.findings }),
    }),
});

/** The worst of all. An invoice that has ended otherwise was refused. */
const codeOf = (sent: readonly Sent[]): ExitCode =>
  sent.reduce<ExitCode>((worst, { error }) => {
    const code =
      error === undefined ? EXIT.done : error instanceof OtherEnd ? EXIT.refused : endingOf(error).code;
    return code > worst ? code : worst;
  }, EXIT.done);
