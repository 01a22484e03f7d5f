import { isOfRoute } from '../../app/findings.ts';
import { removeTerm, writeTerms } from '../../app/source/xml-edit.ts';
import { placeOf } from '../../app/source/xml-terms.ts';
import { dayWritten, figureWritten, readDay, readFigure } from '../../app/written-values.ts';
import type { FieldSource, FormField, Kind, Opened, Row } from './fields.ts';
import { jsonFields, leaveOutMember, memberIn, writeMember } from './json-fields.ts';
import type { Finding } from './refused.ts';
import { linksOf, xmlFields } from './xml-fields.ts';

/** What a clerk corrects in a form: members of a submission, terms of a file. All else is corrected as text. */

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

/** BT-151 (UNTDID 5305, as EN 16931 has it). */
export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;

const address = (street: number, city: number): readonly Row[] => [
  ['address.street', `BT-${street}`],
  ['', `BT-${street + 1}`],
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
  readonly opened?: Opened;
}

const NONE: Opened = new Set();

/** Lines with a finding are shown in any case. */
const MAX_LINES = 20;

const sourceOf = (text: string): FieldSource | undefined =>
  /^[\s\uFEFF]*</.test(text) ? xmlFields(text) : jsonFields(text);

/**
 * What is asked for and what findings name stands first, in their order; the rest follows by its place in the invoice.
 * @param seen what earlier checks have found, too: a field that was corrected stays where it is.
 * @param asked what the way to the network asks for.
 * @returns undefined if the text is neither JSON nor a file that is read by terms, or has nothing that a form can show.
 */
export function formOf(
  text: string,
  findings: readonly Finding[],
  seen: readonly Finding[] = findings,
  { terms = [], byRoute = [], opened = NONE }: Asked = {},
): Form | undefined {
  const source = sourceOf(text);
  if (!source) return undefined;
  const isOpen = new Set(findings);
  const all = [...findings, ...seen.filter((finding) => !isOpen.has(finding))];
  const named = joined([
    ...(source.isInvoice ? terms.flatMap((term) => source.named({ term }, opened)) : []),
    ...all.flatMap((finding) => {
      const fields = withFinding(source.named(finding, opened), finding);
      if (!byRoute.includes(finding)) return fields;
      const route = withFinding(source.route(), finding);
      return isOfRoute(finding) ? [...route, ...fields] : [...fields, ...route];
    }),
  ]);
  const wrong: FormGroup = {
    name: 'others',
    fields: withEachOnce(
      named.map((field) => ({ ...field, findings: field.findings.filter((each) => isOpen.has(each)) })),
    ),
  };
  const lines = shownLines(source, findings);
  const groups = [wrong, ...usualGroups(source, lines, named)].filter(({ fields }) => fields.length > 0);
  return groups.length === 0 ? undefined : { groups, hiddenLines: source.lineCount - lines.length };
}

const withFinding = (fields: readonly FormField[], finding: Finding): readonly FormField[] =>
  fields.map((field) => ({ ...field, findings: [finding] }));

function shownLines(source: FieldSource, findings: readonly Finding[]): readonly number[] {
  const named = new Set(
    findings.flatMap((finding) => {
      const [, index] = /^lines\[(\d+)\]/.exec(finding.field ?? '') ?? [];
      return [index === undefined ? undefined : Number(index), ...source.named(finding, NONE).map(lineOf)];
    }),
  );
  return [...Array(source.lineCount).keys()].filter((index) => index < MAX_LINES || named.has(index));
}

function lineOf({ path }: FormField): number | undefined {
  const index = path[path.indexOf('lines') + 1];
  return path.includes('lines') && typeof index === 'number' ? index : undefined;
}

/** Without what stands among those that are named. */
function usualGroups(
  source: FieldSource,
  lines: readonly number[],
  named: readonly FormField[],
): readonly FormGroup[] {
  if (!source.isInvoice) return [];
  const isNamed = new Set(named.map(({ pointer }) => pointer));
  const groupOf = (name: keyof typeof ROWS, path: string, line?: number): FormGroup => {
    const fields = ROWS[name].flatMap((row) => source.usual(row, path, line) ?? []);
    const all = name === 'invoice' ? [...fields, ...source.route()] : fields;
    return {
      name,
      ...(line !== undefined && { number: line + 1 }),
      fields: all.filter(({ pointer }) => !isNamed.has(pointer)),
    };
  };
  const heads = [groupOf('invoice', ''), groupOf('seller', 'seller.'), groupOf('buyer', 'buyer.')];
  return [...heads, ...lines.map((index) => groupOf('line', `lines[${index}].`, index))];
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

/** By pointer, what was typed and is not written into the text. */
export type Unread = Readonly<Record<string, string>>;

export interface Typing {
  readonly text: string;
  readonly unread: Unread;
  readonly opened: Opened;
}

/**
 * What a text becomes by typing: a value that can be read in one way is written, with all that waits for it. All else stays as it is written.
 * @param fields all of the form.
 */
export function typeInto(
  { text, unread, opened }: Typing,
  fields: readonly FormField[],
  field: FormField,
  typed: string,
  language: string,
): Typing {
  const { [field.pointer]: _before, ...others } = unread;
  const read = readTyped(field.kind, typed, language);
  if (!('value' in read)) return { text, opened, unread: { ...others, [field.pointer]: typed } };
  const { at } = field;
  if (!at || 'place' in at) return { text: writeValue(text, field, read.value), opened, unread: others };
  const waiting = fields.flatMap((each) => {
    const before = isBeside(each, field) ? others[each.pointer] : undefined;
    const value = before === undefined ? read : readTyped(each.kind, before, language);
    return before === undefined || !('value' in value) ? [] : [[each, value.value] as const];
  });
  const values = new Map([
    [at.term, read.value],
    ...waiting.map(([each, value]) => [each.term ?? '', value] as const),
  ]);
  if (at.needs.some((term) => !values.has(term)))
    return { text, opened, unread: typed.trim() === '' ? others : { ...others, [field.pointer]: typed } };
  const next = writeTerms(text, at, values);
  const written = new Set(
    waiting.flatMap(([each, value]) => (valueIn(next, each) === value ? [each.pointer] : [])),
  );
  return {
    text: next,
    opened: new Set([...opened, ...fields.flatMap(linksOf)]),
    unread: Object.fromEntries(Object.entries(others).filter(([pointer]) => !written.has(pointer))),
  };
}

/** It is of the same entry of a file. */
const isBeside = ({ at }: FormField, { at: other }: FormField): boolean =>
  at !== undefined &&
  other !== undefined &&
  !('place' in at) &&
  !('place' in other) &&
  at.indices.every((index, depth) => (other.indices[depth] ?? index) === index);

/** Writes a value into the text. All else stays as it is written. */
export function writeValue(text: string, { at }: FormField, value: string): string {
  if (!at) return text;
  return 'place' in at ? writeMember(text, at, value) : writeTerms(text, at, new Map([[at.term, value]]));
}

/** What a clerk empties is left out. Undefined if the schema requires it. */
export function leaveOut(text: string, { at }: FormField): string | undefined {
  if (!at) return text;
  return 'place' in at ? leaveOutMember(text, at) : removeTerm(text, at);
}

/** What another edition of the text has in the place of a field. */
export function valueIn(text: string, { at, path }: FormField): string {
  if (!at || 'place' in at) return at ? memberIn(text, path) : '';
  return placeOf(text, at.term, at)?.value ?? '';
}
