import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { entitySetOf, foundAt, isAmong, isEmpty, isEntityContext, memberOf } from './export-values.ts';
import type { Condition, ExportObject, Mapping } from './mapping.ts';
import { readTable } from './table.ts';

type Recognised =
  | { readonly ok: true; readonly object: ExportObject }
  /** The mapping does not read such an object: the request is wrong, not the invoice. */
  | { readonly ok: false; readonly field: string; readonly message: Text };

/** Finds the kind of an export's object. */
export function recognise(mapping: Mapping, exported: unknown): Recognised {
  if (!mapping.csv) return recogniseObject(mapping, exported);
  const read = readTable(mapping.csv, exported);
  if (!read.ok) return { ok: false, field: 'export', message: read.message };
  const { node, placeOf } = read.table;
  const recognised = recogniseObject(mapping, node);
  if (recognised.ok) return recognised;
  const { field, message } = recognised;
  return { ok: false, field: placeOf(field.replace(/^export\./, '')), message };
}

/** @param exported in the form that rules read. */
export function recogniseObject(mapping: Mapping, exported: unknown): Recognised {
  const object = mapping.objects.find(({ recognised }) =>
    recognised.every((condition) => holds(condition, exported)),
  );
  if (!object) {
    const names = mapping.objects.map(({ name }) => name).join(' or ');
    return {
      ok: false,
      field: 'export',
      message: say('mapping.export-is-not-service-expects-one-object', { name: names, title: mapping.title }),
    };
  }
  for (const condition of object.unless)
    if (holds(condition, exported) || isBlankAmong(condition, exported, mapping))
      return { ok: false, field: `export.${condition.member}`, message: condition.because };
  return { ok: true, object };
}

function holds({ member, is, isNot, entitySet, orMembers = [] }: Condition, exported: unknown): boolean {
  const value = valueAt(exported, member);
  if (entitySet !== undefined) {
    if (typeof value === 'string')
      return entitySetOf(value) === entitySet && (isEntityContext(value) || isAlone(exported));
    return orMembers.every((name) => memberOf(exported, name) !== undefined);
  }
  if (isNot) return !isAmong(value, isNot);
  return is ? value !== undefined && isAmong(value, is) : value !== undefined;
}

/** An answer with a list has the same context as its entity, and a member `value`. */
const isAlone = (exported: unknown): boolean => memberOf(exported, 'value') === undefined;

/** A condition on the empty text means every placeholder for a missing value. */
function isBlankAmong({ member, is = [] }: Condition, exported: unknown, mapping: Mapping): boolean {
  return is.includes('') && isEmpty(valueAt(exported, member), mapping);
}

/** Names of OData annotations contain dots, so a member of that very name comes first. */
function valueAt(exported: unknown, member: string): unknown {
  const own = memberOf(exported, member);
  if (own !== undefined) return own;
  const value = foundAt(exported, member);
  return 'value' in value ? value.value : undefined;
}
