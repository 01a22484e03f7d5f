import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeByReference, REFERENCE_DATA } from '../../../support/reference-data.ts';

const FOLDER = join(REFERENCE_DATA, 'routes/data/peppol/recorded');

/** The tests that play recorded files, by folder. They name each file. */
const PLAYED_BY: Readonly<Record<string, readonly string[]>> = {
  'phase4-standalone': ['recorded-answers.test.ts'],
  'phoss-ap': ['phoss-ap.test.ts', 'recorded-answers.test.ts', 'recorded-messages.test.ts'],
  recommand: ['recommand.test.ts', 'recorded-answers.test.ts', 'recorded-messages.test.ts'],
  'e-invoice-be': ['e-invoice-be.test.ts', 'recorded-answers.test.ts', 'recorded-messages.test.ts'],
};

/** Answers to calls that this service does not make. */
const NOT_CALLED: Readonly<Record<string, string>> = {
  'phoss-ap/push-reply-sync.json':
    'our answer to a push in mode http_post_sync; the service answers 200 with {}',
  'phoss-ap/push-reply-no-retry.json': 'as above; a refused push gets a problem',
  'recommand/verify-200-false.json':
    'POST /verify: the service looks the receiver up in the SML and SMP itself',
  'e-invoice-be/peppol-id-200-no.json': 'GET /api/validate/peppol-id: as above',
  'e-invoice-be/validate-201-invalid.json': 'POST /api/validate/ubl: the service checks documents itself',
  'e-invoice-be/outbox-200.json': 'GET /api/outbox/: a draft is fetched by its id, never searched by number',
};

/** A quoted file name, with or without its extension. */
const names = (source: string, file: string): boolean =>
  [file, file.replace(/\.json$/, '')].some((name) => source.includes(`'${name}'`));

describeByReference('a recorded file of an access point', () => {
  const files = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(FOLDER, name)).map((file) => `${name}/${file}`));
  const source = (test: string): string => readFileSync(new URL(test, import.meta.url), 'utf8');
  const isPlayed = (path: string): boolean => {
    const [folder = '', file = ''] = path.split('/');
    // A test reads the headers of a push with its body.
    const played = file.replace('.headers.txt', '.xml');
    return (PLAYED_BY[folder] ?? []).some((test) => names(source(test), played));
  };

  it('is played by a test, or answers a call that the service never makes', () => {
    assert.ok(files.length > 0);
    const left = files.filter((path) => !isPlayed(path) && !(path in NOT_CALLED));
    assert.deepEqual(left, [], 'no test plays these');
  });

  it('is in one of the two lists', () => {
    for (const path of Object.keys(NOT_CALLED)) {
      assert.ok(files.includes(path), `${path} is not there`);
      assert.ok(!isPlayed(path), `${path} is played`);
    }
  });
});
