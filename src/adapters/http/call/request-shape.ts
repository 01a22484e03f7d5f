import { quotedName } from '../../../domain/vocabulary/quoted.ts';
import type { RequestHandler } from 'express';
import type { OpenApiRequest } from 'express-openapi-validator/dist/framework/types.js';
import { BadRequest, OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js';
import { badRequest, requestFinding } from '../../../application/refusals/request-finding.ts';
import type { Finding } from '../../../domain/findings/finding.ts';
import { CallFailed } from '../../../domain/failures.ts';
import { callOf } from './call.ts';
import { isObject, type JsonObject } from '../../../domain/json/json-object.ts';
import { objectAt, resolve } from './json-values.ts';
import { ParameterShape } from './parameter-shape.ts';
import { lacksEnvelope, NO_ENVELOPE } from './wrong-call.ts';
import { validatorView } from './validator-view.ts';

type Metadata = NonNullable<OpenApiRequest['openapi']>;
type ApiSpec = Awaited<Parameters<OpenApiValidator['installMiddleware']>[0]>['apiDoc'];

/** Checks requests against openapi.yaml. A request that does not fit is a `bad-request` that names each member. */
export function requestShape(description: unknown): RequestHandler {
  const described = requestsOf(description);
  const validate = validatorOf(described);
  const operations = metadataOf(described);
  const parameters = new ParameterShape(description);
  return (req: OpenApiRequest, res, next) => {
    const { body, operation, parameters: given = {} } = callOf(res);
    const wrong = parameters.refusalOf(req);
    if (wrong) return next(wrong);
    // The validator caches a compiled schema per content type, so it always sees the same one.
    if (body?.json === undefined) delete req.headers['content-type'];
    else req.headers['content-type'] = 'application/json';
    req.body = validatorView(body?.json);
    const known = operations.get(operation?.id ?? '');
    // It writes what it reads as numbers into them.
    req.openapi = known && { ...known, pathParams: { ...given } };
    validate(req, res, (error?: unknown) => next(error === undefined ? undefined : refusal(error, req.path)));
  };
}

/**
 * The validator's check of a request alone. Its entry would load the description first, for which it compiles the schema of
 * OpenAPI at every start (a seventh of its time, release 5.6.2), and would compile the patterns of all paths for every request.
 */
function validatorOf(apiDoc: ApiSpec): RequestHandler {
  const validator = new OpenApiValidator({
    apiSpec: apiDoc,
    validateSecurity: false,
    validateRequests: { allowUnknownQueryParameters: false, allErrors: true },
    validateResponses: false,
    ajvFormats: { mode: 'full' },
    fileUploader: false,
  });
  const loaded = Promise.resolve({ apiDoc, basePaths: [''], routes: [], serial: 0 });
  const step = validator.installMiddleware(loaded).find(({ name }) => name === 'requestMiddleware');
  if (!step) throw new Error('express-openapi-validator: expected a step requestMiddleware, found none');
  return step as RequestHandler;
}

/** By operation, what the validator needs of it. */
function metadataOf({ paths }: ApiSpec): ReadonlyMap<string, Omit<Metadata, 'pathParams'>> {
  const operations = Object.entries(paths ?? {}).flatMap(([path, item]) =>
    Object.values(item as JsonObject)
      .filter((one): one is JsonObject => isObject(one) && 'operationId' in one)
      .map((schema) => {
        const metadata = {
          expressRoute: path,
          openApiRoute: path,
          schema: schema as Metadata['schema'],
          serial: 0,
        };
        return [String(schema.operationId), metadata] as const;
      }),
  );
  return new Map(operations);
}

/**
 * The paths of openapi.yaml as requests need them. A body that breaks a schema marked `x-findings` is a finding about the
 * invoice, which the domain makes, not a malformed request. A file has no shape; its type and size are checked when it is read.
 * Schemas of answers are left out: the validator would compile them at every start and not use them. References are followed:
 * for each one the validator would compile a schema and then use only its text.
 */
function requestsOf(description: unknown): ApiSpec {
  const followed = new Map<string, object>();
  const follow = (ref: string): object => {
    const known = followed.get(ref);
    if (known) return known;
    const target = {};
    // A schema may refer to itself.
    followed.set(ref, target);
    return Object.assign(target, copy(resolve({ $ref: ref }, description)));
  };
  const copy = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copy);
    if (!isObject(node)) return node;
    if ('x-findings' in node) return { type: node.type ?? 'object' };
    const { $ref, ...own } = 'operationId' in node ? { ...node, responses: {} } : node;
    const members = Object.entries(own).filter(
      ([name, value]) => name !== 'requestBody' || isJson(value, description),
    );
    if (typeof $ref === 'string' && members.length === 0) return follow($ref);
    const copied = Object.fromEntries(members.map(([name, value]) => [name, copy(value)]));
    return typeof $ref === 'string' ? { ...follow($ref), ...copied } : copied;
  };
  const { openapi, info, paths } = objectAt({ description }, 'description');
  return { openapi, info, paths: copy(paths) } as ApiSpec;
}

const isJson = (body: unknown, description: unknown): boolean =>
  'application/json' in objectAt(resolve(body, description), 'content');

interface ShapeError {
  readonly errors?: readonly PlacedError[];
}

interface PlacedError {
  readonly path: string;
  readonly message: string;
  readonly errorCode?: string;
}

/** The most members that an answer names. */
const MAX_FINDINGS = 100;
/** The most characters that an answer repeats of a name from the caller. */
const MAX_FIELD_LENGTH = 200;

function refusal(error: unknown, path: string): unknown {
  if (!(error instanceof BadRequest)) return error;
  const { errors = [] } = error as ShapeError;
  const named = new Map(errors.map((one) => [one.path, one]));
  const unknown = errors.filter(isUnknownMember).map((one) => fieldOf(one.path));
  if (lacksEnvelope(path, new Set(unknown))) return badRequest('document', NO_ENVELOPE);
  const findings = [...named.values()].slice(0, MAX_FINDINGS).map(finding);
  const detail = findings.map(({ message }) => message).join(' ') || error.message;
  return new CallFailed({ kind: 'bad-request', detail, errors: findings }, error);
}

/** For AJV keywords whose own text is hard to read. */
const WORDINGS: Readonly<Record<string, string>> = {
  'pattern.openapi.validation': 'does not have the form that the reference at /docs gives',
  'anyOf.openapi.validation': 'must be a number with a decimal point',
};

const WORDINGS_OF_MESSAGES: Readonly<Record<string, string>> = {
  'must match format "date"': 'must be a date of the calendar, written YYYY-MM-DD',
  'must match format "date-time"': 'must be a date with time and time zone, such as 2026-11-23T08:00:00Z',
  'must match format "email"': 'must be an e-mail address, such as it@erp.example',
  'must match format "uri"': 'must be an address with its scheme, such as https://erp.example/hook',
  'must be array': 'must be a list, in square brackets',
  'must be object': 'must be an object, in braces',
  'must be string': 'must be text, in quotes',
  'must be integer': 'must be a whole number, without quotes',
  'must be number': 'must be a number, without quotes',
  'must be boolean': 'must be true or false, without quotes',
};

/** AJV's words for limits, and ours. */
const WORDINGS_OF_LIMITS: readonly (readonly [theirs: RegExp, plain: string])[] = [
  [/^must NOT have fewer than (\d+) characters$/, 'must have at least $1 characters'],
  [/^must NOT have more than (\d+) characters$/, 'must have at most $1 characters'],
  [/^must NOT have fewer than (\d+) items$/, 'must have at least $1 entries'],
  [/^must NOT have more than (\d+) items$/, 'must have at most $1 entries'],
  [/^must NOT have duplicate items.*$/, 'must not hold an entry twice'],
  [/^must be >= (\S+)$/, 'must be at least $1'],
  [/^must be <= (\S+)$/, 'must be at most $1'],
  // A null in a list of values is left out.
  [/^must be equal to one of the allowed values: (.*), $/, 'must be one of $1, null'],
  [/^must be equal to one of the allowed values: (.*)$/, 'must be one of $1'],
];

function inPlainWords(message: string): string {
  const [theirs, plain] = WORDINGS_OF_LIMITS.find(([known]) => known.test(message)) ?? [];
  return theirs && plain ? message.replace(theirs, plain) : message;
}

const isUnknownMember = ({ errorCode = '', message }: PlacedError): boolean =>
  /^(additional|unevaluated)Properties/.test(errorCode) || message.startsWith('Unknown query parameter ');

function finding(wrong: PlacedError): Finding {
  const { path, message, errorCode = '' } = wrong;
  const given = fieldOf(path) || (path.startsWith('/query') ? 'query' : 'body');
  const [field, name] = [given.slice(0, MAX_FIELD_LENGTH), quotedName(given)];
  if (isUnknownMember(wrong)) return requestFinding(field, `${name} is not a field of this request.`);
  const wording = WORDINGS[errorCode] ?? WORDINGS_OF_MESSAGES[message] ?? inPlainWords(message);
  const missing = field === 'Idempotency-Key' ? KEY_MISSING : `${name} is missing.`;
  const text = errorCode.startsWith('required') ? missing : `${name}: ${wording}.`;
  return requestFinding(field, text);
}

const KEY_MISSING =
  'Idempotency-Key is missing. Send a text of your own in this header, another one for each invoice; a repeated call has the same.';

/** `/body/lines/0/unit` → `lines[0].unit`, `/query/page` → `page`, `/headers/idempotency-key` → `Idempotency-Key`. */
function fieldOf(path: string): string {
  const [, where, ...steps] = path.split('/');
  if (where === 'headers')
    return (steps[0] ?? '').replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
}
