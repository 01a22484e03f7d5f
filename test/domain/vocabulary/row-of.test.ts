import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { refusedLogIn } from '../../../src/adapters/rails/refused-log-in.ts';
import { credentialRefusedWith } from '../../../src/adapters/rails/pl-ksef/client/log-in-errors.ts';
import { KSEF_STATUS_MAPPINGS } from '../../../src/adapters/rails/pl-ksef/status-mappings.ts';
import { saidWith } from '../../../src/adapters/rails/peppol/response-reasons.ts';
import { isNoRateOf, isTaxedInEurope } from '../../../src/domain/checks/pre-check/vat-rates.ts';
import { isUnusual, withTotal } from '../../../src/domain/checks/pre-check/usual-total.ts';
import { isVatId } from '../../../src/domain/checks/identifiers/vat-ids.ts';
import { typeCodeOf } from '../../../src/domain/documents/fa3/kinds.ts';
import { companyId } from '../../../src/domain/invoice/company-ids.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import { participantsBy } from '../../../src/domain/routing/peppol-schemes.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { germanInvoice, set } from '../sample.ts';

/** Names that every object inherits. A file, a caller or a network may state each of them where a code belongs. */
const INHERITED = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

const correctionOfUnit = (unit: string): unknown => {
  const read = parseCanonical(set('lines[0].unit', unit)(germanInvoice()));
  return read.ok ? 'read' : read.findings[0].correction;
};

/** What reads a name of others, and what it makes of one that no table has. */
const READERS: Readonly<Record<string, readonly [read: (name: string) => unknown, made: unknown]>> = {
  'a table': [(name) => rowOf({ a: 1 }, name), undefined],
  'a unit of a line': [correctionOfUnit, undefined],
  'the country of a VAT rate': [(name) => isNoRateOf([name], 19, ['2026-10-05', '2026-10-05']), false],
  'the country of a tax': [isTaxedInEurope, false],
  'the country of a company number': [(name) => companyId('1', undefined, name), { id: '1' }],
  'the country of a Peppol address': [(name) => participantsBy(name, {}), []],
  'the prefix of a VAT id': [(name) => isVatId(name.toUpperCase()), undefined],
  'the currency of a total': [
    (name) => isUnusual({ amount: 1, currency: name }, withTotal({}, { amount: 1, currency: 'EUR' })),
    false,
  ],
  'the kind of an FA(3)': [(name) => typeCodeOf(name, false, false), '380'],
  'a code of a log-in': [
    (name) => {
      const answer = { body: new TextEncoder().encode(JSON.stringify({ error: name })), headers: {} };
      return english(refusedLogIn(KSEF_STATUS_MAPPINGS.credentialRefused, 'X', answer).message).includes(
        'undefined',
      );
    },
    false,
  ],
  'a reason of KSeF': [
    (name) => english(credentialRefusedWith('1', '', name).hintAtLast),
    'Replace the credential.',
  ],
  'an action of a buyer': [
    (name) =>
      english(
        saidWith('refused', [{ code: name, list: 'OPStatusAction', about: [] }]).words?.message,
      )?.includes('it wants'),
    true,
  ],
};

describe('a name of others that every object inherits', () => {
  for (const [what, [read, made]] of Object.entries(READERS))
    for (const name of INHERITED)
      it(`names no row: ${what}, ${name}`, () => assert.deepEqual(read(name), made));
});
