import { SCOPES, type Scope } from '../../../domain/access/caller.ts';
import { isObject } from '../../../domain/json/json-object.ts';
import { objectAt, resolve } from './json-values.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** The limit of JSON bodies, unless the operation states another (decisions, "sizes"). */
const USUAL_BODY_BYTES = 256 * 1024;

/** An operation of openapi.yaml: everything that is decided before its body is read. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** Undefined for operations that need no key. */
  readonly scope: Scope | undefined;
  /** Partner keys may call it, too. */
  readonly partner: boolean;
  /** Every key may call it, whatever its scopes are. */
  readonly anyKey: boolean;
  /** Client keys may not call it. */
  readonly operator: boolean;
  readonly planned: boolean;
  /**
   * It changes something and has no Idempotency-Key, so the client's stage is checked here. With a key the idempotency step
   * checks it.
   */
  readonly changes: boolean;
  /** It takes an Idempotency-Key. */
  readonly takesKey: boolean;
  /** Read-only operator keys may call it, also if it is a POST. */
  readonly reads: boolean;
  /** Undefined for operations without a body. */
  readonly body: 'required' | 'optional' | undefined;
  readonly maxBodyBytes: number;
  /** Its handler reads the body while it arrives. */
  readonly isStreamed: boolean;
  /** Media types of the body. */
  readonly mediaTypes: readonly string[];
}

/** Beside other types, JSON is a file like them. */
export const takesFile = (mediaTypes: readonly string[]): boolean =>
  mediaTypes.some((type) => type !== 'application/json');

interface MatchedPath {
  /** By method in upper case. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The operations of openapi.yaml by path. */
export class Operations {
  private readonly paths: readonly DescribedPath[];

  constructor(description: unknown) {
    const paths = Object.entries(objectAt(description, 'paths'));
    // Literal segments go before parameters: /invoices/series is not an invoice.
    const sorted = paths.sort(([one], [other]) => parametersIn(one) - parametersIn(other));
    this.paths = sorted.map(([path, item]) => ({
      pattern: patternOf(path),
      shapes: shapesOf(item, description),
      operations: operationsOf(item, description),
    }));
  }

  get all(): readonly Operation[] {
    return this.paths.flatMap(({ operations }) => [...operations.values()]);
  }

  /**
   * Undefined for an unknown path, for escapes that do not decode, and for a parameter that breaks its pattern in a method that
   * the path does not have.
   */
  match(path: string, method: string): MatchedPath | undefined {
    const matchingPath = this.paths.find(({ pattern }) => pattern.test(path));
    const parameters = matchingPath && decoded(matchingPath.pattern.exec(path)?.groups ?? {});
    if (!matchingPath || !parameters) return undefined;
    const { operations, shapes } = matchingPath;
    const fits = Object.entries(shapes).every(([name, shape]) => shape.test(parameters[name] ?? ''));
    return fits || operations.has(method) ? { operations, parameters } : undefined;
  }
}

interface DescribedPath {
  readonly pattern: RegExp;
  /** Patterns of the path's parameters. */
  readonly shapes: Readonly<Record<string, RegExp>>;
  readonly operations: ReadonlyMap<string, Operation>;
}

function shapesOf(item: unknown, description: unknown): Record<string, RegExp> {
  const parameters = isObject(item) && Array.isArray(item.parameters) ? item.parameters : [];
  const shapes = parameters
    .map((parameter) => resolve(parameter, description))
    .flatMap((parameter) => {
      const { pattern } = objectAt(parameter, 'schema');
      return typeof pattern === 'string' ? [[String(parameter.name), new RegExp(pattern)] as const] : [];
    });
  return Object.fromEntries(shapes);
}

const parametersIn = (path: string): number => path.split('{').length;

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> | undefined {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    return undefined;
  }
}

function operationsOf(item: unknown, description: unknown): ReadonlyMap<string, Operation> {
  const operations = METHODS.flatMap((method) => {
    const described = isObject(item) ? item[method] : undefined;
    return isObject(described) ? [operationOf(method.toUpperCase(), described, description)] : [];
  });
  return new Map(operations.map((operation) => [operation.method, operation]));
}

function operationOf(
  method: string,
  described: Readonly<Record<string, unknown>>,
  description: unknown,
): Operation {
  const scope = SCOPES.find((known) => known === described['x-scope']);
  const open = Array.isArray(described.security) && described.security.length === 0;
  const id = String(described.operationId);
  if (!open && !scope) throw new Error(`openapi.yaml: ${id} names no scope`);
  const limit = described['x-max-body-bytes'];
  const body = described.requestBody === undefined ? undefined : resolve(described.requestBody, description);
  return {
    id,
    method,
    scope: open ? undefined : scope,
    operator: described['x-operator'] === true,
    partner: described['x-partner'] === true,
    anyKey: described['x-any-key'] === true,
    planned: described['x-planned'] === true,
    changes: method !== 'GET' && described['x-reads'] !== true && !takesKey(described),
    takesKey: takesKey(described),
    reads: method === 'GET' || described['x-reads'] === true,
    body: body && bodyOf(body),
    maxBodyBytes: typeof limit === 'number' ? limit : USUAL_BODY_BYTES,
    isStreamed: described['x-streamed'] === true,
    mediaTypes: body ? Object.keys(objectAt(body, 'content')) : [],
  };
}

const takesKey = ({ parameters }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(parameters) &&
  parameters.some((one) => isObject(one) && one['$ref'] === '#/components/parameters/IdempotencyKey');

const bodyOf = (described: Readonly<Record<string, unknown>>): 'required' | 'optional' =>
  described.required === true ? 'required' : 'optional';
