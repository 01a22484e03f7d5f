import type { SyntaxNode } from '@lezer/common';
import { entriesOf, propertiesOf, rootOf, type Step, walk } from './json-source.ts';

/** RFC 6902. */
export type Operation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

/** RFC 6901 §3. */
export const pointerOf = (path: readonly Step[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const pathOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/**
 * Changes a JSON text by operations, in order. What they do not name stays as it is written.
 * @throws PatchFailed if one of them does not fit the text.
 */
export function applyPatch(text: string, operations: readonly Operation[]): string {
  return operations.reduce(applyOne, text);
}

export class PatchFailed extends Error {}

function applyOne(text: string, operation: Operation): string {
  const { op, path } = operation;
  switch (op) {
    case 'add':
      return addValue(text, path, JSON.stringify(operation.value));
    case 'remove':
      return removeValue(text, path);
    case 'replace':
      return replaceSpan(text, requireAt(text, path), JSON.stringify(operation.value));
    case 'copy':
      return addValue(text, path, writtenAt(text, operation.from));
    case 'move':
      return moveValue(text, operation.from, path);
    case 'test':
      if (canonical(JSON.parse(writtenAt(text, path))) !== canonical(operation.value))
        throw new PatchFailed(`${path} has another value.`);
      return text;
    default:
      return op satisfies never;
  }
}

const replaceSpan = (
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  by: string,
) => text.slice(0, from) + by + text.slice(to);

function find(text: string, pointer: string) {
  const root = rootOf(text);
  if (!root) throw new PatchFailed('The text is no JSON.');
  return walk(text, root, stepsIn(text, root, pathOf(pointer)));
}

/** RFC 6901 §4: the same text is a number in a list and a name in an object. */
function stepsIn(text: string, root: SyntaxNode, path: readonly string[]): readonly Step[] {
  const steps: Step[] = [];
  for (const part of path) {
    const around = walk(text, root, steps);
    const isEntry = around.missing.length === 0 && around.place.value.name === 'Array';
    steps.push(isEntry && /^(?:0|[1-9]\d*)$/.test(part) ? Number(part) : part);
  }
  return steps;
}

function requireAt(text: string, pointer: string): SyntaxNode {
  const { place, missing } = find(text, pointer);
  if (missing.length > 0) throw new PatchFailed(`${pointer} is not there.`);
  return place.value;
}

function writtenAt(text: string, pointer: string): string {
  const { from, to } = requireAt(text, pointer);
  return text.slice(from, to);
}

/** A member that only changes its name stays in its line. */
function moveValue(text: string, from: string, path: string): string {
  const { place, missing } = find(text, from);
  if (missing.length > 0) throw new PatchFailed(`${from} is not there.`);
  if (path.startsWith(`${from}/`)) throw new PatchFailed(`${from} does not fit into itself.`);
  const [old, target] = [pathOf(from), pathOf(path)];
  const name = place.property?.getChild('PropertyName');
  const isRename = name && pointerOf(old.slice(0, -1)) === pointerOf(target.slice(0, -1));
  if (isRename && find(text, path).missing.length > 0)
    return replaceSpan(text, name, JSON.stringify(target.at(-1)));
  const value = writtenAt(text, from);
  return addValue(removeValue(text, from), path, value);
}

function addValue(text: string, pointer: string, value: string): string {
  const { place, missing } = find(text, pointer);
  const path = pathOf(pointer);
  if (path.length === 0) return replaceSpan(text, place.value, value);
  if (missing.length > 1) throw new PatchFailed(`Nothing is around ${pointer}.`);
  const isThere = missing.length === 0;
  const around = isThere ? place.value.parent! : place.value;
  if (isThere && place.property) return replaceSpan(text, place.value, value);
  const name = path.at(-1)!;
  if (isThere)
    return text.slice(0, place.value.from) + value + separatorOf(text, around) + text.slice(place.value.from);
  if (around.name === 'Object')
    return appendValue(text, around, propertiesOf(around), `${JSON.stringify(name)}: ${value}`);
  const entries = entriesOf(around);
  if (around.name !== 'Array' || (name !== '-' && name !== String(entries.length)))
    throw new PatchFailed(`${pointer} does not fit here.`);
  return appendValue(text, around, entries, value);
}

function appendValue(
  text: string,
  around: SyntaxNode,
  inner: readonly SyntaxNode[],
  written: string,
): string {
  const last = inner.at(-1);
  if (!last) return replaceSpan(text, { from: around.from + 1, to: around.to - 1 }, written);
  return text.slice(0, last.to) + separatorOf(text, around) + written + text.slice(last.to);
}

/** A comma, and a new line as deep as the others if they have lines of their own. */
function separatorOf(text: string, around: SyntaxNode): string {
  const lead = /^\s*/.exec(text.slice(around.from + 1))?.[0] ?? '';
  return lead.includes('\n') ? `,${lead}` : ', ';
}

function removeValue(text: string, pointer: string): string {
  const { place, missing } = find(text, pointer);
  if (missing.length > 0 || pointer === '') throw new PatchFailed(`${pointer} is not there.`);
  const { from, to } = place.property ?? place.value;
  const after = /^\s*,\s*/.exec(text.slice(to));
  if (after) return text.slice(0, from) + text.slice(to + after[0].length);
  const before = /,\s*$/.exec(text.slice(0, from)) ?? /(?<!\s)\s*$/.exec(text.slice(0, from));
  return text.slice(0, from - (before?.[0].length ?? 0)) + text.slice(to);
}

/** Two values are equal if their members are, in any order (RFC 6902 §4.6). */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
