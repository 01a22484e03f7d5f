import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { PoolValidator } from '../../src/adapters/piscina/pool-validator.ts';
import { KnownCodes } from '../../src/adapters/catalogue/known-codes.ts';
import { factForms } from '../../src/domain/documents/document-facts.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { DEFAULT_XSD_ENGINE } from 'en16931-rules/pool/task.ts';
import type { Language } from '../../src/domain/words/language.ts';
import { newIdempotencyKey } from '../adapters/http/bodies.ts';
import { RunningApi } from '../adapters/http/harness.ts';
import { World } from '../adapters/http/world.ts';
import { FakeTelemetry } from '../fakes/telemetry.ts';
import { builtThread } from '../support/built.ts';
import { SYNTAXES } from '../support/documents.ts';
import { exampleText } from '../support/example-file.ts';
import { NO_LIMITS } from '../support/no-limits.ts';
import { copyPreparedPacks } from '../support/prepared-packs.ts';

type Json = Record<string, unknown>;

/** A wrong submission: a call, and an example with an error in it. */
export interface WrongSubmission {
  readonly what: string;
  readonly call: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A file of `examples/`. */
  readonly example?: string;
  /** The example is an export of it. */
  readonly connector?: string;
  /** For a JSON example: a new value for each path; null removes the member. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** For a text: each part to replace, and its replacement. */
  readonly replace?: readonly (readonly [string, string])[];
  /** Used instead of an example. */
  readonly body?: string;
}

export const readSubmission = (file: URL): WrongSubmission & { readonly answer?: unknown } =>
  parse(readFileSync(file, 'utf8')) as WrongSubmission & { readonly answer?: unknown };

/** The API with the rules and the catalogue of the program. */
class JudgingWorld extends World {
  constructor(
    private readonly pool: PoolValidator,
    private readonly known: KnownCodes,
  ) {
    super();
    Object.assign(this, { validator: pool, reader: pool, catalogue: known });
  }
}

export class Player {
  private constructor(
    readonly api: RunningApi,
    private readonly key: string,
    private readonly pool: PoolValidator,
  ) {}

  /** @param rulesDir empty. */
  static async start(rulesDir: string): Promise<Player> {
    copyPreparedPacks(rulesDir);
    const rules = new RulesFolder(rulesDir);
    const known = new KnownCodes(rules);
    await known.refresh();
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const { clock } = new World();
    const tools = { clock, log, telemetry: new FakeTelemetry(), rules, forms: factForms(SYNTAXES) };
    const pool = new PoolValidator(SETTINGS, tools, {
      ...builtThread('src/adapters/piscina/check-entry.cts'),
      time: NO_LIMITS,
    });
    const world = new JudgingWorld(pool, known);
    return new Player(await RunningApi.start(world), await world.clientKey('acme'), pool);
  }

  /** The answer without the values that differ between runs. */
  async answerTo(submission: WrongSubmission, language: Language = 'en'): Promise<unknown> {
    const { call, example = '' } = submission;
    const headers = { 'accept-language': language, ...submission.headers };
    const [, path = ''] = call.split(' ');
    const type = example.endsWith('.xml') || path.includes('xml') ? 'application/xml' : 'application/json';
    const { status, json } = await this.sent(call, bodyOf(submission), type, headers);
    return { status, ...withoutRun(json) };
  }

  /** The unchanged answer. @param call `POST /invoices` */
  async sent(
    call: string,
    body: string | Uint8Array,
    type: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    const [method = '', path = ''] = call.split(' ');
    // Each submission has a minute of its own, so that none exceeds a rate limit.
    this.api.world.clock.advance(60_000);
    return this.api.call(method, path, {
      key: this.key,
      headers: { 'content-type': type, 'idempotency-key': newIdempotencyKey(), ...headers },
      body,
    });
  }

  async stop(): Promise<void> {
    await this.api.stop();
    await this.pool.close();
  }
}

const SETTINGS = {
  environment: 'sandbox',
  ruleEngine: 'compiled',
  xsdEngine: DEFAULT_XSD_ENGINE,
  crossCheck: 0,
  poolThreads: 1,
  poolQueue: 0,
} as const;

function bodyOf({ example, connector, set = {}, replace = [], body }: WrongSubmission): string {
  if (example === undefined) return body ?? '';
  const text = exampleText(example);
  if (!example.endsWith('.json')) return replaced(text, replace);
  const json = JSON.parse(text) as Json;
  for (const [path, value] of Object.entries(set)) put(json, path.match(/\w+/g) ?? [], value);
  return replaced(JSON.stringify(connector ? { connector, export: json } : json), replace);
}

function replaced(text: string, pairs: NonNullable<WrongSubmission['replace']>): string {
  return pairs.reduce((done, [from, to]) => {
    if (!done.includes(from)) throw new Error(`the example has no ${from}`);
    return done.replace(from, () => to);
  }, text);
}

function put(json: Json, steps: readonly string[], value: unknown): void {
  const [last = ''] = steps.slice(-1);
  const at = steps.slice(0, -1).reduce<Json>((inner, step) => (inner[step] ??= {}) as Json, json);
  if (value === null) Reflect.deleteProperty(at, last);
  else at[last] = value;
}

/** Times, versions of packs, and files with their hashes. */
const OF_THE_RUN = new Set(['duration_ms', 'pack', 'sha256', 'content_base64', 'documents', 'refusal_id']);

function withoutRun(answer: Json): Json {
  return JSON.parse(
    JSON.stringify(answer, (name, value: unknown) => (OF_THE_RUN.has(name) ? undefined : value)),
  ) as Json;
}
