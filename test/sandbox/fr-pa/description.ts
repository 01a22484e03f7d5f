import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { REFERENCE_DATA } from '../../support/reference-data.ts';

type Json = Readonly<Record<string, unknown>>;
interface Operation {
  readonly requestBody?: unknown;
  readonly responses: Json;
}
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Message {
  readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>;
}

const FOLDER = join(REFERENCE_DATA, 'routes/data/afnor');
const SERVICES = ['flow-service', 'directory-service'] as const;

/** Contradictions in the published descriptions, and how they are read. */
const CORRECTIONS: readonly (readonly [
  service: (typeof SERVICES)[number],
  place: string,
  member: string,
  value: unknown,
])[] = [
  // A code of the list is also a text, so `oneOf` would match twice.
  ['flow-service', 'components/schemas/ReasonCode', 'oneOf', [{ type: 'string' }]],
  // The list has no member `webhookIds`.
  [
    'flow-service',
    'components/responses/WebhookListResponse/content/application~1json/schema',
    'required',
    ['count'],
  ],
  // 64 hex digits, as the pattern says.
  ['flow-service', 'components/schemas/FlowInfoExtension/properties/sha256', 'format', undefined],
  // A word of eight letters is in the list.
  ['directory-service', 'components/schemas/directoryLineStatus', 'maxLength', 8],
  ['directory-service', 'components/schemas/uniqueDirectoryLineStatus', 'maxLength', 8],
];

/** The published descriptions; if the reference data is absent there are none, and nothing is validated. */
const DESCRIPTIONS = new Map<string, Described>(
  SERVICES.flatMap((service) => {
    const file = join(FOLDER, `${service}-1.3.0.json`);
    return existsSync(file) ? [[service, JSON.parse(readFileSync(file, 'utf8')) as Described]] : [];
  }),
);
for (const [service, place, member, value] of CORRECTIONS) {
  const description = DESCRIPTIONS.get(service);
  const at = description && (pointed(description, place) as Record<string, unknown>);
  if (!at) continue;
  assert.ok(member in at, `${place} has no ${member}`);
  at[member] = value;
}

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  formats: {
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    uri: /^https?:\/\/\S+$/,
    'uri-reference': /^\S+$/,
    byte: /^[A-Za-z0-9+/]+={0,2}$/,
    uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    binary: true,
    date: /^\d{4}-\d\d-\d\d$/,
    int32: true,
    int64: true,
  },
});
for (const [service, description] of DESCRIPTIONS) ajv.addSchema(description, service);

/** Operations that were validated. */
export const VALIDATED = new Set<string>();

/** @param path from the name of the service on, `flow-service/v1/flows`. */
export function assertAnswerDescribed(method: string, path: string, answer: Response, body: string): void {
  const called = operationOf(method, path);
  if (!called) return;
  const { service, name, operation, place } = called;
  const context = `${name} ${answer.status}: ${body}`;
  const [message, at] = resolved(service, operation.responses[String(answer.status)], [
    ...place,
    'responses',
    String(answer.status),
  ]);
  assert.ok(message, `not described: ${context}`);
  const type = (answer.headers.get('content-type') ?? '').replace(/;.*$/, '');
  if (!message.content) return;
  assert.ok(message.content[type], `${type} is not described: ${context}`);
  if (message.content[type].schema)
    assertValid(service, [...at, 'content', type, 'schema'], JSON.parse(body), context);
  VALIDATED.add(name);
}

/** A call of the adapter: its path and its body, if it has one. */
export function assertRequestDescribed(method: string, path: string, headers: Json, body: string): void {
  const called = operationOf(method, path);
  if (!called) return;
  const { service, name, operation, place } = called;
  const [message, at] = resolved(service, operation.requestBody, [...place, 'requestBody']);
  const type = String(headers['content-type'] ?? '').replace(/;.*$/, '');
  VALIDATED.add(name);
  if (!message?.content) return assert.equal(body, '', `${name} has no body`);
  assert.ok(message.content[type], `${name} takes ${Object.keys(message.content).join()}, not ${type}`);
  const content = type === 'multipart/form-data' ? partsIn(body) : (JSON.parse(body) as unknown);
  assertValid(service, [...at, 'content', type, 'schema'], content, `${name}: ${body}`);
}

/** The names of the parts in the description; `flowInfo` is JSON. */
function partsIn(body: string): Json {
  const boundary = body.slice(0, body.indexOf('\r\n'));
  const parts = body.split(boundary).slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => {
      const [head = '', ...content] = part.split('\r\n\r\n');
      const text = content.join('\r\n\r\n').replace(/\r\n$/, '');
      const isJson = /^Content-Type: application\/json\r?$/im.test(head);
      assert.ok(isJson || /^Content-Type: application\/(xml|pdf)\r?$/im.test(head), head);
      return [/ name="(\w+)"/.exec(head)?.[1] ?? '', isJson ? (JSON.parse(text) as unknown) : text];
    }),
  );
}

function assertValid(service: string, place: readonly string[], value: unknown, context: string): void {
  const pointer = place.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const validate = ajv.getSchema(`${service}#/${encodeURI(pointer)}`);
  assert.ok(validate?.(value), `${context}\n${JSON.stringify(validate?.errors)}`);
}

function operationOf(method: string, path: string) {
  const [, service = '', plain = ''] = /^\/?([\w-]+)(\/[^?]*)/.exec(path) ?? [];
  const description = DESCRIPTIONS.get(service);
  if (!description) return undefined;
  const template = Object.keys(description.paths).find((one) =>
    new RegExp(`^${one.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(decodeURI(plain)),
  );
  const operation = description.paths[template ?? '']?.[method.toLowerCase()];
  assert.ok(template !== undefined && operation, `${method} ${path} is not described`);
  const name = `${method} ${template}`;
  return { service, name, operation, place: ['paths', template, method.toLowerCase()] };
}

/** The value at a path or at the target of its reference, and its location. */
function resolved(
  service: string,
  value: unknown,
  place: readonly string[],
): readonly [Message | undefined, readonly string[]] {
  const { $ref } = (value ?? {}) as { readonly $ref?: string };
  if ($ref === undefined) return [value as Message | undefined, place];
  const to = $ref.replace(/^#\//, '');
  return [pointed(DESCRIPTIONS.get(service)!, to) as Message, to.split('/')];
}

function pointed(description: Described, pointer: string): unknown {
  return pointer
    .split('/')
    .map((name) => name.replaceAll('~1', '/'))
    .reduce<unknown>((value, name) => (value as Json)[name], description);
}
