import { counted } from 'en16931-rules/vocabulary/counted.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeDeliverySigner } from '../../adapters/system/node-delivery-signer.ts';
import { DeliveryService } from '../../client/client.ts';
import { checked, type ConnectionOptions, connectionOf } from '../frame/connection.ts';
import type { Frame } from '../frame/frame.ts';
import { EXIT, type ExitCode, NotRun } from '../frame/endings.ts';
import { newestEvent } from '../listen/deliveries.ts';
import { type ErpKeys, mintErpKeys } from './erp-keys.ts';
import { Kit } from './kit.ts';
import { Proxy } from './proxy.ts';
import { type Scenario, SCENARIOS } from './scenarios.ts';
import { type JudgedScenario, notRun, type Scorecard, scorecardOf } from './scorecard.ts';
import { inWords, RESULT_WORDS, scorecardPage } from './scorecard-page.ts';
import { ScorecardSigner } from './sign-scorecard.ts';
import { TestClock } from './test-clock.ts';
import { WebhookRelay } from './webhook-relay.ts';

export interface RunOptions extends ConnectionOptions {
  readonly client: string;
  readonly erp: string;
  readonly webhook?: string;
  readonly secret?: string;
  readonly port: number;
  readonly host: string;
  readonly clock: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly out: string;
  readonly unsigned?: boolean;
  readonly within: number;
  readonly slow: number;
  readonly quiet: number;
  readonly json?: boolean;
}

const EXITS: Readonly<Record<Scorecard['result'], ExitCode>> = {
  passed: EXIT.done,
  failed: EXIT.refused,
  incomplete: EXIT.notRun,
};

/** @returns the exit code: whether every scenario has passed. */
export async function runScenarios(options: RunOptions, frame: Frame): Promise<ExitCode> {
  const { url } = connectionOf(options, frame.env);
  const serviceVersion = await sandboxVersion(frame.service(options));
  const signer = options.unsigned ? undefined : await ScorecardSigner.open(frame.env, url);
  const clock = await TestClock.at(checked(options.clock));
  const { tried, others } = chosen(options, clock !== undefined);
  const started = new Date();
  mkdirSync(options.out, { recursive: true });
  const keys = await mintErpKeys(frame.service(options), options.client, options.out);
  try {
    const judged = await watched(tried, keys, clock, options, frame);
    const card = (issuedAt: Date): Scorecard =>
      scorecardOf(
        {
          kit_version: frame.version,
          service_version: serviceVersion,
          client: options.client,
          erp: options.erp,
          started_at: started.toISOString(),
          ended_at: new Date().toISOString(),
        },
        inOrder([...judged, ...others]),
        issuedAt,
      );
    return EXITS[(await write(card, signer, options, frame)).result];
  } finally {
    await keys.revoke();
  }
}

async function sandboxVersion(service: DeliveryService): Promise<string> {
  const { data: health } = await service.api.GET('/health');
  if (health?.environment !== 'sandbox')
    throw new NotRun('This service is no sandbox: nothing is disturbed, and nothing is sent.');
  return health.version;
}

/** The scenarios of this run, and why the others are none. */
function chosen({ only, skip, webhook }: RunOptions, hasClock: boolean) {
  const reasonOf = ({ name, manner, outageSeconds }: Scenario): JudgedScenario['reason'] =>
    only && !only.includes(name)
      ? 'It is not one of --only.'
      : skip?.includes(name)
        ? 'It is one of --skip.'
        : manner && webhook === undefined
          ? 'No --webhook was given: the ERP reads events by calls.'
          : outageSeconds !== undefined && !hasClock
            ? 'The clock of the service cannot be moved: it runs without CLOCK_CONTROL=1, or --clock names another address.'
            : undefined;
  const isChoice = ({ name }: Scenario): boolean =>
    (only !== undefined && !only.includes(name)) || skip?.includes(name) === true;
  const others = SCENARIOS.flatMap((scenario) => {
    const reason = reasonOf(scenario);
    if (reason === undefined) return [];
    return notRun(scenario, isChoice(scenario) ? 'left_out' : 'not_run', reason);
  });
  return { tried: SCENARIOS.filter((scenario) => reasonOf(scenario) === undefined), others };
}

const inOrder = (judged: readonly JudgedScenario[]): readonly JudgedScenario[] =>
  SCENARIOS.flatMap(({ name }) => judged.filter((each) => each.name === name));

async function watched(
  scenarios: readonly Scenario[],
  keys: ErpKeys,
  clock: TestClock | undefined,
  options: RunOptions,
  frame: Frame,
): Promise<readonly JudgedScenario[]> {
  const { url } = connectionOf(options, frame.env);
  const service = new DeliveryService({ url, key: keys.first });
  const signer = new NodeDeliverySigner();
  const secret = options.secret ?? signer.newSecret();
  const { webhook } = options;
  const kit = new Kit(scenarios, {
    service,
    clock,
    relay: webhook === undefined ? undefined : new WebhookRelay(checked(webhook), secret, signer.newSecret()),
    quietMs: options.quiet * 1000,
    ended: (judged) => printEnded(judged, frame),
    keyHasEnded: () => {
      keys.end();
      frame.terminal.note(`The key of the ERP has ended. Its new key: ${keys.second}`);
    },
  });
  const after = await newestEvent(service);
  const proxy = await Proxy.open(
    { target: url, host: options.host, port: options.port, slowMs: options.slow * 1000 },
    kit,
  );
  try {
    printStart(scenarios, { address: proxy.url, key: keys.first, file: keys.file, secret }, options, frame);
    return await kit.run(after, { withinMs: options.within * 60_000, signal: frame.signal });
  } finally {
    await proxy.close();
  }
}

interface Start {
  readonly address: string;
  readonly key: string;
  readonly file: string;
  readonly secret: string;
}

function printStart(
  scenarios: readonly Scenario[],
  { address, key, file, secret }: Start,
  { webhook }: RunOptions,
  { terminal }: Frame,
): void {
  terminal.note(`Address for the ERP  ${address}`);
  terminal.note(`Key for the ERP      ${key} (also in ${file})`);
  if (webhook !== undefined) terminal.note(`Webhook              ${webhook}, signed with ${secret}`);
  terminal.note(
    `Submit an invoice for each of ${counted(scenarios.length, 'scenario')}, in any order. Its number ends:`,
  );
  for (const { ending, routes, title } of scenarios)
    terminal.note(`  ${ending.padEnd(15)} ${title}${routes ? ` (${routes.join(', ')})` : ''}`);
}

const STYLES = {
  passed: 'green',
  failed: 'red',
  incomplete: 'yellow',
  not_run: 'yellow',
  left_out: 'yellow',
} as const;

function printEnded(
  { name, result, title, reason, expectations }: JudgedScenario,
  { terminal }: Frame,
): void {
  terminal.note(
    `${terminal.paint(STYLES[result], RESULT_WORDS[result].padEnd(8))} ${name.padEnd(15)} ${title}`,
  );
  if (reason !== undefined) return terminal.note(`           ${reason}`);
  for (const each of expectations)
    if (each.result !== 'met') terminal.note(`           Expected: ${each.expected} Seen: ${each.seen}`);
}

async function write(
  cardAt: (issuedAt: Date) => Scorecard,
  signer: ScorecardSigner | undefined,
  { out, json }: RunOptions,
  { terminal }: Frame,
): Promise<Scorecard> {
  let card = cardAt(new Date());
  const signed = await signer?.sign((issuedAt) => JSON.stringify((card = cardAt(issuedAt))));
  const files = {
    'scorecard.html': scorecardPage(card, { isSigned: signed !== undefined }),
    'scorecard.json': `${JSON.stringify(card, undefined, 2)}\n`,
    ...(signed !== undefined && { 'scorecard.jws': signed }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(out, name), text);
  if (json) terminal.json(card);
  else {
    terminal.line(`${terminal.paint(STYLES[card.result], RESULT_WORDS[card.result])}: ${inWords(card)}.`);
    terminal.line(
      Object.keys(files)
        .map((name) => join(out, name))
        .join('  '),
    );
  }
  return card;
}
