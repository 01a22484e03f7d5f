'use strict';

/**
 * Where Node can require modules Mocha does, and tsx makes CommonJS of all that a test loads: there each use of a name from another
 * file is a call, which takes a fifth of the time. Imported, everything runs as it does in the service.
 */
const IMPORTED = 'no-experimental-require-module';

/** What proves by volume has a command of its own: `npm run proofs`. */
module.exports = {
  spec: 'test/**/*.test.ts',
  ignore: 'test/proofs/**',
  'node-option': ['import=tsx', IMPORTED],
  timeout: 30000,
  parallel: true,
  jobs: 3,
  reporter: 'test/support/reporter.cjs',
};
