import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { readBinding } from 'en16931-rules/packs/expand/binding.ts';
import { allTerms } from 'en16931-rules/packs/expand/term-tree.ts';
import { weightInWords } from 'en16931-rules/packs/weight-in-words.ts';
import { RULE_PACKS, expanded } from '../support/built-in-rules.ts';
import { english } from '../support/words.ts';

const entries = RULE_PACKS.flatMap((pack) => expanded(pack).catalogue);
const namesOf = (...files: readonly string[]): readonly string[] => {
  const texts = files.map((file) =>
    readFileSync(new URL(`../../schematron/${file}`, import.meta.url), 'utf8'),
  );
  return [...allTerms(readBinding(texts).root)].map(({ name }) => name);
};

describe('the explanations of the built-in rules', () => {
  it('have the owners of the contract', () => {
    const owners = new Map(entries.map(({ code, who_fixes: owner }) => [code, owner]));
    assert.equal(owners.get('BR-CO-16'), 'us');
    assert.equal(owners.get('PEPPOL-EN16931-R001'), 'us');
    assert.equal(owners.get('BR-DE-5'), 'erp');
  });

  it('state the severity per syntax if it differs', () => {
    const weighed = entries
      .map(({ code, weights }) => [code, english(weightInWords(new Map(Object.entries(weights ?? {}))))])
      .filter(([, text]) => text?.includes('In UBL '));
    assert.deepEqual(weighed, [
      [
        'BR-51',
        'In UBL this is a warning: the invoice passes, but the receiver may ask for a correction. In CII an invoice that ' +
          'breaks this rule is refused.',
      ],
    ]);
  });

  it('exist for every id of a pack', () => {
    for (const pack of RULE_PACKS) {
      const { files, catalogue } = expanded(pack);
      const ids = new Set(
        files.flatMap(({ text }) => [...text.matchAll(/<assert id="([^"]+)"/g)].map(([, id = '']) => id)),
      );
      // Those that it takes over from EN 16931 are explained there.
      const borrowed = pack === 'fr-extended' ? expanded('en16931').catalogue : [];
      const explained = [...catalogue, ...borrowed].map(({ code }) => code);
      assert.deepEqual(
        [...ids].filter((id) => !explained.includes(id)),
        [],
      );
    }
  });

  it('name terms of the standard', () => {
    const known = new Set([
      ...namesOf('syntaxes/ubl.yaml', 'peppol/terms/ubl.yaml', 'xrechnung/terms/ubl.yaml'),
      ...namesOf('syntaxes/cii.yaml', 'peppol-cii/terms/cii.yaml', 'xrechnung/terms/cii.yaml'),
    ]);
    const odd = entries.filter(({ term }) => term !== undefined && !known.has(term));
    assert.deepEqual(
      odd.map(({ code, term }) => `${code}: ${term}`),
      [],
    );
  });

  it('are complete: a # in a text does not start a comment', () => {
    for (const pack of RULE_PACKS) {
      const folder = new URL(`../../schematron/${pack}/`, import.meta.url);
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
        if (/(rules|syntax)\/.*\.yaml$/.test(file))
          assert.doesNotMatch(
            readFileSync(new URL(file, folder), 'utf8'),
            /^\s*(- )?\w+: [^'">\n][^\n]* #/m,
            file,
          );
    }
  });

  it('fill every column of a table', () => {
    for (const { code, title, explanation, fix_hint: hint } of entries)
      assert.doesNotMatch(
        [title, explanation, hint].map((text) => english(text) ?? '').join(' '),
        /[{}$]|undefined/,
        code,
      );
  });
});
