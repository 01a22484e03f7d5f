import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSignedAnswer } from '../../../../src/adapters/rails/ro-efactura/signed-answer.ts';
import { invoiceNumberIn } from '../../../../src/adapters/rails/ro-efactura/xml-answer.ts';
import { describeByReference, REFERENCE_DATA } from '../../../support/reference-data.ts';

interface Reading {
  readonly index: string;
  /** BT-1, or the number of reasons. */
  readonly holds: string | number;
  readonly signature: string;
}

const FOLDER = join(REFERENCE_DATA, 'routes/data/anaf/recorded');
const NOT_FITTING = 'The digest does not fit the document.';
/** The made-up files of the test system name a signer that is not the Ministry. */
const NOBODY = 'The signer is not the Ministry: "C=RO, O=MADE UP, CN=MADE UP TEST".';

/** The readings by the README of the folder. */
const READINGS: Readonly<Record<string, Reading>> = {
  'oca-3828-nok.zip': { index: '3828', holds: 1, signature: 'signed copy, without line breaks' },
  'made-up-test-ok.zip': { index: '5099000001', holds: 'EX/2024 /000001', signature: NOBODY },
  'made-up-test-ok-signature-first.zip': {
    index: '5099000002',
    holds: 'EX/2024/000002',
    signature: NOBODY,
  },
  'made-up-test-nok.zip': { index: '5099000003', holds: 2, signature: NOBODY },
  'made-up-production-ok.zip': {
    index: '4099000004',
    holds: 'EX-2024-000004',
    signature: 'bytes, as written',
  },
  'made-up-production-nok.zip': { index: '4099000005', holds: 2, signature: 'bytes, as written' },
  'made-up-production-ok-tampered.zip': {
    index: '4099000006',
    holds: 'EX-2024-000006',
    signature: NOT_FITTING,
  },
};

describeByReference('the recorded answers of ANAF', () => {
  it('all have a reading', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.zip'));
    assert.deepEqual(files.sort(), Object.keys(READINGS).sort());
  });

  for (const [name, reading] of Object.entries(READINGS))
    it(`have the reading of their README: ${name}`, async () => {
      const answer = await readSignedAnswer(readFileSync(join(FOLDER, name)));
      assert.ok(answer);
      const { indexes, errors, file, signature } = answer;
      assert.deepEqual(
        withEnglish({
          index: [...indexes].join(' '),
          holds: errors?.length ?? invoiceNumberIn(file),
          signature: signature.holds ? `${signature.over}, ${signature.signedInfo}` : signature.reason,
        }),
        reading,
      );
    });
});
