import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

/** A JSON object of openapi.yaml with its references resolved. */
type Node = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Node;
  readonly example?: unknown;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Undefined for calls that need no key. */
  readonly scope: string | undefined;
  readonly parameters: readonly Parameter[];
  /** Undefined for calls without a body; a file has no examples. */
  readonly body:
    { readonly type: string; readonly schema: Node; readonly examples: readonly unknown[] } | undefined;
  /** By status. */
  readonly responses: ReadonlyMap<number, Response>;
}

interface Response {
  /** By media type, if the body is described. */
  readonly schemas: ReadonlyMap<string, ValidateFunction>;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

const DESCRIPTION = parse(
  readFileSync(fileURLToPath(new URL('../../../openapi.yaml', import.meta.url)), 'utf8'),
) as Node;

const AJV = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
AJV.addSchema(DESCRIPTION, 'openapi');

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const nodeAt = (node: Node, name: string): Node => {
  const value = node[name];
  return isNode(value) ? resolved(value) : {};
};
const listAt = (node: Node, name: string): readonly Node[] => {
  const value = node[name];
  return Array.isArray(value) ? value.filter(isNode).map(resolved) : [];
};

/** Resolves references; members beside a reference are added. */
function resolved(node: Node): Node {
  const { $ref: ref, ...beside } = node;
  if (typeof ref !== 'string') return node;
  const target = ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (isNode(at) ? at[name] : undefined), DESCRIPTION);
  if (!isNode(target)) throw new Error(`openapi.yaml: ${ref} leads nowhere`);
  return { ...resolved(target), ...beside };
}

const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** The JSON pointer to a response, inline or behind its reference: schemas are compiled in place. */
function pointerOf(response: Node, place: readonly string[]): string {
  const { $ref: ref } = response;
  return typeof ref === 'string' ? ref : `#/${place.map(escaped).join('/')}`;
}

function responsesOf(operation: Node, place: readonly string[]): ReadonlyMap<number, Response> {
  const responses = nodeAt(operation, 'responses');
  return new Map(
    Object.entries(responses).map(([status, response]) => {
      const pointer = pointerOf(response as Node, [...place, 'responses', status]);
      const media = Object.keys(nodeAt(resolved(response as Node), 'content'));
      const schemas = media.map((type) => {
        const $ref = encodeURI(`openapi${pointer}/content/${escaped(type)}/schema`);
        return [type, AJV.compile({ $ref })] as const;
      });
      return [Number(status), { schemas: new Map(schemas) }];
    }),
  );
}

function bodyOf(operation: Node): Operation['body'] {
  const content = nodeAt(nodeAt(operation, 'requestBody'), 'content');
  const type = Object.keys(content)[0];
  if (type === undefined) return undefined;
  const media = nodeAt(content, type);
  const examples = nodeAt(media, 'examples');
  return {
    type,
    schema: nodeAt(media, 'schema'),
    examples: Object.keys(examples).map((name) => nodeAt(examples, name)['value']),
  };
}

function operationOf(path: string, method: string, item: Node): Operation {
  const operation = nodeAt(item, method);
  const needsNoKey = Array.isArray(operation['security']) && operation['security'].length === 0;
  return {
    id: String(operation['operationId']),
    method: method.toUpperCase(),
    path,
    scope: needsNoKey ? undefined : String(operation['x-scope']),
    parameters: [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')].map((parameter) => ({
      name: String(parameter['name']),
      in: parameter['in'] as Parameter['in'],
      required: parameter['required'] === true,
      schema: nodeAt(parameter, 'schema'),
      example: parameter['example'],
    })),
    body: bodyOf(operation),
    responses: responsesOf(operation, ['paths', path, method]),
  };
}

/** Every call in openapi.yaml: a new call is attacked as soon as it is described. */
export const OPERATIONS: readonly Operation[] = Object.entries(nodeAt(DESCRIPTION, 'paths')).flatMap(
  ([path, item]) =>
    METHODS.filter((method) => isNode(item) && method in item).map((method) =>
      operationOf(path, method, item as Node),
    ),
);

const schemaOf = (name: string): Node => nodeAt(nodeAt(nodeAt(DESCRIPTION, 'components'), 'schemas'), name);

/** Documents that a call may ask for, whether or not they are built. */
export const FORMATS = schemaOf('Format')['enum'] as readonly string[];

/** Status by the last part of a problem's `type`. */
export const PROBLEM_TYPES: ReadonlyMap<string, number> = new Map(
  Object.entries(schemaOf('Problem')['x-problem-types'] as object),
);

export const isProblem: ValidateFunction = AJV.compile({ $ref: 'openapi#/components/schemas/Problem' });
