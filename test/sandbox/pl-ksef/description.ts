import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { REFERENCE_DATA } from '../../support/reference-data.ts';

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Responses }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

type Responses = Readonly<
  Record<string, { readonly content?: Readonly<Record<string, { readonly schema: unknown }>> }>
>;

const FILE = join(REFERENCE_DATA, 'routes/data/ksef-open-api.json');
/** The published description; undefined where the reference data is absent: nothing is held to it then. */
const DESCRIPTION = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Described) : undefined;

const compiled = new Map<string, ValidateFunction>();

/** That an answer of the sandbox is one that the description has for this call. */
export function holdToDescription(method: string, path: string, answer: Response, body: unknown): void {
  const plain = path.replace(/\?.*$/, '');
  if (!DESCRIPTION || plain.startsWith('/sandbox') || plain.startsWith('/qr')) return;
  // What stands in front of KSeF is in no description.
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

/** The most literal that fits. */
function templateOf(path: string): string | undefined {
  return Object.keys(DESCRIPTION?.paths ?? {})
    .filter((template) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path))
    .sort((one, other) => (one.match(/\{/g) ?? []).length - (other.match(/\{/g) ?? []).length)[0];
}

/** @param place of a schema in the description. */
function validator(place: readonly string[]): ValidateFunction {
  const pointer = place.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const known = compiled.get(pointer);
  if (known) return known;
  const made = ajv.compile({ $ref: `ksef#/${encodeURI(pointer)}` });
  compiled.set(pointer, made);
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

/** `nullable` of OpenAPI 3.0, as JSON Schema says it. */
function nullables(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(nullables);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, nullables(value)]));
  if (members['nullable'] !== true) return members;
  const { nullable: _nullable, ...plain } = members;
  return { anyOf: [plain, { type: 'null' }] };
}

const ajv = new Ajv({ strict: false, allErrors: true, formats: FORMATS });
if (DESCRIPTION) ajv.addSchema(nullables(DESCRIPTION) as object, 'ksef');
