import type { SyntaxNode } from '@lezer/common';
import {
  entriesOf,
  nameOf,
  propertiesOf,
  rootOf,
  type Step,
  textValue,
  walk,
} from '../../app/source/json-source.ts';
import type { Kind, Opened } from './fields.ts';
import { formOf, valueIn } from './form-fields.ts';
import { kindOf } from './json-fields.ts';
import type { Finding } from './refused.ts';
import { xmlFields } from './xml-fields.ts';

/** One value of a submission that is another one now. */
export interface FieldChange {
  readonly path: readonly Step[];
  readonly kind: Kind;
  /** Of a file. */
  readonly term?: string | undefined;
  /** As it is written; undefined if it was not there. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

interface Side {
  readonly text: string;
  readonly node: SyntaxNode | undefined;
}

/** Value by value, in the order of the texts. Undefined if one of them is no JSON. */
export function fieldChanges(before: string, after: string): readonly FieldChange[] | undefined {
  const [old, next] = [rootIn(before), rootIn(after)];
  return old && next ? [...changesIn(old, next, [])] : undefined;
}

/** The same of a file: of the terms that its form has. Nothing if one of the texts has no form. */
export function termChanges(
  before: string,
  after: string,
  seen: readonly Finding[],
  opened?: Opened,
): readonly FieldChange[] {
  if (!xmlFields(before)) return [];
  const fields =
    formOf(after, seen, seen, { ...(opened && { opened }) })?.groups.flatMap((group) => group.fields) ?? [];
  return fields.flatMap((field) => {
    const { path, kind, term, value, at } = field;
    const old = at && valueIn(before, field);
    if (old === undefined || old === value) return [];
    return [{ path, kind, term, before: old || undefined, after: value || undefined }];
  });
}

function rootIn(text: string): Side | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const node = rootOf(text);
  return node && { text, node };
}

function* changesIn(old: Side, next: Side, path: readonly Step[]): Generator<FieldChange> {
  if (tokensOf(old) === tokensOf(next)) return;
  if (isList(old) || isList(next)) yield* changesOfEntries(old, next, path);
  else
    for (const name of namesIn(old, next))
      yield* changesIn(memberOf(old, name), memberOf(next, name), [...path, name]);
  const [before, after] = [valueOf(old), valueOf(next)];
  const isNumber = [old, next].some(({ node }) => node?.name === 'Number');
  if (before !== after) yield { path, kind: kindOf(path, isNumber), before, after };
}

/** Equal entries at both ends belong together, so that those behind one that was taken out have not changed. */
function* changesOfEntries(old: Side, next: Side, path: readonly Step[]): Generator<FieldChange> {
  const [before, after] = [entriesIn(old), entriesIn(next)];
  const shorter = Math.min(before.length, after.length);
  const isSame = (one: number, other: number): boolean =>
    tokensOf(before.at(one)!) === tokensOf(after.at(other)!);
  let start = 0;
  while (start < shorter && isSame(start, start)) start += 1;
  let end = 0;
  while (end < shorter - start && isSame(-1 - end, -1 - end)) end += 1;
  const count = Math.max(before.length, after.length) - end;
  for (let index = start; index < count; index += 1) {
    const sides = [before, after].map((entries) => entries.slice(0, entries.length - end)[index] ?? NOTHING);
    yield* changesIn(sides[0]!, sides[1]!, [...path, index]);
  }
}

const NOTHING: Side = { text: '', node: undefined };

/** Without what is between values; digits stay as they are written. */
const tokensOf = ({ text, node }: Side): string =>
  node ? (text.slice(node.from, node.to).match(/"(?:[^"\\]|\\[^])*"|[^\s"]/g) ?? []).join('') : '';

const isList = ({ node }: Side): boolean => node?.name === 'Array';
const isAround = ({ node }: Side): boolean => node?.name === 'Array' || node?.name === 'Object';

const valueOf = (side: Side): string | undefined =>
  side.node && !isAround(side)
    ? (textValue(side.text, side.node) ?? side.text.slice(side.node.from, side.node.to))
    : undefined;

const memberOf = ({ text, node }: Side, name: string): Side => {
  const member = node && walk(text, node, [name]);
  return { text, node: member?.missing.length === 0 ? member.place.value : undefined };
};

const namesIn = (...sides: readonly Side[]): ReadonlySet<string> =>
  new Set(
    sides.flatMap(({ text, node }) =>
      (node ? propertiesOf(node) : []).map((each) => nameOf(text, each) ?? ''),
    ),
  );

const entriesIn = ({ text, node }: Side): readonly Side[] =>
  node ? entriesOf(node).map((entry) => ({ text, node: entry })) : [];
