import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { quotedName } from 'en16931-rules/vocabulary/quoted.ts';
import type { RequestHandler } from 'express';
import type { OpenApiRequest } from 'express-openapi-validator/dist/framework/types.js';
import { BadRequest, OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js';
import { badRequest, badRequestBy, requestFinding } from '../../../application/requests/request-finding.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { CallFailed } from '../../../domain/failures.ts';
import { callOf } from './call.ts';
import { isObject, type JsonObject } from '../../../domain/json/json-object.ts';
import { objectAt, resolve } from './json-values.ts';
import { takesFile } from './operations.ts';
import { ParameterShape } from './parameter-shape.ts';
import { patternInWords } from './pattern-in-words.ts';
import { queryNamesOf, unknownMember, unknownParameter } from './unknown-name.ts';
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
    const wrong = parameters.errorOf(req);
    if (wrong) return next(wrong);
    // The validator caches a compiled schema per content type, so it always sees the same one.
    if (body?.json === undefined) delete req.headers['content-type'];
    else req.headers['content-type'] = 'application/json';
    req.body = validatorView(body?.json);
    const known = operations.get(operation?.id ?? '');
    // It writes what it reads as numbers into them.
    req.openapi = known && { ...known, pathParams: { ...given } };
    const schema = (known?.schema ?? {}) as JsonObject;
    validate(req, res, (error?: unknown) => {
      next(error === undefined ? undefined : wordedError(() => requestError(error, req.path, schema)));
    });
  };
}

/** The validator calls back out of nowhere: what is thrown there would end the process. */
function wordedError(word: () => unknown): unknown {
  try {
    return word();
  } catch (error) {
    return error;
  }
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
  !takesFile(Object.keys(objectAt(resolve(body, description), 'content')));

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
/** No member lies deeper. The validator does not escape slashes: a name of megabytes would be as many steps. */
const MAX_PATH_LENGTH = 1_000;

function requestError(error: unknown, path: string, operation: JsonObject): unknown {
  if (!(error instanceof BadRequest)) return error;
  const errors = ((error as ShapeError).errors ?? []).map((one) => ({
    ...one,
    path: one.path.slice(0, MAX_PATH_LENGTH),
  }));
  const named = new Map(withoutAlternatives(errors).map((one) => [one.path, one]));
  const unknown = errors.filter(isUnknownMember).map((one) => fieldOf(one.path));
  if (lacksEnvelope(path, new Set(unknown))) return badRequest('document', NO_ENVELOPE);
  const isOfInvoices = /^\/(?:invoices|received)\//.test(path);
  const findings = [...named.values()]
    .slice(0, MAX_FINDINGS)
    .map((one) => finding(one, operation, isOfInvoices));
  return findings.length > 0
    ? badRequestBy(findings, error)
    : new CallFailed({ kind: 'bad-request', detail: error.message, errors: [] }, error);
}

/** Without what only repeats another: a member that is wrong inside fits no alternative, and is no null. */
const withoutAlternatives = (errors: readonly PlacedError[]): readonly PlacedError[] =>
  errors.filter(
    (one) =>
      !(one.errorCode === ANY_OF || one.message === 'must be null') ||
      !errors.some(
        ({ path, message }) =>
          path.startsWith(`${one.path}/`) || (path === one.path && message === 'must be object'),
      ),
  );

const ANY_OF = 'anyOf.openapi.validation';

/** For AJV keywords whose own text is hard to read. */
const WORDINGS: Readonly<Record<string, Text>> = {
  [ANY_OF]: say('calls.must-be-number-with-decimal-point'),
};

const WORDINGS_OF_MESSAGES: Readonly<Record<string, Text>> = {
  'must match format "date"': say('calls.must-be-date-of-calendar-written-yyyy-mm'),
  'must match format "date-time"': say('calls.must-be-date-with-time-and-time-zone'),
  'must match format "email"': say('calls.must-be-e-mail-address-such-as-it'),
  'must match format "uri"': say('calls.must-be-address-with-its-scheme-such-as'),
  'must be array': say('calls.must-be-list-in-square-brackets'),
  'must be object': say('calls.must-be-object-in-braces'),
  'must be string': say('calls.must-be-text-in-quotes'),
  'must be integer': say('calls.must-be-whole-number-without-quotes'),
  'must be number': say('calls.must-be-number-without-quotes'),
  'must be boolean': say('calls.must-be-true-or-false-without-quotes'),
};

/** The validator's words with a value in them, and ours. */
const WORDINGS_BY_PATTERN: readonly (readonly [theirs: RegExp, plain: (limit: string) => Text])[] = [
  [/^must NOT have fewer than (\d+) characters$/, (n) => say('calls.must-have-at-least-characters', { n })],
  [/^must NOT have more than (\d+) characters$/, (n) => say('calls.must-have-at-most-characters', { n })],
  [/^must NOT have fewer than (\d+) items$/, (n) => say('calls.must-have-at-least-entries', { n })],
  [/^must NOT have more than (\d+) items$/, (n) => say('calls.must-have-at-most-entries', { n })],
  [/^Empty value found for query parameter /, () => say('calls.must-not-be-empty')],
  [/^Parameter .* must be url encoded\b/, () => say('calls.must-be-percent-encoded')],
  [/^must NOT have duplicate items.*$/, () => say('calls.must-not-hold-entry-twice')],
  [/^must be >= (\S+)$/, (expected) => say('calls.must-be-at-least', { expected })],
  [/^must be <= (\S+)$/, (expected) => say('calls.must-be-at-most', { expected })],
  // A null in a list of values is left out.
  [
    /^must be equal to one of the allowed values: (.*), $/,
    (list) => say('calls.must-be-one-of', { list: `${list}, null` }),
  ],
  [/^must be equal to one of the allowed values: (.*)$/, (list) => say('calls.must-be-one-of', { list })],
];

function inPlainWords(message: string): Text {
  if (message.startsWith('must match pattern ')) return patternInWords(message);
  for (const [theirs, plain] of WORDINGS_BY_PATTERN) {
    const [isLimit, limit = ''] = theirs.exec(message) ?? [];
    if (isLimit !== undefined) return plain(limit);
  }
  return message;
}

const isUnknownMember = ({ errorCode = '', message }: PlacedError): boolean =>
  /^(additional|unevaluated)Properties/.test(errorCode) || message.startsWith('Unknown query parameter ');

function finding(wrong: PlacedError, operation: JsonObject, isOfInvoices: boolean): Finding {
  const { path, message, errorCode = '' } = wrong;
  const given = fieldOf(path) || (path.startsWith('/query') ? 'query' : 'body');
  const [field, name] = [given.slice(0, MAX_FIELD_LENGTH), quotedName(given)];
  if (isUnknownMember(wrong))
    return path.startsWith('/query')
      ? unknownParameter(field, given, queryNamesOf(operation))
      : unknownMember(field, given, path, operation);
  const wording = WORDINGS[errorCode] ?? WORDINGS_OF_MESSAGES[message] ?? inPlainWords(message);
  const missing = field === 'Idempotency-Key' ? KEY_MISSING : say('invoice.is-missing', { field: name });
  if (errorCode.startsWith('required')) return requestFinding(field, missing);
  const text = say('calls.field-is-wrong', { field: name, rule: wording });
  return requestFinding(field, text, path === '/params/id' && isOfInvoices ? ID_BY_WORDS : undefined);
}

const ID_BY_WORDS = say('calls.get-search-q-finds-id-by-number');

const KEY_MISSING = say('calls.idempotency-key-is-missing-send-text-of-your');

/** `/body/lines/0/unit` → `lines[0].unit`, `/query/page` → `page`, `/headers/idempotency-key` → `Idempotency-Key`. */
function fieldOf(path: string): string {
  const [, where, ...steps] = path.split('/');
  if (where === 'headers')
    return (steps[0] ?? '').replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step, index) => (/^\d\d*$/.test(step) ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
}
