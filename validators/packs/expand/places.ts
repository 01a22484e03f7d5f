import { type AttributeRow, type ElementRow, type Saying, isTerm } from '../../vocabulary/syntax-table.ts';

/** A named place of a syntax: a term, a group, or the name of its row. */
export interface Place {
  readonly name: string;
  readonly anywhere: boolean;
  /** The named places around it, from the root. */
  readonly within: readonly { readonly name: string; readonly steps: number }[];
  /** Steps from the root, each with its alternatives: XPath with the predicates that tell it from others of its name. */
  readonly steps: readonly (readonly string[])[];
}

/** Every named place of a table, outer ones first. */
export const namedPlaces = (rows: readonly ElementRow[]): Place[] => placesIn(rows, [], [], rows);

function placesIn(
  rows: readonly ElementRow[],
  steps: Place['steps'],
  within: Place['within'],
  table: readonly ElementRow[],
): Place[] {
  return rows.flatMap((row) => {
    const here = [...steps, row.names.map((name) => name + predicates(row, table))];
    const name = nameOf(row);
    const place = name === undefined ? [] : [{ name, anywhere: row.anywhere, within, steps: here }];
    const inside = name === undefined ? within : [...within, { name, steps: here.length }];
    return [
      ...place,
      ...(row.unnamed ? [] : row.attributes).flatMap((attribute) =>
        attributePlace(attribute, row, here, within, inside),
      ),
      ...placesIn(row.elements, here, inside, table),
    ];
  });
}

function nameOf({ unnamed, name, term, group, each }: ElementRow): string | undefined {
  return unnamed ? undefined : (name ?? term ?? group ?? (each?.startsWith('BG-') ? each : undefined));
}

/** BT-34-1 is in BT-34; other terms in attributes belong to the group, as their element does. */
function attributePlace(
  { name: attribute, term }: AttributeRow,
  row: ElementRow,
  steps: Place['steps'],
  around: Place['within'],
  inside: Place['within'],
): Place[] {
  if (term === undefined) return [];
  const within = row.term !== undefined && term.startsWith(`${row.term}-`) ? inside : around;
  return [{ name: term, anywhere: false, within, steps: [...steps, [`@${attribute}`]] }];
}

/** The predicates that tell the element from others of its name: its fixed parts, and those of its attributes. */
function predicates({ elements, attributes }: ElementRow, table: readonly ElementRow[]): string {
  const tests = [
    ...elements.filter((row) => row.tells || !holdsTerms(row)).flatMap((row) => testsOf(row, table)),
    ...attributes.flatMap(({ name, says }) => (says ? comparison(`@${name}`, says, table) : [])),
  ];
  return tests.map((test) => `[${test}]`).join('');
}

const holdsTerms = ({ term, attributes, elements }: ElementRow): boolean =>
  term !== undefined || attributes.some((attribute) => attribute.term) || elements.some(holdsTerms);

function testsOf({ names, says, elements }: ElementRow, table: readonly ElementRow[]): string[] {
  const name = names.join(' | ');
  if (says) return comparison(name, says, table);
  return elements
    .flatMap((row) => testsOf(row, table))
    .map((test) => (test.startsWith('not(') ? `${name}[${test}]` : `${name}/${test}`));
}

/** XPath for a text that is tested; empty for one that is only written. */
function comparison(path: string, { is, not, loosely }: Saying, table: readonly ElementRow[]): string[] {
  const text = is ?? not;
  if (text === undefined) return [];
  const value = write(text, table);
  const test = loosely ? `${path}[upper-case(normalize-space(.)) = ${value}]` : `${path} = ${value}`;
  return [is === undefined ? `not(${test})` : test];
}

function write(text: string | boolean, table: readonly ElementRow[]): string {
  if (typeof text === 'boolean') return `${String(text)}()`;
  return isTerm(text) ? `/*/${stepsTo(text, table).join('/')}` : `'${text}'`;
}

function stepsTo(term: string, rows: readonly ElementRow[]): string[] {
  const path = pathIn(term, rows);
  if (!path) throw new Error(`no element holds ${term}`);
  return path;
}

function pathIn(term: string, rows: readonly ElementRow[]): string[] | undefined {
  for (const { names, term: presentTerm, elements } of rows) {
    const name = names.join(' | ');
    if (presentTerm === term) return [name];
    const deeper = pathIn(term, elements);
    if (deeper) return [name, ...deeper];
  }
  return undefined;
}
