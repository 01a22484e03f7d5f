// `npm test [-- FILE…]` runs the tests; `npm test -- --changed [REV]` those that the changes since a revision reach (HEAD if left out).
// They get no setting of the shell that starts them: only what says where judges, reference data and a MongoDB are.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { changedSince, testsReachedBy } from './changed-tests.mjs';
import { longestFirst } from './test-files.cjs';
import { makeTestsFolder } from './tests-folder.mjs';

const MOCHA = fileURLToPath(new URL('../node_modules/mocha/bin/mocha.js', import.meta.url));

const PASSED_ON =
  /^(PATH|HOME|USER|TMPDIR|TERM|NO_COLOR|FORCE_COLOR|CI|SystemRoot|npm_.*|MONGODB_URL|MONGOMS_.*|REFERENCE_DATA|JUDGES_CACHE|XDG_CACHE_HOME|REQUIRE_JUDGES|CHROMIUM|SAXON_HE|ANSWERS|HYBRID_PDFS)$/;

const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name))),
  TZ: 'UTC',
  LANG: 'C.UTF-8',
};

/** The words for Mocha, or undefined if a change reaches no test. */
function wordsOf(words) {
  const at = words.indexOf('--changed');
  if (at < 0) return words;
  const revision = /^-|^test\//.test(words[at + 1] ?? '-') ? [] : [words[at + 1]];
  const tests = testsReachedBy(changedSince(revision[0] ?? 'HEAD'));
  console.log(`${tests.length} test files are reached by the changes.`);
  if (tests.length === 0) return undefined;
  return [...words.toSpliced(at, 1 + revision.length), ...longestFirst(tests)];
}

const words = wordsOf(process.argv.slice(2));
if (words) {
  env.TESTS_FOLDER = makeTestsFolder();
  process.exitCode = spawnSync(process.execPath, [MOCHA, ...words], { env, stdio: 'inherit' }).status ?? 1;
  rmSync(env.TESTS_FOLDER, { recursive: true, force: true });
} else console.log('0 passed, 0 failed');
