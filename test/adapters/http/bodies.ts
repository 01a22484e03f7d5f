import { ApiDescription } from '../../../src/adapters/http/call/api-description.ts';
import { readYaml } from '../../../src/processes/read-yaml.ts';

const { text, content } = readYaml('openapi.yaml');

/** openapi.yaml, shared by all servers of the tests. */
export const API = new ApiDescription(text, content);

/** openapi.yaml with an additional, planned call. */
export const WITH_A_PLANNED_CALL = withPlannedCall();

function withPlannedCall(): ApiDescription {
  const schema = { $ref: '#/components/schemas/Problem' };
  const problem = { description: 'a refusal', content: { 'application/problem+json': { schema } } };
  const responses = { '429': problem, '501': problem };
  const planned = { operationId: 'planned', 'x-scope': 'read', 'x-planned': true, responses };
  const changed = structuredClone(content) as { paths: Record<string, object> };
  changed.paths['/planned'] = { get: planned };
  return new ApiDescription(JSON.stringify(changed), changed);
}

interface Examples {
  readonly components: {
    readonly examples: Readonly<Record<string, { readonly value: Record<string, unknown> }>>;
  };
}

const EXAMPLES = (API.content as Examples).components.examples;

/** A new copy of a valid body of POST /invoices. */
export const submission = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...structuredClone(EXAMPLES.Named!.value),
  ...more,
});

/** The same body with another value at one path of its document; undefined removes the member. */
export function withDocument(path: string, value: unknown): Record<string, unknown> {
  const body = submission();
  const steps = path.split('.');
  const last = steps.pop()!;
  let at = body.document as Record<string, unknown>;
  for (const step of steps) at = at[step] as Record<string, unknown>;
  at[last] = value;
  return body;
}

let keysGiven = 0;
export const newIdempotencyKey = (): string => `test-key-${(keysGiven += 1)}`;
