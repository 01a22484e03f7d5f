import { applyPatch, type Operation, pointerOf } from '../../app/source/json-patch.ts';
import {
  entriesOf,
  type Located,
  locate,
  rootOf,
  type Step,
  textValue,
  walk,
} from '../../app/source/json-source.ts';
import { groupAt, memberOf, termAt } from '../../app/source/member-terms.ts';
import type { FieldSource, FormField, Kind, Named } from './fields.ts';

/** The members of a JSON that a form changes. Undefined if the text is none. */
export function jsonFields(text: string): FieldSource | undefined {
  const root = isJson(text) ? rootOf(text) : undefined;
  if (!root) return undefined;
  const lines = locate(text, 'lines');
  const isInvoice = walk(text, root, ['document']).missing.length === 0;
  return {
    isInvoice,
    lineCount: isInvoice && lines?.missing.length === 0 ? entriesOf(lines.place.value).length : 0,
    named: (of) => fieldsNamed(text, of),
    usual: ([member, term, kind = 'text'], group) => {
      const at = locate(text, group + member);
      return at && fieldAt(text, at, kind, term);
    },
    route: () => {
      const field = fieldAt(text, walk(text, root, ['route']), 'route', undefined);
      return field ? [field] : [];
    },
  };
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function fieldAt(text: string, at: Located, kind: Kind, term: string | undefined): FormField | undefined {
  const value = valueAt(text, at);
  if (value === undefined) return undefined;
  return { pointer: pointerOf(at.path), path: at.path, at, kind, term, value, findings: [] };
}

function fieldsNamed(text: string, named: Named): readonly FormField[] {
  return placesNamed(text, named).flatMap((at): readonly FormField[] => {
    const isSure = at.missing.length === 0 || termAt(at.path) !== undefined || named.term?.startsWith('BT-');
    const field = isSure ? fieldAt(text, at, kindAt(at), termAt(at.path) ?? named.term) : undefined;
    return field ? [field] : [];
  });
}

/** Where its field or, if it names none, its term stands. Of a group each value, if one of them decides: an address with its scheme. */
function placesNamed(text: string, { field, term = '' }: Named): readonly Located[] {
  const path = field ?? onlyEntry(text, memberOf(term));
  const at = path === undefined ? undefined : locate(text, path);
  const group = at && groupAt(at.path);
  if (!at || !group) return at ? [at] : [];
  const root = rootOf(text);
  if (!root || (at.missing.length === 0 && !group.term.startsWith('BT-'))) return [];
  return group.names.map((name) => walk(text, root, [...at.path, name]));
}

/** `lines[].name` is the member of the only line, or of the first one; of several it is not known which. */
function onlyEntry(text: string, path: string | undefined): string | undefined {
  let entry = path;
  while (entry?.includes('[]')) {
    const list = locate(text, entry.slice(0, entry.indexOf('[]')));
    if (list?.missing.length === 0 && entriesOf(list.place.value).length > 1) return undefined;
    entry = entry.replace('[]', '[0]');
  }
  return entry;
}

const FIGURE = /(?:price|quantity|amount|rate|percent)$|^total_/;

const kindAt = ({ path, place, missing }: Located): Kind =>
  kindOf(path, missing.length === 0 && place.value.name === 'Number');

export function kindOf(path: readonly Step[], isNumber: boolean): Kind {
  const member = String(path.at(-1));
  if (member === 'vat_category') return 'category';
  if (path.length === 1 && member === 'route') return 'route';
  if (member.endsWith('date')) return 'day';
  return isNumber || FIGURE.test(member) ? 'figure' : 'text';
}

/** Undefined if something else is there, or nothing can be put there. */
function valueAt(text: string, { place, missing }: Located): string | undefined {
  if (missing.length === 0) return place.value.name === 'Null' ? '' : textValue(text, place.value);
  const [first, ...inner] = missing;
  const isNext = place.value.name === 'Array' && first === entriesOf(place.value).length;
  const isMember = place.value.name === 'Object' && typeof first === 'string';
  // Of a list that is not there, the first entry.
  const isFirst = inner.every((step) => typeof step === 'string' || step === 0);
  return (isNext || isMember) && isFirst ? '' : undefined;
}

/** Writes a value; what is around it is made if it is not there. All else stays as it is written. */
export function writeMember(text: string, { path, place, missing }: Located, value: string): string {
  const isNumber = missing.length === 0 && place.value.name === 'Number' && String(Number(value)) === value;
  const written = isNumber ? Number(value) : value;
  const around = missing
    .slice(1)
    .reduceRight<unknown>((inner, step) => (step === 0 ? [inner] : { [step]: inner }), written);
  const depth = path.length - Math.max(0, missing.length - 1);
  const op = missing.length === 0 ? 'replace' : 'add';
  return applyPatch(text, [{ op, path: pointerOf(path.slice(0, depth)), value: around }]);
}

export function leaveOutMember(text: string, { path, place, missing }: Located): string {
  const remove: Operation = { op: 'remove', path: pointerOf(path) };
  return missing.length === 0 && place.property ? applyPatch(text, [remove]) : text;
}

/** What stands there; empty if nothing does. */
export function memberIn(text: string, path: readonly Step[]): string {
  const root = rootOf(text);
  const member = root && walk(text, root, path);
  return member?.missing.length === 0 ? (textValue(text, member.place.value) ?? '') : '';
}
