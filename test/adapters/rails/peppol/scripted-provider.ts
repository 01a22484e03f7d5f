import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { DialectName } from '../../../../src/adapters/rails/peppol/access-point.ts';
import type { PeppolRail } from '../../../../src/adapters/rails/peppol/peppol-rail.ts';
import { found, statuses, toDueTime, workerOn, type World } from '../../../application/sending/world.ts';
import { REFERENCE_DATA } from '../../../support/reference-data.ts';
import { type Answer, anInvoice, listening, railAt } from './hostile-server.ts';

/** An answer that may depend on the calls so far. */
export type Reply = (response: ServerResponse, calls: readonly ReceivedCall[]) => unknown;

/**
 * Answers by method and path without query. The last answer of a row repeats. `{id}` stands for any identity in a status query.
 */
export type Script = Readonly<Record<string, readonly Reply[]>>;

export interface ReceivedCall {
  readonly call: string;
  readonly query: URLSearchParams;
  readonly authorization: string;
  readonly body: string;
}

export interface Delivery {
  readonly world: World;
  readonly calls: readonly ReceivedCall[];
  /** The number of these calls. */
  count(call: string): number;
  /** State, care rows, and the code of the current error. */
  end(): Promise<string>;
  events(): Promise<readonly string[]>;
}

/** A provider with scripted answers, and a rail that calls it. */
export async function provider(
  script: Script,
): Promise<{ readonly rail: PeppolRail; readonly calls: readonly ReceivedCall[] }> {
  const calls: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (part: Buffer) => chunks.push(part));
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://provider');
      const call = `${request.method} ${url.pathname}`;
      const authorization = request.headers.authorization ?? '';
      const body = Buffer.concat(chunks).toString('latin1');
      calls.push({ call, query: url.searchParams, authorization, body });
      const answers = script[call] ?? script[call.replace(/(?<=\/status\/)[^/]+$/, '{id}')] ?? [];
      const made = calls.filter((one) => one.call === call).length;
      const answer = answers[Math.min(made, answers.length) - 1];
      return answer ? answer(response, calls) : response.writeHead(404).end();
    });
  });
  return { rail: railAt(`http://127.0.0.1:${await listening(server)}`), calls };
}

/** Sends an invoice over a provider with scripted answers. @param runs the most runs of the worker. */
export async function deliverOver(
  dialect: DialectName,
  script: Script,
  own: { readonly credential?: object; readonly specification?: string; readonly runs?: number } = {},
): Promise<Delivery> {
  const world = await anInvoice(dialect, own.credential);
  world.specification = own.specification ?? BILLING;
  const { rail, calls } = await provider(script);
  for (let run = 0; run < (own.runs ?? 14) && (await found(world)).dueAt; run += 1) {
    await toDueTime(world);
    await workerOn(world, { ...world, rail }).run(world.id, 'PEPPOL');
  }
  return {
    world,
    calls,
    count: (call) => calls.filter((one) => one.call === call).length,
    events: () => statuses(world),
    async end() {
      const { state, care, errors } = await found(world);
      const rows = care.map(({ code, whoActs }) => `${code} ${whoActs}`);
      return [state, ...rows, ...errors.slice(0, 1).map(({ code }) => `(${code})`)].join(', ');
    },
  };
}

export const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';

export const recordedOf =
  (provider: string) =>
  (name: string): string =>
    readFileSync(join(REFERENCE_DATA, 'routes/data/peppol/recorded', provider, name), 'utf8');

/** A recorded answer, with the HTTP status of its file name. */
export const textAnswer =
  (code: number, text: string): Answer =>
  (response) =>
    response.writeHead(code, { 'Content-Type': 'application/json' }).end(text);
export const jsonAnswer = (code: number, value: unknown): Answer => textAnswer(code, JSON.stringify(value));
export const LOST: Answer = (response) => response.destroy();
