import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { REFERENCE_DATA } from '../../support/reference-data.ts';

interface Content {
  readonly schema?: object;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: Readonly<Record<string, Property>> }>>;
  };
}
interface Property {
  readonly xml?: { readonly name?: string };
}

const FILE = join(REFERENCE_DATA, 'routes/data/anaf-efactura-openapi.json');
/** The published description; undefined if the reference data is absent: then nothing is validated. */
const DESCRIPTION = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Described) : undefined;

/** @param call path and query after `…/FCTEL/rest/`. */
function operationOf(method: string, call: string): Operation | undefined {
  if (!DESCRIPTION) return undefined;
  const path = `/${call.replace(/\?.*$/s, '')}`;
  const template = Object.keys(DESCRIPTION.paths).find((one) =>
    new RegExp(`^${one.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  );
  const operation = template === undefined ? undefined : DESCRIPTION.paths[template]?.[method.toLowerCase()];
  assert.ok(operation, `${method} ${path} is not described`);
  return operation;
}

/** Asserts that the description has this call of the adapter: no unknown parameter, no missing one, a body if it needs one. */
export function assertRequestDescribed(method: string, call: string, body: string): void {
  const operation = operationOf(method, call);
  if (!operation) return;
  const given = [...new URLSearchParams(call.split('?')[1] ?? '').keys()];
  const known = (operation.parameters ?? []).filter((one) => one.in === 'query');
  assert.equal(new Set(given).size, given.length, `a parameter twice: ${call}`);
  assert.deepEqual(
    given.filter((name) => !known.some((one) => one.name === name)),
    [],
    `parameters that are not described: ${call}`,
  );
  for (const { name, required } of known)
    assert.ok(!required || given.includes(name), `${call} lacks ${name}`);
  assert.equal(body !== '', operation.requestBody !== undefined, `the body of ${method} ${call}`);
}

/** Asserts that the description has this answer for this call, with the content of ANAF's examples. */
export function assertAnswerDescribed(method: string, call: string, answer: Response, bytes: Buffer): void {
  const operation = operationOf(method, call);
  const text = bytes.toString();
  // The description does not cover proxies in front of ANAF.
  if (!operation || answer.status >= 500 || [401, 429].includes(answer.status) || /^<!DOCTYPE/i.test(text))
    return;
  const response = operation.responses[String(answer.status)];
  assert.ok(response, `${method} ${call} has no answer ${answer.status}: ${text.slice(0, 200)}`);
  if (text.startsWith('PK')) return assert.ok(call.startsWith('descarcare'), `a ZIP to ${call}`);
  const contents = Object.values(operation.responses).flatMap(({ content = {} }) => Object.values(content));
  const texts = text.startsWith('<') ? xmlTexts(text) : jsonTexts(text, contents);
  const known = new Set(contents.flatMap(textsOf).map(masked));
  for (const one of texts) assert.ok(known.has(masked(one)), `is in no example of ${call}: ${one}`);
}

/** Attributes and elements of the one root; returns its text. */
function xmlTexts(text: string): readonly string[] {
  const { properties = {} } = DESCRIPTION?.components.schemas['EfacturaXmlHeader'] ?? {};
  const names = Object.entries(properties).map(([name, { xml }]) => xml?.name ?? name);
  const [, root = '', rest = ''] = /<header([^>]*?)\/?>([^]*)$/.exec(text) ?? [];
  const used = [...root.matchAll(/ ([\w:]+)="/g), ...rest.matchAll(/<(\w+)/g)].map(([, name = '']) => name);
  assert.deepEqual(
    used.filter((name) => name !== 'xmlns' && !names.includes(name)),
    [],
    `not of the description: ${text}`,
  );
  return [...rest.matchAll(/errorMessage="([^"]*)"/g)].map(([, message = '']) => unescaped(message));
}

function jsonTexts(text: string, contents: readonly Content[]): readonly string[] {
  const value = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const fits = contents.some(({ schema }) => schema !== undefined && validator(schema)(value));
  assert.ok(fits, `not of the description: ${text}`);
  return [value['eroare'], value['status'] !== undefined && value['message']].filter(
    (one) => typeof one === 'string',
  );
}

const textsOf = ({ examples = {} }: Content): readonly string[] =>
  Object.values(examples).flatMap(({ value }) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const found = text.matchAll(/"(?:eroare|message)":"((?:[^"\\]|\\.)*)"|errorMessage="([^"]*)"/g);
    return [...found].map(([, json, xml = '']) =>
      json === undefined ? unescaped(xml) : (JSON.parse(`"${json}"`) as string),
    );
  });

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Without numbers, dates, names and parser messages. */
const masked = (text: string): string =>
  text
    .replace(/(nu este valid\.).*$/s, '$1')
    .replace(/(Cod:).*$/s, '$1')
    .replaceAll(/(= ?)(?:\d\d-\d\d-\d{4} [\d:]+|[^\s]+)/g, '$1*')
    .replaceAll(/\d+/g, '#');

const compiled = new Map<object, ValidateFunction>();
function validator(schema: object): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const made = ajv.compile({ ...closed(schema), components: closed(DESCRIPTION?.components) });
  compiled.set(schema, made);
  return made;
}

/** No undescribed member. Times in the examples are not ISO times, although the schema says so. */
function closed(schema: unknown): object {
  const made = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(made);
    if (typeof value !== 'object' || value === null) return value;
    const { format: _format, ...members } = value as Readonly<Record<string, unknown>>;
    const all = Object.fromEntries(Object.entries(members).map(([name, each]) => [name, made(each)]));
    return members['type'] === 'object' ? { ...all, additionalProperties: false } : all;
  };
  return made(schema) as object;
}

const ajv = new Ajv({ strict: false });
