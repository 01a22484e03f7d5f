import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { DialectName } from '../../../../src/adapters/rails/peppol/access-point.ts';
import type { PeppolRail } from '../../../../src/adapters/rails/peppol/peppol-rail.ts';
import { found, statuses, toDueTime, workerOn, type World } from '../../../application/delivery/world.ts';
import { REFERENCE_DATA } from '../../../support/reference-data.ts';
import { type Answer, anInvoice, listening, railAt } from './hostile-server.ts';

/** An answer that may depend on the calls until then. */
export type Reply = (response: ServerResponse, calls: readonly Asked[]) => unknown;

/**
 * Answers by method and path without query; the last one of a row stands for ever. `{id}` stands for any identity whose status
 * is asked for.
 */
export type Script = Readonly<Record<string, readonly Reply[]>>;

export interface Asked {
  readonly call: string;
  readonly query: URLSearchParams;
  readonly authorization: string;
  readonly body: string;
}

export interface Played {
  readonly world: World;
  readonly calls: readonly Asked[];
  /** How often a call was made. */
  count(call: string): number;
  /** State, care rows, and the code of what is wrong now. */
  end(): Promise<string>;
  events(): Promise<readonly string[]>;
}

/** A provider that answers as it is told, and a rail that calls it. */
export async function provider(
  script: Script,
): Promise<{ readonly rail: PeppolRail; readonly calls: readonly Asked[] }> {
  const calls: Asked[] = [];
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

/** Sends an invoice over a provider that answers as it is told. @param runs a worker makes at most. */
export async function played(
  dialect: DialectName,
  script: Script,
  own: { readonly credential?: object; readonly specification?: string; readonly runs?: number } = {},
): Promise<Played> {
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

/** A recorded answer, its HTTP status as its name says. */
export const answered =
  (code: number, text: string): Answer =>
  (response) =>
    response.writeHead(code, { 'Content-Type': 'application/json' }).end(text);
export const said = (code: number, value: unknown): Answer => answered(code, JSON.stringify(value));
export const LOST: Answer = (response) => response.destroy();
