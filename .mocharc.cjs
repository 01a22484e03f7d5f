'use strict';
const { readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');
const { isTest } = require('./scripts/test-files.cjs');
const { timesBefore } = require('./test/support/reporter.cjs');

const files = readdirSync(join(__dirname, 'test'), { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter(isTest)
  .sort();

/** The longest begin first, so that none is left to the end alone: by the last run here, else by size. */
const times = timesBefore();
const weight = (file) => times[file] ?? statSync(join(__dirname, file)).size / 10;

/** `npm test -- test/rules/x.test.ts` runs the files that it names. */
const isNamed = process.argv.slice(2).some((word) => word.startsWith('test/'));

const longestFirst = files
  .map((file) => [weight(file), file])
  .sort(([one], [other]) => other - one)
  .map(([, file]) => file);

module.exports = {
  spec: isNamed ? [] : longestFirst,
  // Without the second option Mocha requires test files, and tsx makes CommonJS of all modules, which costs a fifth more and is not
  // what the service runs.
  'node-option': ['import=tsx', 'no-experimental-require-module'],
  // Against tests that hang: a busy machine may take ten times as long as an idle one.
  timeout: 120_000,
  parallel: true,
  jobs: 3,
  reporter: 'test/support/reporter.cjs',
  require: ['./scripts/test-costs.cjs'],
};
