import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { REFERENCE_DATA } from '../../support/reference-data.ts';

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

interface Operation {
  readonly responses: Responses;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly required?: boolean;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
}

type Responses = Readonly<
  Record<string, { readonly content?: Readonly<Record<string, { readonly schema: unknown }>> }>
>;

const FILE = join(REFERENCE_DATA, 'routes/data/ksef-open-api.json');
/** The published description; undefined if the reference data is absent: then nothing is validated. */
const DESCRIPTION = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Described) : undefined;

const compiled = new Map<string, ValidateFunction>();

/** Asserts that the description has this answer of the sandbox for this call. */
export function assertDescribed(method: string, path: string, answer: Response, body: unknown): void {
  const plain = path.replace(/\?.*$/, '');
  if (!DESCRIPTION || plain.startsWith('/sandbox') || plain.startsWith('/qr')) return;
  // The description does not cover proxies in front of KSeF.
  if (answer.status >= 500 || /html/.test(answer.headers.get('content-type') ?? '')) return;
  const template = templateOf(plain);
  assert.ok(template, `${plain} is not described`);
  const operation = DESCRIPTION.paths[template]?.[method.toLowerCase()];
  const response = operation?.responses[String(answer.status)];
  assert.ok(response, `${method} ${template} has no answer ${answer.status}: ${JSON.stringify(body)}`);
  if (!response.content) return assert.equal(body, '', `${method} ${template} ${answer.status} has no body`);
  const type = (answer.headers.get('content-type') ?? '').replace(/;.*$/, '');
  assert.ok(
    response.content[type],
    `${method} ${template} ${answer.status} comes as ${Object.keys(response.content)}, not ${type}`,
  );
  const places = ['paths', template, method.toLowerCase(), 'responses', String(answer.status)];
  const validate = validator([...places, 'content', type, 'schema']);
  assert.ok(
    validate(body),
    `${method} ${template}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(body)}`,
  );
}

/** A call. */
export interface Asked {
  readonly method: string;
  /** After `/v2`, with the query. */
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/**
 * Asserts that the description has this call: its path, its whole query, and a body of its type and shape without unknown
 * members.
 * @returns the path of the call in the description.
 */
export function assertCallDescribed({ method, path, headers, body }: Asked): string {
  const [plain = '', query] = path.split('?');
  const template = templateOf(plain) ?? '';
  const call = `${method} ${template}`;
  const operation = DESCRIPTION?.paths[template]?.[method.toLowerCase()];
  if (!DESCRIPTION) return call;
  assert.ok(operation, `${method} ${plain} is not described`);
  const given: Readonly<Record<string, string>> = {
    ...Object.fromEntries(new URLSearchParams(query)),
    ...inPath(template, plain),
  };
  const places = ['paths', template, method.toLowerCase()];
  for (const [index, { name, in: where, required }] of (operation.parameters ?? []).entries()) {
    const value = where === 'header' ? headers[name.toLowerCase()] : given[name];
    if (value === undefined) assert.ok(!required, `${call} needs ${name}`);
    else hold(validator([...places, 'parameters', String(index), 'schema']), asTyped(value), call);
  }
  const known = new Set(operation.parameters?.map(({ name }) => name));
  for (const name of Object.keys(given)) assert.ok(known.has(name), `${call} has no ${name}`);
  if (!operation.requestBody) assert.equal(body, undefined, `${call} has no body`);
  else
    assertBodyDescribed(call, [...places, 'requestBody'], operation.requestBody.content, { headers, body });
  return call;
}

function assertBodyDescribed(
  call: string,
  place: readonly string[],
  content: Readonly<Record<string, unknown>>,
  { headers, body }: Pick<Asked, 'headers' | 'body'>,
): void {
  const type = headers['content-type'] ?? '';
  assert.ok(content[type], `${call} takes ${Object.keys(content)}, not ${type}`);
  const read: unknown = type === 'application/json' ? JSON.parse(body ?? '') : body;
  hold(validator([...place, 'content', type, 'schema'], 'ksef-closed'), read, call);
}

function hold(validate: ValidateFunction, value: unknown, call: string): void {
  assert.ok(validate(value), `${call}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(value)}`);
}

const inPath = (template: string, path: string): Readonly<Record<string, string>> =>
  new RegExp(`^${template.replace(/\{([^}]+)\}/g, '(?<$1>[^/]+)')}$`).exec(path)?.groups ?? {};

const asTyped = (text: string): string | number => (/^\d{1,9}$/.test(text) ? Number(text) : text);

/** The template with the most literal segments. */
function templateOf(path: string): string | undefined {
  return Object.keys(DESCRIPTION?.paths ?? {})
    .filter((template) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path))
    .sort((one, other) => (one.match(/\{/g) ?? []).length - (other.match(/\{/g) ?? []).length)[0];
}

/** @param place the path of a schema in the description. */
function validator(place: readonly string[], description = 'ksef'): ValidateFunction {
  const pointer = place.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const known = compiled.get(description + pointer);
  if (known) return known;
  const made = ajv.compile({ $ref: `${description}#/${encodeURI(pointer)}` });
  compiled.set(description + pointer, made);
  return made;
}

const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uri: /^https?:\/\/\S+$/,
  byte: /^[A-Za-z0-9+/]*={0,2}$/,
  int32: true,
  int64: true,
  double: true,
} as const;

/** `nullable` of OpenAPI 3.0 in JSON Schema. */
function nullables(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(nullables);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, nullables(value)]));
  if (members['nullable'] !== true) return members;
  const { nullable: _nullable, ...plain } = members;
  return { anyOf: [plain, { type: 'null' }] };
}

/** An undescribed member may be a typing error. Answers may have additional members; a call of the adapter has none. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return members['type'] === 'object' && members['properties'] !== undefined
    ? {
        additionalProperties: false,
        ...members,
        ...(members['additionalProperties'] === undefined && { additionalProperties: false }),
      }
    : members;
}

const ajv = new Ajv({ strict: false, allErrors: true, formats: FORMATS });
if (DESCRIPTION) {
  ajv.addSchema(nullables(DESCRIPTION) as object, 'ksef');
  ajv.addSchema(closed(nullables(DESCRIPTION)) as object, 'ksef-closed');
}
