'use strict';

/** Chromium draws when it can: what one slow frame breaks is no verdict about the page. Every other test counts at its first attempt. */
const IN_CHROMIUM = /[\\/]test[\\/]console[\\/]/;

/** A failed test gets a second attempt, and the reporter names it. */
exports.mochaHooks = {
  beforeEach() {
    if (IN_CHROMIUM.test(this.currentTest.file ?? '')) this.currentTest.retries(1);
  },
};
