'use strict';
const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const { isTest, longestFirst } = require('./scripts/test-files.cjs');

const files = readdirSync(join(__dirname, 'test'), { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter(isTest)
  .sort();

/** `npm test -- test/rules/x.test.ts` runs the files that it names. */
const isNamed = process.argv.slice(2).some((word) => word.startsWith('test/'));

module.exports = {
  spec: isNamed ? [] : longestFirst(files),
  // Without the second option Mocha requires test files, and tsx makes CommonJS of all modules, which costs a fifth more and is not
  // what the service runs.
  // Without the third each job collects garbage in several threads, which wait for a core that another job has.
  // The fourth lets V8 optimize a function after fifteen times the work: most of a test's code runs too seldom to pay for it.
  // The fifth and sixth give new objects twice the room: more of them are gone before they are copied. The last one lets the old ones grow to
  // 512 MB before they are looked through: most jobs end before, or need it once.
  'node-option': [
    'import=tsx',
    'no-experimental-require-module',
    'single-threaded-gc',
    'interrupt-budget=1000000',
    'min-semi-space-size=32',
    'max-semi-space-size=32',
    'initial-old-space-size=512',
  ],
  // Against tests that hang alone: under the load of thirty other programs tests were seen that take fifty times as long.
  timeout: 600_000,
  parallel: true,
  jobs: 3,
  reporter: 'test/support/reporter.cjs',
  require: ['./scripts/test-costs.cjs', './test/support/second-attempt.cjs'],
};
