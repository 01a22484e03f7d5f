import { say } from 'en16931-rules/vocabulary/message.ts';
import { quotedName } from 'en16931-rules/vocabulary/quoted.ts';
import type { Request } from 'express';
import { badRequest, badRequestBy } from '../../../application/requests/request-finding.ts';
import type { CallFailed } from '../../../domain/failures.ts';
import { callOf } from './call.ts';
import { isObject, type JsonObject } from '../../../domain/json/json-object.ts';
import { objectAt, resolve } from './json-values.ts';
import { queryNamesOf, unknownParameter } from './unknown-name.ts';

/** Digits alone: `1e3`, `0x10`, `01` and ` 1` are numbers in JavaScript only. The validator refuses signs. */
const WHOLE_NUMBER = /^-?(?:0|[1-9]\d*)$/;

/** Checks of path and query that the OpenAPI validator does not make. */
export class ParameterShape {
  /** By operation, the names of its query parameters, and of the integers among them. */
  private readonly query: ReadonlyMap<
    string,
    { readonly known: readonly string[]; readonly whole: readonly string[] }
  >;

  constructor(description: unknown) {
    const items = Object.values(objectAt(description, 'paths')).filter(isObject);
    const described = items.flatMap((item) => Object.values(item)).filter(isObject);
    this.query = new Map(
      described
        .filter(({ operationId }) => typeof operationId === 'string')
        .map((operation) => [String(operation.operationId), queryOf(operation, description)]),
    );
  }

  /** The errors found, if any. */
  errorOf(request: Request): CallFailed | undefined {
    const { operation, parameters = {} } = callOf(request.res!);
    const query = Object.entries(request.query);
    const { whole = [], known = [] } = this.query.get(operation?.id ?? '') ?? {};
    // The validator reads `route[]` as `route`. No parameter here has such a name.
    const spelt = query.find(([name]) => /[[\]]/.test(name));
    if (spelt) return badRequestBy([unknownParameter(spelt[0].slice(0, 200), spelt[0], known)]);
    const repeated = query.find(([name, value]) => known.includes(name) && Array.isArray(value));
    if (repeated) return badRequest(repeated[0], say('calls.must-be-given-once', { name: repeated[0] }));
    // XML cannot hold it, nor can every store.
    const nul = [...Object.entries(parameters), ...query].find(([, value]) => String(value).includes('\0'));
    if (nul)
      return badRequest(
        nul[0].slice(0, 200),
        say('calls.holds-character-u-0000', { field: quotedName(nul[0]) }),
      );
    const wrong = whole.find(
      (name) => isGiven(request.query[name]) && !WHOLE_NUMBER.test(String(request.query[name])),
    );
    return wrong === undefined
      ? undefined
      : badRequest(wrong, say('calls.must-be-whole-number-in-digits', { field: wrong }));
  }
}

/** A parameter is given once. The validator refuses empty ones and lists. */
const isGiven = (value: unknown): boolean => typeof value === 'string' && value !== '';

function queryOf(operation: JsonObject, description: unknown) {
  const given = Array.isArray(operation.parameters) ? (operation.parameters as unknown[]) : [];
  const parameters = given.map((parameter) => resolve(parameter, description));
  const whole = parameters.filter((parameter) => objectAt(parameter, 'schema').type === 'integer');
  return { known: queryNamesOf({ parameters }), whole: queryNamesOf({ parameters: whole }) };
}
