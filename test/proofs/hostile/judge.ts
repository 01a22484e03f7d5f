import { isProblem, type Operation, PROBLEM_TYPES } from './description.ts';
import type { Answer, Call } from './send.ts';

/** Allowed answers to calls that openapi.yaml does not describe: path, method, key, rate. */
const WITHOUT_OPERATION = new Set([400, 401, 404, 405, 429, 503]);
/** Redirects for people, which openapi.yaml leaves out (README): path to target. */
const REDIRECTS: Readonly<Record<string, string>> = { '/': '/docs' };
const REQUEST_ID = /^[\x21-\x7e]{1,100}$/;

/** Required headers by status (RFC 9110). */
const NEEDED: Readonly<Record<number, readonly [header: string, shape: RegExp]>> = {
  401: ['www-authenticate', /^Bearer/],
  405: ['allow', /^[A-Z]+(, [A-Z]+)*$/],
  429: ['retry-after', /^[1-9]\d*$/],
};

/**
 * The faults in the answer to any call.
 * @param operation undefined if openapi.yaml describes no such call.
 */
export function faultsOf(operation: Operation | undefined, call: Call, answer: Answer): readonly string[] {
  const { status } = answer;
  return [
    ...(status === 500 ? ['500'] : []),
    ...(isExpected(operation, status) || isRedirect(call, answer) ? [] : [`${status} is not described`]),
    ...headerFaults(call, answer),
    ...bodyFaults(operation, call, answer),
  ];
}

const isExpected = (operation: Operation | undefined, status: number): boolean =>
  operation?.responses.has(status) ?? WITHOUT_OPERATION.has(status);

function isRedirect({ path }: Call, { status, headers }: Answer): boolean {
  const target = REDIRECTS[path.split('?')[0]!];
  return status === 302 && target !== undefined && headers.location === target;
}

function headerFaults({ headers: sent }: Call, { status, headers }: Answer): readonly string[] {
  const faults: string[] = [];
  const id = String(headers['x-request-id'] ?? '');
  const own = sent['X-Request-Id'] ?? '';
  if (!REQUEST_ID.test(id)) faults.push('no X-Request-Id');
  if (REQUEST_ID.test(own) && own !== id) faults.push(`X-Request-Id ${own} became ${id}`);
  const [header, shape] = NEEDED[status] ?? [];
  if (header && !shape!.test(String(headers[header] ?? ''))) faults.push(`${status} without ${header}`);
  return faults;
}

function bodyFaults(
  operation: Operation | undefined,
  { method }: Call,
  { status, headers, body }: Answer,
): readonly string[] {
  if (method === 'HEAD' || status === 204 || status === 304)
    return body.length > 0 ? ['a body that is not allowed'] : [];
  const type = String(headers['content-type'] ?? '').split(';')[0]!;
  // Decisions, "HTTP": the answer to an unknown path is not a problem document.
  if (status === 404 && type === 'application/json') return saysWhere(body) ? [] : ['404 without detail'];
  const schema = operation?.responses.get(status)?.schemas.get(type);
  if (status >= 400 && !schema) return problemFaults(status, type, body);
  if (!schema) return operation ? [`${status} as ${type} is not described`] : [];
  const value = /[/+]json$/.test(type) ? jsonOf(body) : body.toString();
  const faults = schema(value)
    ? []
    : [`${status}: ${schema.errors?.map((e) => `${e.instancePath} ${e.message}`).join(', ')}`];
  return type === 'application/problem+json' ? [...faults, ...problemFaults(status, type, body)] : faults;
}

function problemFaults(status: number, type: string, body: Buffer): readonly string[] {
  if (type !== 'application/problem+json') return [`${status} as ${type}`];
  const problem = jsonOf(body) as { type?: unknown; status?: unknown } | undefined;
  if (!isProblem(problem)) return [`${status} is no problem document`];
  const name = String(problem?.type).split('/').at(-1)!;
  return PROBLEM_TYPES.get(name) === status && problem?.status === status
    ? []
    : [`${status} of the type ${name}`];
}

const saysWhere = (body: Buffer): boolean => {
  const json = jsonOf(body);
  return typeof json === 'object' && json !== null && 'detail' in json && Object.keys(json).length === 1;
};

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
