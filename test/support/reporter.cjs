'use strict';
const { join, relative } = require('node:path');
const { reporters, Runner } = require('mocha');
const { keep } = require('../../scripts/test-costs.cjs');
const { TIMES, timesBefore } = require('../../scripts/test-files.cjs');

/** Of a failure in one line: enough for the values that differ. */
const MAX_MESSAGE_LENGTH = 800;

const PROJECT = join(__dirname, '../..');

/** The spec reporter, then every skipped test with its reason, then one line of counts. */
module.exports = class CountedSpec extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const skipped = [];
    const times = {};
    const count = ({ file, duration }) => {
      if (!file?.startsWith(PROJECT)) return;
      times[relative(PROJECT, file)] = (times[relative(PROJECT, file)] ?? 0) + (duration ?? 0);
    };
    runner.on(Runner.constants.EVENT_TEST_PENDING, (test) => skipped.push(test.fullTitle()));
    const name = (outcome) => (test, error) => {
      const file = test.file ? ` (${relative(PROJECT, test.file)})` : '';
      const message = String(error?.message ?? error)
        .replace(/\s*\n\s*/g, ' ')
        .slice(0, MAX_MESSAGE_LENGTH);
      console.log(`${outcome}: ${test.fullTitle()}${file}: ${message}`);
    };
    // A run that is cut off ends without counts; its failures are printed as they happen.
    runner.on(Runner.constants.EVENT_TEST_FAIL, name('failed'));
    runner.on(Runner.constants.EVENT_TEST_RETRY, name('failed at its first attempt'));
    runner.on(Runner.constants.EVENT_TEST_END, count);
    runner.on(Runner.constants.EVENT_HOOK_END, count);
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      if (Object.keys(times).length > 0) keep(TIMES, JSON.stringify({ ...timesBefore(), ...times }));
      for (const title of skipped) console.log(`skipped: ${title}`);
      const { passes, failures } = runner.stats;
      console.log(
        `${passes} passed, ${failures} failed${skipped.length ? `, ${skipped.length} skipped` : ''}`,
      );
    });
  }
};
