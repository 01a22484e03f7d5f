'use strict';
const { readdirSync } = require('node:fs');
const { join } = require('node:path');

/** They take longest, so they begin first: none of them is left to the end with nothing beside it. */
const LONGEST = [
  'test/delivery/mongodb.test.ts',
  'test/hostile/hostile.test.ts',
  'test/delivery/sqlite.test.ts',
  'test/delivery/judge.test.ts',
  'test/e2e/ksef-batches.test.ts',
  'test/e2e/hostile-xml.test.ts',
  'test/e2e/fr-pa.test.ts',
  'test/e2e/start.test.ts',
  'test/scripts/conformance/page.test.ts',
  'test/e2e/peppol.test.ts',
  'test/e2e/dockerfile.test.ts',
  'test/e2e/roles.test.ts',
  'test/adapters/mongo/stores.contract.test.ts',
  'test/e2e/signals.test.ts',
  'test/e2e/delivery.test.ts',
  'test/e2e/pl-ksef.test.ts',
  'test/e2e/ro-efactura.test.ts',
  'test/e2e/caps.test.ts',
  'test/firing/official.test.ts',
  'test/validators/engine/compile/fail-closed.test.ts',
  'test/scripts/packs/command.test.ts',
  'test/validators/packs/catalogue-of-rules.test.ts',
  'test/rules/coverage.test.ts',
  'test/e2e/lost-log.test.ts',
  'test/adapters/agenda/mongo-jobs.contract.test.ts',
  'test/e2e/secrets.test.ts',
  'test/e2e/samples.test.ts',
  'test/validators/engine/xml/adversarial.test.ts',
  'test/adapters/piscina/pool-validator.test.ts',
  'test/domain/checks/early-rules/parity.test.ts',
  'test/adapters/piscina/rules-in-threads.test.ts',
];

const all = readdirSync(join(__dirname, 'test'), { recursive: true })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .sort();

/**
 * Where Node can require modules Mocha does, and tsx makes CommonJS of all that a test loads: there each use of a name from another
 * file is a call, which takes a fifth of the time. Imported, everything runs as it does in the service.
 */
const IMPORTED = 'no-experimental-require-module';

/**
 * A test ends before most machine code pays that V8 makes: counting to three times its own budget first saves a quarter of the
 * processor time. From Node 22 on the budget has another name.
 */
const UNHURRIED = Number.parseInt(process.versions.node) < 22 ? ['interrupt-budget=400000'] : [];

/** Megabytes of young objects before V8 collects them: from the start, instead of grown to. */
const ROOM = ['min-semi-space-size=16', 'max-semi-space-size=32'];

/**
 * Three files at a time on any machine: the longest often wait for processes of their own. A fourth one only takes the cores from
 * them.
 */
module.exports = {
  spec: [...LONGEST, ...all.filter((name) => !LONGEST.includes(name))],
  'node-option': ['import=tsx', IMPORTED, ...UNHURRIED, ...ROOM],
  timeout: 30000,
  parallel: true,
  jobs: 3,
  reporter: 'test/support/reporter.cjs',
};
