import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Handlers } from '../../../src/adapters/http/call/handlers.ts';
import { objectAt, resolve } from '../../../src/adapters/http/call/json-values.ts';
import { answer } from '../../../src/adapters/http/call/answer.ts';
import { AS_SENT, handlerView, validatorView } from '../../../src/adapters/http/call/validator-view.ts';
import { JsonNumber } from '../../../src/domain/json/json-number.ts';
import { isObject, type JsonObject } from '../../../src/domain/json/json-object.ts';
import { readJson } from '../../../src/domain/json/read-json.ts';

/** Each line that is wrong stops compiling if the types take it: `tsc` reports an unused directive. */
const _DRIFTS = {
  // @ts-expect-error a number of a query is a number
  listInvoices: async ({ query }) => void query.page.startsWith('1'),
  // @ts-expect-error a number of a body has no text of its own
  startRadar: async ({ body }) => void body.since_days?.text,
  // @ts-expect-error a body is not checked before its member `document` is judged
  submitInvoice: async ({ body }) => void body.document.invoice,
  // @ts-expect-error a parameter of another path
  readInvoice: async ({ parameters }) => void parameters.event_id,
  // @ts-expect-error a member is missing
  readClock: async () => answer(200, { now: '2026-11-26T00:00:00Z' }),
  // @ts-expect-error a member too many
  moveClock: async () => answer(200, { now: '2026-11-26T00:00:00Z', can_move: true, zone: 'UTC' }),
  // @ts-expect-error a status that the operation does not answer
  mintKey: async () => ({ status: 200, json: {} }),
} satisfies Partial<Handlers>;

const _UNKNOWN = {
  // @ts-expect-error no operation of openapi.yaml
  readNothing: async () => undefined,
} satisfies Partial<Handlers>;

const DESCRIPTION: unknown = parse(readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8'), {
  merge: true,
  maxAliasCount: -1,
});

describe('what a handler gets of a body', () => {
  for (const [operation, members] of bodies())
    it(`is numbers as numbers: ${operation}`, () => {
      const text = `{${members.map((name) => `${JSON.stringify(name)}:12.50`).join()}}`;
      const read = readJson(text);
      assert.ok(read.ok);
      const view = handlerView(read.value, validatorView(read.value)) as JsonObject;
      for (const name of members) {
        const isAsSent = AS_SENT.some((each) => each === name);
        assert.ok(isAsSent ? view[name] instanceof JsonNumber : view[name] === 12.5, name);
      }
    });
});

/** The members of each body in JSON. */
function bodies(): [operation: string, members: string[]][] {
  const operations = Object.values(objectAt(DESCRIPTION, 'paths'))
    .flatMap((path) => (isObject(path) ? Object.values(path) : []))
    .filter(isObject);
  return operations.flatMap((operation) => {
    const content = objectAt(operation.requestBody, 'content');
    const schema = resolve(objectAt(content, 'application/json').schema, DESCRIPTION);
    const members = Object.keys(objectAt(schema, 'properties'));
    return members.length > 0 ? [[String(operation.operationId), members]] : [];
  });
}
