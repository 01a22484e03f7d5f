import type { Chance } from './chance.ts';
import { type SentBody, sentBody } from './bodies.ts';
import { type Operation, OPERATIONS, type Parameter } from './description.ts';
import { type BuiltFile, fileOf } from './files.ts';
import { markedExample } from './invoices.ts';
import type { Call } from './send.ts';
import type { Caller, Target } from './target.ts';
import type { Tenant } from './tenants.ts';
import { type Json, mutated, odd, oddText } from './values.ts';
import { changedXml } from './xml-changes.ts';

/** Ids in answers so far, of any client. */
export interface KnownIds {
  readonly invoices: readonly string[];
  readonly keys: readonly string[];
}

export interface GeneratedCall {
  /** Undefined if openapi.yaml describes no such call. */
  readonly operation: Operation | undefined;
  readonly caller: Caller;
  readonly call: Call;
}

const STRANGE_METHODS = ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'GET', 'POST'];
const STRANGE_PATHS = [
  '/', '//', '/invoices/', '/Invoices', '/invoices//series', '/invoices/../keys', '/invoices/%2e%2e/keys', '/invoices;a=b', '/keys/', '/admin',
  '/metrics', '/clock', '/.env', '/openapi.yaml/', '/health/', '/invoices/inv_00000000000000000000/documents', '/%', '/%zz', '/%c0%af', '/invoices/%00',
]; // prettier-ignore

/** A call of openapi.yaml, correct or wrong in some of its parts. */
export function generatedCall(
  chance: Chance,
  { callers, tenants, files }: Pick<Target, 'callers' | 'tenants' | 'files'>,
  ids: KnownIds,
): GeneratedCall {
  const described = chance.pick(OPERATIONS);
  const caller = callerOf(chance, callers);
  const tenant = caller.tenant ?? chance.pick(tenants);
  const path = pathOf(described, chance, ids);
  const from = caller.kind === 'stranger' ? { from: `127.0.0.${2 + chance.below(200)}` } : {};
  const key: Call['headers'] =
    caller.authorization === undefined ? {} : { Authorization: caller.authorization };
  if (chance.happens(0.05)) {
    const method = chance.pick(STRANGE_METHODS);
    const strange = chance.happens(0.5) ? chance.pick(STRANGE_PATHS) : path;
    return {
      operation: operationAt(method, strange),
      caller,
      call: { method, path: strange, headers: key, ...from },
    };
  }
  const query = queryOf(described, chance, tenants);
  const sent = described.body ? bodyOf(described, tenant, files, chance) : { headers: {} };
  const headers = { ...key, ...sent.headers, ...headersOf(described, chance) };
  return {
    operation: described,
    caller,
    call: {
      method: described.method,
      path: `${path}${query}`,
      headers,
      ...('body' in sent && { body: sent.body }),
      ...from,
    },
  };
}

/** Half of the calls have a key with all scopes for one client. */
const callerOf = (chance: Chance, callers: readonly Caller[]): Caller =>
  chance.happens(0.5) ? chance.pick(callers.filter(({ kind }) => kind === 'client')) : chance.pick(callers);

/** As the service matches it: literal segments win. */
function operationAt(method: string, path: string): Operation | undefined {
  const fitting = OPERATIONS.filter((each) => patternOf(each.path).test(path));
  const literal = fitting.filter((each) => each.path === path);
  return (literal.length > 0 ? literal : fitting).find((each) => each.method === method);
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

function pathOf({ path, parameters }: Operation, chance: Chance, ids: KnownIds): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const parameter = parameters.find((each) => each.name === name);
    if (chance.happens(0.2)) return escaped(oddText(chance)) || 'x';
    const known = path.startsWith('/keys')
      ? ids.keys
      : path.startsWith('/invoices') && name === 'id'
        ? ids.invoices
        : [];
    if (known.length > 0 && chance.happens(0.8)) return chance.pick(known);
    return name === 'kind' ? chance.pick(KINDS) : encodeURIComponent(String(parameter?.example ?? 'x'));
  });
}

const KINDS = [
  'canonical',
  'xrechnung-ubl',
  'validation-report',
  'manifest',
  'erp-export',
  'upo',
  'ubl',
  '__proto__',
  'constructor',
];

function queryOf({ parameters }: Operation, chance: Chance, tenants: readonly Tenant[]): string {
  const asked = parameters.filter((parameter) => parameter.in === 'query' && chance.happens(0.3));
  const pairs = asked.map(
    (parameter) => `${parameter.name}=${escaped(queryValue(parameter, chance, tenants))}`,
  );
  if (chance.happens(0.05))
    pairs.push(
      chance.pick(['x=1', '', '=', 'client', 'page=1&page=2', '__proto__=1', 'q[a]=1', '%=%', 'q=%ff']),
    );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function queryValue({ name, schema }: Parameter, chance: Chance, tenants: readonly Tenant[]): string {
  if (chance.happens(0.3)) return oddText(chance);
  if (name === 'client') return chance.pick(tenants).name;
  if (name === 'q')
    return chance.pick(['RE', 're-', 'zq', chance.pick(tenants).mark, '%', '_', '\\', '*', '.*']);
  const {
    enum: values,
    items,
    minimum = 1,
    maximum = 9,
  } = schema as { enum?: Json[]; items?: { enum?: Json[] }; minimum?: number; maximum?: number };
  if (values) return String(chance.pick(values));
  if (items?.enum)
    return Array.from({ length: 1 + chance.below(3) }, () => chance.pick(items.enum!)).join(',');
  if (schema['type'] === 'integer')
    return String(chance.pick([minimum, minimum - 1, maximum, maximum + 1, 2]));
  if (schema['format'] === 'date') return chance.pick(['2026-10-05', '2020-01-01', '9999-12-31']);
  return 'x';
}

function headersOf({ parameters, method }: Operation, chance: Chance): Record<string, string> {
  const headers: Record<string, string> = {};
  if (chance.happens(0.2))
    headers['X-Request-Id'] = chance.pick([
      'own-1',
      'a'.repeat(100),
      'a'.repeat(101),
      'with blank',
      '\u00e9',
    ]);
  if (parameters.some(({ name }) => name === 'Idempotency-Key') && !chance.happens(0.05))
    headers['Idempotency-Key'] = idempotencyKey(chance);
  if (parameters.some(({ name }) => name === 'If-None-Match') && chance.happens(0.3))
    headers['If-None-Match'] = chance.pick(['*', '"x"', 'W/"x"', ',', '"']);
  if (method === 'GET' && chance.happens(0.05)) headers['Content-Length'] = '0';
  return headers;
}

/** Three of them, escaped, are shorter than the limit of 16 KB on all headers. */
const LONGEST = 500;

// A surrogate pair may have been cut in two.
const escaped = (text: string): string =>
  encodeURIComponent(text.slice(0, LONGEST).replace(/\p{Surrogate}/gu, ''));

/** Mostly new; sometimes one that others have used with another body. */
function idempotencyKey(chance: Chance): string {
  if (chance.happens(0.1))
    return chance.pick([
      'short',
      'a'.repeat(100),
      'a'.repeat(101),
      'erp:12345',
      'client:12345',
      'shared-key',
      ' padded-key ',
      '\u00fcber-key',
    ]);
  return `key-${chance.below(1e9)}-${chance.below(1e9)}`;
}

function bodyOf(operation: Operation, tenant: Tenant, files: readonly BuiltFile[], chance: Chance): SentBody {
  const { type } = operation.body!;
  if (type === 'application/json')
    return sentBody(JSON.stringify(valueOf(operation, tenant, chance)), chance, 0.2);
  const file = fileOf(chance.pick(files), tenant, `RE-${tenant.name}-${chance.below(1e9)}`);
  const said = chance.happens(0.2)
    ? chance.pick(['application/pdf', 'text/xml', 'application/json', 'x'])
    : type;
  return { body: changedXml(file, chance), headers: { 'Content-Type': said } };
}

/** A described example, or one of our invoices; often mutated in several members. */
function valueOf({ body }: Operation, tenant: Tenant, chance: Chance): Json {
  const named = 'document' in ((body!.schema['properties'] as object | undefined) ?? {});
  const plain = named
    ? markedExample(tenant, chance)
    : ((chance.happens(0.2) ? {} : chance.pick(body!.examples)) as Json);
  const value =
    'client' in ((body!.schema['properties'] as object | undefined) ?? {}) && chance.happens(0.3)
      ? { ...(plain as object), client: tenant.name }
      : plain;
  if (chance.happens(0.02)) return odd(chance);
  return chance.happens(0.5) ? mutated(value as Json, chance, 1 + chance.below(3)) : (value as Json);
}
