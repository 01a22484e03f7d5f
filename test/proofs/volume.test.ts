import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TESTS = fileURLToPath(new URL('..', import.meta.url));

const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.test.ts'),
);
const isOfProof = (file: string): boolean => file.startsWith('proofs/');

/** The files that a file imports, from the folder of the tests. */
const importsOf = (file: string): readonly string[] =>
  [...readFileSync(join(TESTS, file), 'utf8').matchAll(/^(?:import|\} from) .*?'(\.[^']+)'/gm)].map(
    ([, path]) => join(dirname(file), path!),
  );

/** What leaves rows out of a run. */
const VOLUME = ['support/volume.ts', 'console/views.ts'];

describe('the rows that npm test leaves out', () => {
  it('are all met in a proof, which imports the file of the test', () => {
    const proved = new Set(files.filter(isOfProof).flatMap(importsOf));
    const leaving = files.filter(
      (file) => !isOfProof(file) && importsOf(file).some((each) => VOLUME.includes(each)),
    );
    assert.ok(leaving.length > 20, String(leaving.length));
    assert.deepEqual(
      leaving.filter((file) => !proved.has(file)),
      [],
    );
  });
});
