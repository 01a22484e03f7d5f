'use strict';
const { existsSync, readFileSync, statSync } = require('node:fs');
const { join } = require('node:path');

const PROJECT = join(__dirname, '..');

/** Milliseconds that each file took when it last ran here. */
const TIMES = join(PROJECT, 'node_modules/.cache/test-times.json');

/** Whether `npm test` runs a file. What proves by volume lies in the folders of `test/proofs`: `npm run proofs`. */
const isTest = (file) => file.endsWith('.test.ts') && !/^test\/proofs\/.*\//.test(file);

const timesBefore = () => (existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, 'utf8')) : {});

/**
 * Seconds of files that take longer than their size tells, on an idle machine: a fresh clone has no times of its own, and would begin the
 * suites that every store passes last, as their files are short.
 */
const USUAL_SECONDS = {
  'test/smoke/smoke.test.ts': 60,
  'test/commands/certify/certify.test.ts': 48,
  'test/console/live.test.ts': 40,
  'test/console/document.test.ts': 40,
  'test/console/every-page.test.ts': 39,
  'test/console/playground.test.ts': 39,
  'test/console/acts.test.ts': 35,
  'test/console/console.test.ts': 31,
  'test/console/webhooks.test.ts': 31,
  'test/console/repair.test.ts': 30,
  'test/adapters/mongo/stores.contract.test.ts': 30,
  'test/adapters/sqlite/stores.contract.test.ts': 25,
  'test/console/rules.test.ts': 21,
  'test/adapters/agenda/mongo-jobs.contract.test.ts': 20,
  'test/adapters/sqlite/open-sqlite.test.ts': 19,
  'test/commands/check.test.ts': 18,
  'test/application/reports/payments.test.ts': 15,
  'test/client/service.test.ts': 14,
  'test/application/received/collect-packages.test.ts': 12,
  'test/application/reports/tax-reports.test.ts': 12,
  'test/adapters/http/tenancy.test.ts': 12,
  'test/words/words.test.ts': 10,
};

/** What a file probably takes, in milliseconds: by the last run here, else as usual, else by its size. */
const weightOf = (file, times) =>
  times[file] ??
  (file in USUAL_SECONDS ? USUAL_SECONDS[file] * 1000 : statSync(join(PROJECT, file)).size / 10);

/** The longest begin first, so that none is left to the end alone. */
function longestFirst(files) {
  const times = timesBefore();
  return files
    .map((file) => [weightOf(file, times), file])
    .sort(([one], [other]) => other - one)
    .map(([, file]) => file);
}

module.exports = { isTest, longestFirst, timesBefore, TIMES };
