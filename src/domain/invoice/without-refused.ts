import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { CanonicalJson } from './canonical-of.ts';
import type { Member } from './members.ts';
import { parseCanonical, type ParsedInvoice } from './parse-canonical.ts';
import { CANONICAL_SCHEMA } from './schema.ts';

/** A value that the canonical form does not take. */
export interface RefusedValue {
  /** `lines[2].classification[0].list`. */
  readonly field: string;
  readonly term?: string;
  readonly value: string;
  readonly why: Text;
}

/** A hostile document has a wrong value in each of 10,000 lines; each round finds a hundred of them. */
const MAX_ROUNDS = 20;

interface WithoutRefused {
  readonly document: CanonicalJson;
  readonly refused: readonly RefusedValue[];
}

/**
 * Leaves out what the schema refuses, if the invoice can do without it: no number, nothing that is required or that has a default goes,
 * because another invoice would be left. What cannot go stays, and is refused by its findings.
 */
export function withoutRefused(document: CanonicalJson): WithoutRefused & { readonly read: ParsedInvoice } {
  const refused: RefusedValue[] = [];
  let left = document;
  for (let round = 0; ; round += 1) {
    const read = parseCanonical(left);
    const less = read.ok || round === MAX_ROUNDS ? undefined : leaveOut(left, read.findings);
    if (!less) return { document: left, read, refused };
    left = less.document;
    refused.push(...less.refused);
  }
}

/** The document without the members that findings are about; undefined if it cannot do without any of them. */
export function leaveOut(
  document: CanonicalJson,
  findings: readonly Pick<Finding, 'field' | 'message'>[],
): WithoutRefused | undefined {
  const parts = removable(document, findings);
  if (parts.length === 0) return undefined;
  const left = structuredClone(document);
  // From the end, so that the positions of others stay.
  const refused = parts.reverse().map(({ steps, why }) => remove(left, steps, why));
  return { document: left, refused: refused.reverse().flat() };
}

/** Without it another amount is in the sums. */
const CHANGES_SUM: ReadonlySet<unknown> = new Set(['before_correction', 'line_type']);

interface Removable {
  readonly steps: readonly Step[];
  readonly why: Text;
}

interface Step {
  readonly key: string | number;
  readonly member: Member;
}

function removable(
  document: CanonicalJson,
  findings: readonly Pick<Finding, 'field' | 'message'>[],
): Removable[] {
  const all = new Map<string, Removable>();
  for (const { field, message } of findings) {
    const steps = field === undefined ? undefined : stepsTo(field);
    const part = steps && dispensable(document, steps);
    if (part) all.set(pathOf(part), { steps: part, why: message });
  }
  // What is inside of another part goes with it.
  const paths = [...all.keys()];
  return [...all]
    .filter(
      ([path]) =>
        !paths.some((one) => one !== path && path.startsWith(one) && /^[.[]/.test(path.slice(one.length))),
    )
    .map(([, one]) => one)
    .sort((one, other) => inOrder(one.steps, other.steps));
}

/** Entries of one list in their order. */
function inOrder(one: readonly Step[], other: readonly Step[]): number {
  for (const [index, { key }] of one.entries()) {
    const theirs = other[index]?.key;
    if (key === theirs) continue;
    return typeof key === 'number' && typeof theirs === 'number' ? key - theirs : 0;
  }
  return 0;
}

function stepsTo(field: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let member: Member | undefined = CANONICAL_SCHEMA;
  for (const [, name, index] of field.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    if (name !== undefined) {
      member = member?.kind === 'group' ? member.members.get(name)?.member : undefined;
      if (!member) return undefined;
      steps.push({ key: name, member });
    } else {
      member = member?.kind === 'list' ? member.of : undefined;
      if (!member) return undefined;
      steps.push({ key: Number(index), member });
    }
  }
  return steps;
}

/** The smallest part around the place without which the document is still one. */
function dispensable(document: CanonicalJson, steps: readonly Step[]): readonly Step[] | undefined {
  for (let length = steps.length; length > 0; length -= 1) {
    const part = steps.slice(0, length);
    const value = valueAt(document, part);
    const { key, member } = part.at(-1)!;
    if (value !== undefined && (CHANGES_SUM.has(key) || statesNumber(value, member))) return undefined;
    if (value !== undefined && canGo(part)) return part;
  }
  return undefined;
}

function canGo(steps: readonly Step[]): boolean {
  const { key, member } = steps.at(-1)!;
  const around = steps.at(-2)?.member;
  if (typeof key === 'number') return around?.kind === 'list' && !around.required && around.minItems === 0;
  return !member.required && !(member.kind === 'code' && member.default !== undefined);
}

/** Without an amount, or the side of a correction that it is on, the invoice has another total. */
function statesNumber(value: unknown, member: Member): boolean {
  if (member.kind === 'number') return true;
  if (member.kind === 'list')
    return Array.isArray(value) && value.some((one) => statesNumber(one, member.of));
  if (member.kind !== 'group' || typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => {
    const known = member.members.get(name)?.member;
    return known !== undefined && (CHANGES_SUM.has(name) || statesNumber(inner, known));
  });
}

function valueAt(document: unknown, steps: readonly Step[]): unknown {
  let value = document;
  for (const { key } of steps)
    value = (value as Readonly<Record<string | number, unknown>> | undefined)?.[key];
  return value;
}

const pathOf = (steps: readonly Step[]): string =>
  steps
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .slice(1);

function remove(document: CanonicalJson, steps: readonly Step[], why: Text): RefusedValue[] {
  const { key, member } = steps.at(-1)!;
  const around = valueAt(document, steps.slice(0, -1)) as Record<string | number, unknown>;
  const refused = [...leavesOf(around[key], member, pathOf(steps), why)];
  if (Array.isArray(around)) around.splice(Number(key), 1);
  else Reflect.deleteProperty(around, key);
  return refused;
}

function* leavesOf(value: unknown, member: Member, field: string, why: Text): Generator<RefusedValue> {
  if (Array.isArray(value) && member.kind === 'list')
    for (const [index, one] of value.entries()) yield* leavesOf(one, member.of, `${field}[${index}]`, why);
  else if (typeof value === 'object' && value !== null && member.kind === 'group')
    for (const [name, inner] of Object.entries(value)) {
      const known = member.members.get(name)?.member;
      if (known) yield* leavesOf(inner, known, `${field}.${name}`, why);
    }
  else yield { field, ...(member.term !== undefined && { term: member.term }), value: String(value), why };
}
