import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export const DESCRIPTION = readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8');

interface Examples {
  readonly components: {
    readonly examples: Readonly<Record<string, { readonly value: Record<string, unknown> }>>;
  };
}

const EXAMPLES = (parse(DESCRIPTION) as Examples).components.examples;

/** A body of POST /invoices that is right; a new copy each time. */
export const submission = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...structuredClone(EXAMPLES.Named!.value),
  ...more,
});

/** The same with one place of its document set to another value; undefined takes it away (JSON leaves it out). */
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
