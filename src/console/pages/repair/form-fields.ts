import type { SyntaxNode } from '@lezer/common';
import { isOfRoute } from '../../app/findings.ts';
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
import { dayWritten, figureWritten, readDay, readFigure } from '../../app/written-values.ts';
import type { Finding } from './refused.ts';

/** The members of a submission that a clerk corrects in a form. All else, and every file, is corrected as text. */

export type Kind = 'text' | 'figure' | 'day' | 'category' | 'route';

export interface FormField {
  /** A JSON pointer; a name that no other field of the form has. */
  readonly pointer: string;
  readonly at: Located;
  readonly kind: Kind;
  readonly term: string | undefined;
  /** As it is written in the text; empty if it is not there. */
  readonly value: string;
  readonly findings: readonly Finding[];
}

export interface FormGroup {
  readonly name: 'invoice' | 'seller' | 'buyer' | 'line' | 'others';
  /** Of a line, from 1. */
  readonly number?: number;
  readonly fields: readonly FormField[];
}

export interface Form {
  readonly groups: readonly FormGroup[];
  /** Lines that only the text shows. */
  readonly hiddenLines: number;
}

type Row = readonly [path: string, term: string, kind?: Kind];

/** BT-151 (UNTDID 5305, as EN 16931 has it). */
export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;

const address = (street: number, city: number): readonly Row[] => [
  ['address.street', `BT-${street}`],
  ['address.postcode', `BT-${city + 1}`],
  ['address.city', `BT-${city}`],
  ['address.region', `BT-${city + 2}`],
  ['address.country', `BT-${city + 3}`],
];

/** The service takes none without its scheme. */
const endpoint = (term: number): readonly Row[] => [
  ['endpoint.id', `BT-${term}`],
  ['endpoint.scheme', `BT-${term}-1`],
];

const ROWS = {
  invoice: [
    ['invoice.number', 'BT-1'],
    ['invoice.issue_date', 'BT-2', 'day'],
    ['invoice.due_date', 'BT-9', 'day'],
    ['invoice.buyer_reference', 'BT-10'],
  ],
  seller: [['name', 'BT-27'], ['vat_id', 'BT-31'], ...address(35, 37), ...endpoint(34)],
  buyer: [['name', 'BT-44'], ['vat_id', 'BT-48'], ...address(50, 52), ...endpoint(49)],
  line: [
    ['name', 'BT-153'],
    ['description', 'BT-154'],
    ['quantity', 'BT-129', 'figure'],
    ['unit_price', 'BT-146', 'figure'],
    ['vat_category', 'BT-151', 'category'],
    ['vat_rate', 'BT-152', 'figure'],
  ],
} as const satisfies Readonly<Record<string, readonly Row[]>>;

/** What the way to the network asks for, beside what findings name. */
export interface Asked {
  /** A new number. */
  readonly terms?: readonly string[];
  /** Findings that another route may settle. */
  readonly byRoute?: readonly Finding[];
}

/** Lines with a finding are shown in any case. */
const MAX_LINES = 20;

/**
 * What is asked for and what findings name stands first, in their order; the rest follows by its place in the invoice.
 * @param seen what earlier checks have found, too: a field that was corrected stays where it is.
 * @param asked what the way to the network asks for.
 * @returns undefined if the text is no JSON, or has nothing that a form can show.
 */
export function formOf(
  text: string,
  findings: readonly Finding[],
  seen: readonly Finding[] = findings,
  { terms = [], byRoute = [] }: Asked = {},
): Form | undefined {
  const root = isJson(text) ? rootOf(text) : undefined;
  if (!root) return undefined;
  const isOpen = new Set(findings);
  const all = [...findings, ...seen.filter((finding) => !isOpen.has(finding))];
  const isCanonical = walk(text, root, ['document']).missing.length === 0;
  const required = isCanonical ? terms.flatMap((term) => fieldsNamed(text, { term })) : [];
  const named = joined([
    ...required,
    ...all.flatMap((finding) => {
      const fields = fieldsNamed(text, finding);
      if (!byRoute.includes(finding)) return fields;
      const route = routeIn(text, root, [finding]);
      return isOfRoute(finding) ? [...route, ...fields] : [...fields, ...route];
    }),
  ]);
  const isNamed = new Set(named.map(({ pointer }) => pointer));
  const fieldOf = (path: string, [member, term, kind = 'text']: Row): readonly FormField[] => {
    const at = locate(text, path + member);
    const value = at && valueAt(text, at);
    if (!at || value === undefined || isNamed.has(pointerOf(at.path))) return [];
    return [{ pointer: pointerOf(at.path), at, kind, term, value, findings: [] }];
  };
  const groupOf = (name: keyof typeof ROWS, path: string, number?: number): FormGroup => ({
    name,
    ...(number !== undefined && { number }),
    fields: [
      ...ROWS[name].flatMap((row) => fieldOf(path, row)),
      ...(name === 'invoice' ? routeIn(text, root).filter(({ pointer }) => !isNamed.has(pointer)) : []),
    ],
  });
  const heads = isCanonical
    ? [groupOf('invoice', ''), groupOf('seller', 'seller.'), groupOf('buyer', 'buyer.')]
    : [];
  const indexes = isCanonical ? lineIndexes(text) : [];
  const shown = indexes.filter(
    (index) => index < MAX_LINES || findings.some(({ field = '' }) => field.startsWith(`lines[${index}]`)),
  );
  const lines = shown.map((index) => groupOf('line', `lines[${index}].`, index + 1));
  const wrong: FormGroup = {
    name: 'others',
    fields: withEachOnce(
      named.map((field) => ({ ...field, findings: field.findings.filter((each) => isOpen.has(each)) })),
    ),
  };
  const groups = [wrong, ...heads, ...lines].filter(({ fields }) => fields.length > 0);
  return groups.length === 0 ? undefined : { groups, hiddenLines: indexes.length - shown.length };
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function lineIndexes(text: string): readonly number[] {
  const at = locate(text, 'lines');
  return at?.missing.length === 0 ? [...entriesOf(at.place.value).keys()] : [];
}

/** The route of a submission, which may leave it to the service. */
function routeIn(text: string, root: SyntaxNode, findings: readonly Finding[] = []): readonly FormField[] {
  const at = walk(text, root, ['route']);
  const value = valueAt(text, at);
  if (value === undefined) return [];
  return [{ pointer: pointerOf(at.path), at, kind: 'route', term: undefined, value, findings }];
}

type Named = Pick<Finding, 'field' | 'term'>;

/** What a finding names: one value, or the values of a group that is not there. */
function fieldsNamed(text: string, finding: Finding | Named): readonly FormField[] {
  const findings = 'code' in finding ? [finding] : [];
  return placesNamed(text, finding).flatMap((at): readonly FormField[] => {
    const isSure =
      at.missing.length === 0 || termAt(at.path) !== undefined || finding.term?.startsWith('BT-');
    const value = isSure ? valueAt(text, at) : undefined;
    const term = termAt(at.path) ?? finding.term;
    return value === undefined
      ? []
      : [{ pointer: pointerOf(at.path), at, kind: kindAt(at), term, value, findings }];
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

/** `lines[].name` is the member of the only line; of several it is not known which. */
function onlyEntry(text: string, path: string | undefined): string | undefined {
  let entry = path;
  while (entry?.includes('[]')) {
    const list = locate(text, entry.slice(0, entry.indexOf('[]')));
    if (list?.missing.length !== 0 || entriesOf(list.place.value).length !== 1) return undefined;
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

/** One field for all findings that name it. */
const joined = (fields: readonly FormField[]): readonly FormField[] =>
  fields.flatMap((field, index) => {
    const same = fields.filter(({ pointer }) => pointer === field.pointer);
    const findings = [...new Set(same.flatMap((each) => each.findings))];
    return fields.indexOf(same[0]!) === index ? [{ ...field, findings }] : [];
  });

/** Of several fields that a finding names, the first has its words. */
function withEachOnce(fields: readonly FormField[]): readonly FormField[] {
  const before = new Set<Finding>();
  return fields.map((field) => {
    const findings = field.findings.filter((finding) => !before.has(finding));
    for (const finding of findings) before.add(finding);
    return { ...field, findings };
  });
}

/** Undefined if something else is there, or nothing can be put there. */
function valueAt(text: string, { place, missing }: Located): string | undefined {
  if (missing.length === 0) return place.value.name === 'Null' ? '' : textValue(text, place.value);
  const canBeAdded = place.value.name === 'Object' && missing.every((step) => typeof step === 'string');
  return canBeAdded ? '' : undefined;
}

/** The form's field for a finding. */
export const fieldOf = (form: Form | undefined, finding: Finding): FormField | undefined =>
  form?.groups.flatMap(({ fields }) => fields).find(({ findings }) => findings.includes(finding));

export const hasRoute = ({ groups }: Form): boolean =>
  groups.some(({ fields }) => fields.some(({ kind }) => kind === 'route'));

/** As the reader writes it. */
export const shownValue = ({ kind, value }: Pick<FormField, 'kind' | 'value'>, language: string): string =>
  kind === 'figure' ? figureWritten(value, language) : kind === 'day' ? dayWritten(value, language) : value;

/** What the service does not read, and what can be read in two ways. */
export type Complaint = 'figure' | 'figure-unclear' | 'day' | 'day-unclear';

/** What was typed, as the service reads it; what cannot be read in one way is not written into the text. */
export function readTyped(
  kind: Kind,
  typed: string,
  language: string,
): { readonly value: string } | { readonly complaint: Complaint } {
  if ((kind !== 'figure' && kind !== 'day') || typed.trim() === '') return { value: typed };
  const reading = kind === 'figure' ? readFigure(typed, language) : readDay(typed, language);
  if (typeof reading === 'object') return reading;
  return { complaint: reading === 'unclear' ? `${kind}-unclear` : kind };
}

/** Writes a value into the text; what is around it is made if it is not there. All else stays as it is written. */
export function writeValue(text: string, { at: { path, place, missing } }: FormField, value: string): string {
  const isNumber = missing.length === 0 && place.value.name === 'Number' && String(Number(value)) === value;
  const written = isNumber ? Number(value) : value;
  const around = missing.slice(1).reduceRight<unknown>((inner, step) => ({ [step]: inner }), written);
  const depth = path.length - Math.max(0, missing.length - 1);
  const op = missing.length === 0 ? 'replace' : 'add';
  return applyPatch(text, [{ op, path: pointerOf(path.slice(0, depth)), value: around }]);
}

/** What a clerk empties is left out. */
export function leaveOut(text: string, { pointer, at }: FormField): string {
  const remove: Operation = { op: 'remove', path: pointer };
  return at.missing.length === 0 && at.place.property ? applyPatch(text, [remove]) : text;
}
