import {
  countOf,
  groupAt,
  type GroupPlace,
  placeOf,
  tabledXml,
  termsAt,
  type TermPlace,
} from '../../app/source/xml-terms.ts';
import type { FieldSource, FormField, Kind, Named, Opened } from './fields.ts';

const LINE = 'BG-25';

/** The terms of a file that a form changes. Undefined if the text is broken, or of a syntax without a table. */
export function xmlFields(text: string): FieldSource | undefined {
  if (!tabledXml(text)) return undefined;
  return {
    isInvoice: true,
    lineCount: countOf(text, LINE),
    named: (of, opened) => fieldsNamed({ text, opened }, of),
    usual: ([member, term], _group, line) => {
      const place = placeOf(text, term, line === undefined ? {} : { indices: [line] });
      return place && (member !== '' || place.value !== '') ? fieldAt(place) : undefined;
    },
    // It stands beside the file.
    route: () => [
      {
        pointer: '/route',
        path: ['route'],
        at: undefined,
        kind: 'route',
        term: undefined,
        value: '',
        findings: [],
      },
    ],
  };
}

/** An address goes with its scheme. */
const SCHEME = '-1';

/** What a finding without a term has named: a field stays where it is when its value is written. */
const termsBefore = new WeakMap<Named, ReadonlySet<string>>();

function termsNamed(text: string, named: Named): ReadonlySet<string> {
  const terms = new Set([...(termsBefore.get(named) ?? []), ...termsAt(text, named.location?.xpath ?? '')]);
  termsBefore.set(named, terms);
  return terms;
}

/** The text, and what the reader has opened in its form. */
interface Typed {
  readonly text: string;
  readonly opened: Opened;
}

function fieldsNamed(typed: Typed, named: Named): readonly FormField[] {
  const { term, location } = named;
  const where = { xpath: location?.xpath };
  if (term?.startsWith('BG-')) return fieldsOfGroup(typed, term, where);
  const terms = term === undefined ? termsNamed(typed.text, named) : [term];
  return [...terms].flatMap((each) => fieldsOf(typed, placeOf(typed.text, each, where)));
}

/** A value with its scheme, and with what the schema requires beside it; that stays when it is written. */
function fieldsOf({ text, opened }: Typed, place: TermPlace | undefined): readonly FormField[] {
  if (!place) return [];
  const start = linkOf(fieldAt(place), '');
  const written = [...opened].flatMap((link) => (link.startsWith(start) ? [link.slice(start.length)] : []));
  const terms = new Set([...written, ...place.needs, place.term + SCHEME]);
  return [place, ...[...terms].flatMap((term) => placeOf(text, term, place) ?? [])].map(fieldAt);
}

const linkOf = ({ pointer }: FormField, term: string): string => `${pointer} with ${term}`;

/** What stays beside a value. */
export const linksOf = (field: FormField): readonly string[] =>
  needsOf(field).map((term) => linkOf(field, term));

/** The terms that a value waits for. */
export const needsOf = ({ at }: FormField): readonly string[] => (!at || 'place' in at ? [] : at.needs);

function fieldsOfGroup(
  typed: Typed,
  term: string,
  where: { readonly xpath: string | undefined },
): readonly FormField[] {
  const { text, opened } = typed;
  const added = [...opened].flatMap((pointer) => {
    const [group, ...indices] = pointer.split(' ');
    return group === term ? (groupAt(text, term, { indices: indices.map(Number) }) ?? []) : [];
  });
  const group = groupAt(text, term, where);
  const fields = [...added, ...(group?.isThere ? [group] : [])].flatMap(({ places }) =>
    places.flatMap((place) => fieldsOf(typed, place)),
  );
  return !group || group.isThere || opened.has(pointerOf(group)) ? fields : [...fields, addOf(group)];
}

const pointerOf = ({ group, indices }: Pick<GroupPlace, 'group' | 'indices'>): string =>
  [group, ...indices].join(' ');

const addOf = (place: GroupPlace): FormField => ({
  pointer: pointerOf(place),
  path: [],
  at: undefined,
  kind: 'group',
  term: place.group,
  value: '',
  findings: [],
});

function fieldAt(place: TermPlace): FormField {
  const { term, indices, lists, value } = place;
  const around = lists.flatMap((list, index) => [list === LINE ? 'lines' : list, indices[index] ?? 0]);
  const pointer = [term, ...indices].join(' ');
  return { pointer, path: [...around, term], at: place, kind: kindOf(place), term, value, findings: [] };
}

const CATEGORIES: ReadonlySet<string> = new Set(['BT-95', 'BT-102', 'BT-118', 'BT-151']);

function kindOf({ term, kind }: TermPlace): Kind {
  if (CATEGORIES.has(term)) return 'category';
  if (kind === 'date') return 'day';
  return kind === undefined ? 'text' : 'figure';
}
