'use strict';
const { reporters, Runner } = require('mocha');

/** The spec reporter, then every skipped test with its reason, then one line of counts. */
module.exports = class CountedSpec extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const skipped = [];
    runner.on(Runner.constants.EVENT_TEST_PENDING, (test) => skipped.push(test.fullTitle()));
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      for (const title of skipped) console.log(`skipped: ${title}`);
      const { passes, failures } = runner.stats;
      console.log(
        `${passes} passed, ${failures} failed${skipped.length ? `, ${skipped.length} skipped` : ''}`,
      );
    });
  }
};
