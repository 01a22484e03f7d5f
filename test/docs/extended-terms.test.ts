import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { DocumentForm, ElementForm } from '../../src/domain/documents/document-form.ts';
import { CANONICAL_SCHEMA } from '../../src/domain/invoice/schema.ts';
import type { Member } from '../../src/domain/invoice/members.ts';
import { EXTENSION, GROUPS, TERMS } from '../../src/domain/invoice/terms.ts';
import { SYNTAXES } from '../support/documents.ts';

/** The last number that the profile gives. */
const LAST = 200;

const page = readFileSync(new URL('../../docs/routes/fr-pa.md', import.meta.url), 'utf8');
const rows = [
  ...page.matchAll(/^\| ([0-9][0-9, –]*?) *\| ([^|]*?) *\| (yes|computed|not) *\| ([^|]*?) *\|$/gm),
].map(([, terms = '', , inJson = '', why = '']) => ({ numbers: numbersIn(terms), inJson, why }));

function numbersIn(terms: string): number[] {
  return terms.split(', ').flatMap((part) => {
    const [first = 0, last = first] = part.split('–').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

const numberOf = (term: string): number[] => {
  const [, number] = /^(\d+)$/.exec(term.replace(EXTENSION, '')) ?? [];
  return term.startsWith(EXTENSION) && number !== undefined ? [Number(number)] : [];
};

const listed = (inJson: string): number[] =>
  rows.flatMap((row) => (row.inJson === inJson ? row.numbers : [])).sort((one, other) => one - other);

/** Stated in the JSON, or computed from it. */
const IN_MODEL = [...listed('yes'), ...listed('computed')].sort((one, other) => one - other);

const termsOf = (form: ElementForm): string[] => [
  ...[form.value, ...form.attributes.map(({ value }) => value)].flatMap((place) => place?.term ?? []),
  ...form.elements.flatMap(termsOf),
];
const written = ({ elements }: DocumentForm): ReadonlySet<number> =>
  new Set(elements.flatMap(termsOf).flatMap(numberOf));

const inSchema = (member: Member): number[] => [
  ...numberOf(member.term ?? ''),
  ...(member.kind === 'group' ? [...member.members.values()].flatMap((one) => inSchema(one.member)) : []),
  ...(member.kind === 'list' ? inSchema(member.of) : []),
];

describe('the table of the terms of EXTENDED-CTC-FR', () => {
  it('names each term once', () =>
    assert.deepEqual(
      [...IN_MODEL, ...listed('not')].sort((one, other) => one - other),
      Array.from({ length: LAST }, (_, index) => index + 1),
    ));

  it('has in the JSON what the model has, and nothing else', () => {
    const known = [...Object.keys(TERMS), ...Object.keys(GROUPS)].flatMap(numberOf);
    assert.deepEqual(
      IN_MODEL,
      [...new Set(known)].sort((one, other) => one - other),
    );
    const schemes = Object.entries(TERMS).flatMap(([term, { path }]) =>
      path.endsWith('.scheme') ? numberOf(term) : [],
    );
    const members = new Set([...inSchema(CANONICAL_SCHEMA), ...schemes]);
    assert.deepEqual(
      listed('yes').filter((number) => !members.has(number)),
      [],
    );
  });

  for (const form of SYNTAXES.forms)
    it(`has in the JSON what ${form.title} has a place for: ${form.syntax}, ${form.types?.length ?? 'other'} types`, () => {
      const groups = new Set(Object.keys(GROUPS).flatMap(numberOf));
      assert.deepEqual(
        IN_MODEL.filter((number) => !groups.has(number)),
        [...written(form)].sort((one, other) => one - other),
      );
    });

  it('says of each other term why it is not there', () =>
    assert.deepEqual(
      rows.filter(({ inJson, why }) => (inJson === 'yes') !== (why === '')),
      [],
    ));
});
