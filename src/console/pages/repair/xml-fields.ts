import { countOf, placeOf, tabledXml, type TermPlace } from '../../app/source/xml-terms.ts';
import type { FieldSource, FormField, Kind, Named } from './fields.ts';

const LINE = 'BG-25';

/** The terms of a file that a form changes. Undefined if the text is broken, or of a syntax without a table. */
export function xmlFields(text: string): FieldSource | undefined {
  if (!tabledXml(text)) return undefined;
  return {
    isInvoice: true,
    lineCount: countOf(text, LINE),
    named: (of) => fieldsNamed(text, of),
    usual: ([, term], _group, line) => {
      const place = placeOf(text, term, line === undefined ? {} : { indices: [line] });
      return place && fieldAt(place);
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

function fieldsNamed(text: string, { term, location }: Named): readonly FormField[] {
  if (term === undefined) return [];
  return [term, term + SCHEME].flatMap((each) => {
    const place = placeOf(text, each, { xpath: location?.xpath });
    return place ? [fieldAt(place)] : [];
  });
}

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
