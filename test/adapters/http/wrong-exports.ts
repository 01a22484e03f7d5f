import assert from 'node:assert/strict';
import {
  aTable,
  anObject,
  type Change,
  changesAt,
  pathsIn,
  type WrongValues,
} from '../../support/changed-exports.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { rowsFor } from '../../support/volume.ts';
import { newIdempotencyKey } from './bodies.ts';
import { RunningApi } from './harness.ts';

/** JSON of each kind, in a field that wants another kind, other figures or another code. */
export const WRONG_JSON: readonly unknown[] = [
  null,
  true,
  '',
  'ZZ',
  'x'.repeat(300),
  -1,
  1.123_456_789,
  '1e400',
  {},
  { toString: 'x', valueOf: 1 },
  [],
  [null, [{}]],
];

/** Thousands of calls, one after the other: a busy machine takes minutes. */
const MAX_MS = 30 * 60_000;

/** How an export comes: each in a proof; one in `npm test`, where a value that has its turn again takes another one. */
const WAYS = ['/validate', '/invoices', '/invoices/batch'];
const waysOf = (change: number): readonly string[] =>
  rowsFor(WAYS, change + Math.floor(change / WRONG_JSON.length));

/** A caller can act on these; any other answer is a fault of the service. */
const ANSWERS: ReadonlySet<number> = new Set([200, 202, 400, 422]);

/** Each value, and each object or list around one, replaced by each of some wrong values. */
function* wrongExports(name: string, wrong: WrongValues): Generator<Change> {
  const one = name.startsWith('table') ? aTable(name) : anObject(name);
  yield* one.changed(wrong);
  yield* changesAt(holdersIn(one.exported), one.exported, wrong);
}

/** `lines` and `lines.0` for `lines.0.quantity`; members of the export itself too. */
function holdersIn(exported: Change['exported']): readonly string[] {
  const holders = pathsIn(exported).flatMap((path) => {
    const steps = path.split('.');
    return steps.map((_, at) => steps.slice(0, at).join('.'));
  });
  return [...new Set(holders)].filter((path) => path !== '');
}

export interface WrongExports {
  /** Examples, by the name of their file, each over a route. */
  readonly exports: readonly (readonly [name: string, route: Route])[];
  /** The wrong values of a field, which has a number. */
  readonly wrong: WrongValues;
  /** Receives how many answers were judged. */
  readonly counted?: (name: string, answers: number) => void;
}

export function describesWrongExports({ exports, wrong, counted }: WrongExports): void {
  let api: RunningApi;
  let key: string;
  before(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('client-wrong-exports');
  });
  after(() => api.stop());

  const statusOf = async (path: string, body: object): Promise<number> => {
    api.world.clock.advance(10_000);
    return (await api.call('POST', path, { key, body, idempotencyKey: newIdempotencyKey() })).status;
  };
  const statusesOfBatch = async (bodies: readonly object[]): Promise<readonly number[]> => {
    api.world.clock.advance(60_000);
    const lines = bodies.map((body) => JSON.stringify({ idempotency_key: newIdempotencyKey(), body }));
    const headers = { 'content-type': 'application/x-ndjson' };
    const { text } = await api.call('POST', '/invoices/batch', { key, headers, body: lines.join('\n') });
    const answers = text.trimEnd().split('\n');
    assert.equal(answers.length, bodies.length, text.slice(-300));
    return answers.map((answer) => (JSON.parse(answer) as { status: number }).status);
  };

  for (const [name, route] of exports)
    it(`is answered or refused, as a dry run, alone or in a batch: ${name} over ${route}`, async () => {
      const failed: string[] = [];
      const changes = [...wrongExports(name, wrong)];
      const bodies = changes.map(({ exported }) => ({
        connector: name.replace(/^((?:erp-)?[a-z]+).*/, '$1'),
        export: exported,
        route,
      }));
      const check = (at: number, path: string, status: number): void => {
        if (ANSWERS.has(status)) return;
        const { field, value } = changes[at]!;
        failed.push(`${path} answers ${status} if ${field} is ${JSON.stringify(value)}`);
      };
      const inBatches: number[] = [];
      let answers = 0;
      for (const [at, body] of bodies.entries())
        for (const path of waysOf(at)) {
          answers += 1;
          if (path === '/invoices/batch') inBatches.push(at);
          else check(at, path, await statusOf(path, body));
        }
      for (let from = 0; from < inBatches.length; from += 1000) {
        const batch = inBatches.slice(from, from + 1000);
        const statuses = await statusesOfBatch(batch.map((at) => bodies[at]!));
        for (const [line, status] of statuses.entries()) check(batch[line]!, '/invoices/batch', status);
      }
      assert.deepEqual(failed, []);
      counted?.(name, answers);
    }).timeout(MAX_MS);
}
