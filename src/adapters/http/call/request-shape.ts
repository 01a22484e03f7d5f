import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { error as eovErrors, middleware } from 'express-openapi-validator';
import { badRequest, requestFinding } from '../../../application/refusals/request-finding.ts';
import type { Finding } from '../../../domain/findings/finding.ts';
import { CallFailed } from '../../../domain/failures.ts';
import { callOf } from './call.ts';
import { isObject } from '../../../domain/json/json-object.ts';
import { objectAt, resolved } from './json-values.ts';
import { ParameterShape } from './parameter-shape.ts';
import { lacksEnvelope, NO_ENVELOPE } from './wrong-call.ts';
import { validatorView } from './validator-view.ts';

type ApiSpec = Parameters<typeof middleware>[0]['apiSpec'];

/** Checks requests against openapi.yaml. A request that does not fit is a `bad-request` that names each member. */
export function requestShape(description: unknown): RequestHandler {
  const steps = rememberingOperations({
    apiSpec: forRequests(description, description) as ApiSpec,
    // A test checks the description. At each start the check would take as long as everything else.
    validateApiSpec: false,
    // For each reference it would compile a schema at every start and then use only its text.
    $refParser: { mode: 'dereference' },
    validateSecurity: false,
    validateRequests: { allowUnknownQueryParameters: false, allErrors: true },
    validateResponses: false,
    ajvFormats: { mode: 'full' },
    fileUploader: false,
  });
  const parameters = new ParameterShape(description);
  return (req, res, next) => {
    const { body } = callOf(res);
    const wrong = parameters.refusalOf(req);
    if (wrong) return next(wrong);
    // The validator caches a compiled schema per content type, so it always sees the same one.
    if (body?.json === undefined) delete req.headers['content-type'];
    else req.headers['content-type'] = 'application/json';
    req.body = validatorView(body?.json);
    runAll(steps, req, res, (error: unknown) =>
      next(error === undefined ? undefined : refusal(error, req.path)),
    );
  };
}

/**
 * The validator's steps. The step that finds the operation compiles the patterns of all paths for every request; its result is
 * cached per operation instead.
 */
function rememberingOperations(options: Parameters<typeof middleware>[0]): readonly RequestHandler[] {
  const found = new Map<string, object>();
  return (middleware(options) as RequestHandler[]).map((step): RequestHandler => {
    if (step.name !== 'metadataMiddleware') return step;
    return (req: Request & { openapi?: object }, res, next) => {
      const { operation, parameters = {} } = callOf(res);
      const known = operation && found.get(operation.id);
      if (known) {
        req.openapi = { ...known, pathParams: parameters };
        req.params = { ...parameters };
        return next();
      }
      void step(req, res, (error?: unknown) => {
        if (!error && operation && req.openapi) found.set(operation.id, req.openapi);
        next(error);
      });
    };
  });
}

function runAll(
  steps: readonly RequestHandler[],
  req: Request,
  res: Response,
  done: (error?: unknown) => void,
): void {
  const [first, ...rest] = steps;
  if (!first) return done();
  const next: NextFunction = (error?: unknown) => (error ? done(error) : runAll(rest, req, res, done));
  try {
    void first(req, res, next);
  } catch (error) {
    done(error);
  }
}

/**
 * A body that breaks a schema marked `x-findings` is a finding about the invoice, which the domain makes, not a malformed
 * request. A file has no shape; its type and size are checked when it is read. Schemas of answers are left out: the validator
 * would compile them at every start and not use them.
 */
function forRequests(node: unknown, description: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => forRequests(item, description));
  if (!isObject(node)) return node;
  if ('x-findings' in node) return { type: node.type ?? 'object' };
  const described = 'operationId' in node ? { ...node, responses: {} } : node;
  const members = Object.entries(described).filter(
    ([name, value]) => name !== 'requestBody' || isJson(value, description),
  );
  return Object.fromEntries(members.map(([name, value]) => [name, forRequests(value, description)]));
}

const isJson = (body: unknown, description: unknown): boolean =>
  'application/json' in objectAt(resolved(body, description), 'content');

interface ShapeError {
  readonly errors?: readonly PlacedError[];
}

interface PlacedError {
  readonly path: string;
  readonly message: string;
  readonly errorCode?: string;
}

/** The most members that an answer names. */
const MOST_FINDINGS = 100;
/** The most characters that an answer repeats of a name from the caller. */
const LONGEST_FIELD = 200;

function refusal(error: unknown, path: string): unknown {
  if (!(error instanceof eovErrors.BadRequest)) return error;
  const { errors = [] } = error as ShapeError;
  const named = new Map(errors.map((one) => [one.path, one]));
  const unknown = errors.filter(isUnknownMember).map((one) => fieldOf(one.path));
  if (lacksEnvelope(path, new Set(unknown))) return badRequest('document', NO_ENVELOPE);
  const findings = [...named.values()].slice(0, MOST_FINDINGS).map(finding);
  const detail = findings.map(({ message }) => message).join(' ') || error.message;
  return new CallFailed({ kind: 'bad-request', detail, errors: findings }, error);
}

/** For AJV keywords whose own text is hard to read. */
const SAID: Readonly<Record<string, string>> = {
  'pattern.openapi.validation': 'does not have the form that the reference at /docs gives',
  'anyOf.openapi.validation': 'must be a number with a decimal point',
};

const SAID_OF_MESSAGES: Readonly<Record<string, string>> = {
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
const SAID_OF_LIMITS: readonly (readonly [says: RegExp, plain: string])[] = [
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
  const [says, plain] = SAID_OF_LIMITS.find(([known]) => known.test(message)) ?? [];
  return says && plain ? message.replace(says, plain) : message;
}

const isUnknownMember = ({ errorCode = '' }: PlacedError): boolean =>
  /^(additional|unevaluated)Properties/.test(errorCode);

function finding(wrong: PlacedError): Finding {
  const { path, message, errorCode = '' } = wrong;
  const field = fieldOf(path).slice(0, LONGEST_FIELD) || (path.startsWith('/query') ? 'query' : 'body');
  if (isUnknownMember(wrong)) return requestFinding(field, `${field} is not a field of this request.`);
  const said = SAID[errorCode] ?? SAID_OF_MESSAGES[message] ?? inPlainWords(message);
  const missing = field === 'Idempotency-Key' ? KEY_MISSING : `${field} is missing.`;
  const says = errorCode.startsWith('required') ? missing : `${field}: ${said}.`;
  return requestFinding(field, says);
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
