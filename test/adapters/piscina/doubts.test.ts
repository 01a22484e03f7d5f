import { exampleText } from '../../support/example-file.ts';
import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { checkFilePlausibility } from '../../../src/domain/checks/pre-check/file-plausibility.ts';
import { factForms } from '../../../src/domain/documents/document-facts.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { CheckedFile } from 'en16931-rules/pool/checked-file.ts';
import { readFile } from '../../../src/adapters/piscina/read-file.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { SYNTAXES } from '../../support/documents.ts';

type Edit = (xml: string) => string;
const all =
  (...edits: readonly Edit[]): Edit =>
  (xml) =>
    edits.reduce((text, edit) => edit(text), xml);
const swap =
  (from: string, to: string): Edit =>
  (xml) => {
    assert.ok(xml.includes(from), from);
    return xml.replaceAll(from, to);
  };
const once =
  (from: string, to: string): Edit =>
  (xml) => {
    assert.ok(xml.includes(from), from);
    return xml.replace(from, to);
  };

const FORMS = factForms(SYNTAXES);

/** As a thread reads it. */
function doubtsIn(name: string, edit: Edit): readonly Finding[] {
  const xml = edit(exampleText(name));
  const reading = readFile(new CheckedFile(new TextEncoder().encode(xml), new Vocabulary()), FORMS);
  assert.ok(reading.reading === 'read', JSON.stringify(reading));
  return reading.doubts ?? [];
}

const IBAN = 'FR7630006000011234567890189';

/** By form of the file: what makes it look wrong. */
const FILES: Readonly<Record<string, Readonly<Record<string, readonly [Edit, string]>>>> = {
  'xrechnung-ubl.xml': {
    'a rate with its digits exchanged': [swap('>19<', '>91<'), 'EI-VAT-RATE BT-152 (line 1)'],
    'a rate as a fraction': [swap('>19<', '>0.19<'), 'EI-VAT-RATE BT-152 (line 1)'],
    'a due date before the issue date': [swap('2026-11-04', '2026-10-04'), 'EI-DUE-BEFORE-ISSUE BT-9'],
    'an account abroad': [swap('DE02120300000000202051', IBAN), 'EI-IBAN-COUNTRY BT-84'],
    'a payment above the total': [
      once(
        '<cbc:PayableAmount',
        '<cbc:PrepaidAmount currencyID="EUR">99999</cbc:PrepaidAmount><cbc:PayableAmount',
      ),
      'EI-PAID-TOO-MUCH BT-113',
    ],
    'a credit note that charges': [
      all(swap('>380<', '>381<'), once('"C62">4<', '"C62">-4<'), swap('>1061.60<', '>-1061.60<')),
      'EI-CREDIT-NEGATIVE BT-129 (line 1)',
    ],
    'a self-billed credit note that charges': [
      all(swap('>380<', '>261<'), once('"C62">4<', '"C62">-4<'), swap('>1061.60<', '>-1061.60<')),
      'EI-CREDIT-NEGATIVE BT-129 (line 1)',
    ],
  },
  'xrechnung-cii.xml': {
    'a rate with its digits exchanged': [swap('Percent>19<', 'Percent>91<'), 'EI-VAT-RATE BT-152 (line 1)'],
    'an account abroad': [(xml) => xml.replace(/IBANID>[^<]+</, `IBANID>${IBAN}<`), 'EI-IBAN-COUNTRY BT-84'],
  },
  'fa3.xml': {
    'a due date before the issue date': [swap('2026-11-04', '2026-10-04'), 'EI-DUE-BEFORE-ISSUE BT-9'],
    'an account abroad': [swap('PL61109010140000071219812874', IBAN), 'EI-IBAN-COUNTRY BT-84'],
  },
};

describe('what looks wrong in a finished file', () => {
  for (const [name, edits] of Object.entries(FILES)) {
    const found = (edit: Edit): readonly string[] =>
      doubtsIn(name, edit).map(({ code, term, message, field, severity }) => {
        assert.deepEqual([field, severity], [undefined, 'warning']);
        return `${code} ${term}${/ \(line \d+\)/.exec(english(message))?.[0] ?? ''}`;
      });
    it(`is nothing in ${name}`, () =>
      assert.deepEqual(
        found((xml) => xml),
        [],
      ));
    for (const [what, [edit, finding]] of Object.entries(edits))
      it(`is ${what} in ${name}`, () => assert.deepEqual(found(edit), [finding]));
  }

  it("is no account of the buyer of a self-billed or a factor's credit note", () => {
    for (const type of ['261', '396'])
      assert.deepEqual(
        withEnglish(
          doubtsIn(
            'xrechnung-ubl.xml',
            all(swap('>380<', `>${type}<`), swap('DE02120300000000202051', IBAN)),
          ),
        ),
        [],
      );
  });

  it('is the issue date, if the day of the intake is known', () => {
    const codes = (issueDate: string, fileBy?: string) =>
      checkFilePlausibility({ issueDate }, { day: '2026-09-03', fileBy }).map(({ code }) => code);
    assert.deepEqual(codes('2026-09-04'), []);
    assert.deepEqual(codes('2026-09-05'), ['EI-DATE-AHEAD']);
    assert.deepEqual(codes('2026-09-01', '2026-09-02'), ['EI-DEADLINE-PASSED']);
  });

  it('is nothing in a file without any of these members', () =>
    assert.deepEqual(withEnglish(checkFilePlausibility({}, { day: '2026-09-03' })), []));
});
