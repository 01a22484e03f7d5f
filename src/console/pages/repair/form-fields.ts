import { applyPatch, type Operation, pointerOf } from '../../app/source/json-patch.ts';
import { entriesOf, type Located, locate, rootOf, textValue, walk } from '../../app/source/json-source.ts';
import { dayWritten, figureWritten, readDay, readFigure } from '../../app/written-values.ts';
import type { Finding } from './refused.ts';

/** The members of a submission that a clerk corrects in a form. All else, and every file, is corrected as text. */

type Kind = 'text' | 'figure' | 'day';

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

const address = (street: number, city: number): readonly Row[] => [
  ['address.street', `BT-${street}`],
  ['address.postcode', `BT-${city + 1}`],
  ['address.city', `BT-${city}`],
  ['address.country', `BT-${city + 3}`],
];

const ROWS = {
  invoice: [
    ['invoice.number', 'BT-1'],
    ['invoice.issue_date', 'BT-2', 'day'],
    ['invoice.due_date', 'BT-9', 'day'],
    ['invoice.buyer_reference', 'BT-10'],
  ],
  seller: [['name', 'BT-27'], ['vat_id', 'BT-31'], ...address(35, 37), ['endpoint.id', 'BT-34']],
  buyer: [['name', 'BT-44'], ['vat_id', 'BT-48'], ...address(50, 52), ['endpoint.id', 'BT-49']],
  line: [
    ['name', 'BT-153'],
    ['description', 'BT-154'],
    ['quantity', 'BT-129', 'figure'],
    ['unit_price', 'BT-146', 'figure'],
  ],
} as const satisfies Readonly<Record<string, readonly Row[]>>;

/** Lines with a finding are shown in any case. */
const MAX_LINES = 20;

/** @returns undefined if the text is no JSON, or has nothing that a form can show. */
export function formOf(text: string, findings: readonly Finding[]): Form | undefined {
  const root = isJson(text) ? rootOf(text) : undefined;
  if (!root) return undefined;
  const named = findings.flatMap((finding) => fieldNamed(text, finding) ?? []);
  const isCanonical = walk(text, root, ['document']).missing.length === 0;
  const taken = new Set<FormField>();
  const fieldOf = (path: string, [member, term, kind = 'text']: Row): readonly FormField[] => {
    const at = locate(text, path + member);
    const value = at && valueAt(text, at);
    if (!at || value === undefined) return [];
    const pointer = pointerOf(at.path);
    const mine = named.filter((each) => each.pointer === pointer);
    for (const each of mine) taken.add(each);
    const byTerm = findings.filter(
      (each) => each.field === undefined && each.term === term && !path.includes('['),
    );
    return [
      { pointer, at, kind, term, value, findings: [...mine.flatMap((each) => each.findings), ...byTerm] },
    ];
  };
  const groupOf = (name: keyof typeof ROWS, path: string, number?: number): FormGroup => ({
    name,
    ...(number !== undefined && { number }),
    fields: ROWS[name].flatMap((row) => fieldOf(path, row)),
  });
  const heads = isCanonical
    ? [groupOf('invoice', ''), groupOf('seller', 'seller.'), groupOf('buyer', 'buyer.')]
    : [];
  const indexes = isCanonical ? lineIndexes(text) : [];
  const shown = indexes.filter(
    (index) => index < MAX_LINES || findings.some(({ field = '' }) => field.startsWith(`lines[${index}]`)),
  );
  const lines = shown.map((index) => groupOf('line', `lines[${index}].`, index + 1));
  const others: FormGroup = { name: 'others', fields: joined(named.filter((each) => !taken.has(each))) };
  // What is wrong and has no usual place is not looked for below all lines.
  const groups = [others, ...heads, ...lines].filter(({ fields }) => fields.length > 0);
  return groups.length === 0 ? undefined : { groups, hiddenLines: indexes.length - shown.length };
}

function isJson(text: string): boolean {
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

const FIGURE = /(?:price|quantity|amount|rate|percent)$|^total_/;

/** What a finding names, if it is one value. */
function fieldNamed(text: string, finding: Finding): FormField | undefined {
  const { field, term } = finding;
  const at = field === undefined ? undefined : locate(text, field);
  const isSure = at && (at.missing.length === 0 || term?.startsWith('BT-'));
  const value = isSure ? valueAt(text, at) : undefined;
  if (!at || value === undefined) return undefined;
  const member = String(at.path.at(-1));
  const isFigure = at.missing.length === 0 && at.place.value.name === 'Number';
  const kind = member.endsWith('date') ? 'day' : isFigure || FIGURE.test(member) ? 'figure' : 'text';
  return { pointer: pointerOf(at.path), at, kind, term, value, findings: [finding] };
}

/** One field for all findings that name it. */
const joined = (fields: readonly FormField[]): readonly FormField[] =>
  fields.flatMap((field, index) => {
    const same = fields.filter(({ pointer }) => pointer === field.pointer);
    return fields.indexOf(same[0]!) === index
      ? [{ ...field, findings: same.flatMap(({ findings }) => findings) }]
      : [];
  });

/** Undefined if something else is there, or nothing can be put there. */
function valueAt(text: string, { place, missing }: Located): string | undefined {
  if (missing.length === 0) return place.value.name === 'Null' ? '' : textValue(text, place.value);
  const canBeAdded = place.value.name === 'Object' && missing.every((step) => typeof step === 'string');
  return canBeAdded ? '' : undefined;
}

/** The form's field for a finding. */
export const fieldOf = (form: Form | undefined, finding: Finding): FormField | undefined =>
  form?.groups.flatMap(({ fields }) => fields).find(({ findings }) => findings.includes(finding));

/** As the reader writes it. */
export const shownValue = ({ kind, value }: FormField, language: string): string =>
  kind === 'figure' ? figureWritten(value, language) : kind === 'day' ? dayWritten(value, language) : value;

/** What the service does not read, and what can be read in two ways. */
export type Complaint = 'figure' | 'figure-unclear' | 'day' | 'day-unclear';

/** What was typed, as the service reads it; what cannot be read in one way is not written into the text. */
export function readTyped(
  kind: Kind,
  typed: string,
  language: string,
): { readonly value: string } | { readonly complaint: Complaint } {
  if (kind === 'text' || typed.trim() === '') return { value: typed };
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
