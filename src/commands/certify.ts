import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { exampleFor } from './trigger/example-for.ts';
import { type RunOptions, runScenarios } from './certify/run-scenarios.ts';
import { SCENARIOS } from './certify/scenarios.ts';
import { inWords, RESULT_WORDS, scorecardPage } from './certify/scorecard-page.ts';
import { verifiedScorecard } from './certify/sign-scorecard.ts';
import { withConnection } from './frame/connection.ts';
import { readTextOf } from './frame/files.ts';
import type { Define, Frame } from './frame/frame.ts';

interface JsonOption {
  readonly json?: boolean;
}

const NAMES = SCENARIOS.map(({ name }) => name);

export const certify: Define = (command, frame) => {
  runCommand(command.command('run')).action(frame.act((options: RunOptions) => runScenarios(options, frame)));
  command
    .command('list')
    .description('the scenarios, and the endings of their invoice numbers')
    .option('--json', 'print JSON')
    .action(frame.act((options: JsonOption) => list(options, frame)));
  command
    .command('invoices')
    .description('write an example invoice for each scenario, ready to be submitted')
    .argument('<folder>', 'a file for each, as POST /invoices takes it')
    .option('--json', 'print JSON')
    .action(frame.act((folder: string, options: JsonOption) => writeInvoices(folder, options, frame)));
  command
    .command('verify')
    .description('verify a signed scorecard; needs no store and no network')
    .argument('<file>', 'scorecard.jws')
    .requiredOption('--keys <file>', 'the file behind /.well-known/jwks.json')
    .option('--page <file>', 'draw the page of what is signed')
    .option('--json', 'print the scorecard')
    .action(frame.act((file: string, options: VerifyOptions) => verify(file, options, frame)));
  command.addHelpText('after', '\ndocs/certify.md explains what to do at the ERP.');
};

const runCommand = (command: Command): Command =>
  withConnection(command)
    .description('watch an ERP at a sandbox that misbehaves, and write a scorecard')
    .requiredOption('--client <id>', "the client of the ERP; the key is its admin key or the operator's")
    .option('--erp <name>', 'the name of the ERP and its version, for the scorecard', 'ERP')
    .option('--webhook <url>', "the ERP's receiver of webhooks; without one it reads events by calls")
    .option('--secret <secret>', 'signs the deliveries; a new one if left out')
    .option('--port <port>', 'where the ERP calls in place of the service', numberIn, 8099)
    .option('--host <address>', 'the address of this machine that the ERP calls', '127.0.0.1')
    .option('--clock <url>', 'the listener of the service that moves its clock', 'http://127.0.0.1:9464')
    .addOption(new Option('--only <names...>', 'only these scenarios').choices(NAMES))
    .addOption(new Option('--skip <names...>', 'leave these out').choices(NAMES).conflicts('only'))
    .option('--out <folder>', 'where the scorecard is written', 'scorecard')
    .option('--unsigned', 'do not sign it')
    .option('--within <minutes>', 'the time the ERP has for all', numberIn, 60)
    .option('--slow <seconds>', 'how late a slow answer is', numberIn, 20)
    .option('--quiet <seconds>', 'how long nothing more must come', numberIn, 10)
    .option('--json', 'print the scorecard');

function numberIn(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number) || number < 0)
    throw new InvalidArgumentError('It is a number from 0.');
  return number;
}

function list({ json }: JsonOption, { terminal }: Frame): void {
  const rows = SCENARIOS.map(({ name, ending, routes, title, situation, expectations }) => ({
    name,
    number_ending: ending,
    routes: routes ?? null,
    title,
    situation,
    expected: expectations.map(({ expected }) => expected),
  }));
  if (json) return terminal.json(rows);
  terminal.table(
    ['NAME', 'NUMBER ENDS', 'ROUTES', 'SITUATION'],
    rows.map(({ name, number_ending: ending, routes, title }) => [
      terminal.paint('bold', name),
      ending,
      routes?.join(' ') ?? 'any',
      title,
    ]),
  );
}

/** Not a country of its own for those that any route takes. */
const ROUTE_OF_ANY = 'PEPPOL';

/** A run needs numbers that no earlier one had. */
function writeInvoices(folder: string, { json }: JsonOption, { terminal }: Frame): void {
  mkdirSync(folder, { recursive: true });
  const series = `X${Date.now().toString(36).toUpperCase()}`;
  const files = SCENARIOS.map(({ name, ending, routes }) => {
    const file = join(folder, `${name}.json`);
    const number = `${series}${ending}`;
    const submission = {
      ...exampleFor(routes?.[0] ?? ROUTE_OF_ANY, number),
      invoice_ref: `${series}-${name}`,
    };
    writeFileSync(file, `${JSON.stringify(submission, undefined, 2)}\n`);
    return { scenario: name, invoice_number: number, file };
  });
  if (json) return terminal.json(files);
  for (const { file } of files) terminal.line(file);
}

interface VerifyOptions extends JsonOption {
  readonly keys: string;
  readonly page?: string;
}

async function verify(file: string, { keys, page, json }: VerifyOptions, { terminal }: Frame): Promise<void> {
  const [signed, jwks] = [readTextOf(file), readTextOf(keys)];
  const card = await verifiedScorecard(signed, jwks);
  if (page !== undefined) writeFileSync(page, scorecardPage(card, { isSigned: true }));
  if (json) return terminal.json(card);
  terminal.line(`The signature holds. ${card.erp}: ${RESULT_WORDS[card.result]}. ${inWords(card)}.`);
}
