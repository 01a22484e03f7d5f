// Tests start real processes from the build and check with the built-in packs. Their helper programs are built, too: a service
// that the delivery proofs can kill at any point, one whose leases soon expire, programs that compete for a store,
// hold its lock or never end a job, and the comparison with recorded verdicts.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { build, compilePacks } from './prepare.mjs';

const built = (path) => fileURLToPath(new URL(`../dist/${path}`, import.meta.url));

const OF_TESTS = [
  'test/proofs/delivery/program.ts',
  'test/support/hasty-service.ts',
  'test/support/racer.ts',
  'test/support/lock-holder.ts',
  'test/support/file-holder.ts',
  'test/support/opener.ts',
  'test/support/key-reader.ts',
  'test/support/live-process.ts',
  'test/support/check-without-libxml2.ts',
  'test/support/hanging-worker.ts',
  'test/commands/kept-ids.ts',
  'test/proofs/conformance/command.ts',
];

/** Keys take seconds of processor time, so the networks of tests start with these (test/support/network-keys.ts). */
async function startNetworksOnce() {
  const env = {
    PATH: process.env.PATH,
    STORE_URL: `sqlite:${built('networks/ids.db')}`,
    SIM_PORT: '0',
  };
  const networks = fork(built('src/processes/sandbox.js'), {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(networks, 'message');
  networks.disconnect();
  await once(networks, 'exit');
}

// Modules that tests compile and share (test/support/compiled-module.ts).
rmSync(built('modules-of-tests'), { recursive: true, force: true });
build();
compilePacks(built('rules-of-tests'));
await bundle(OF_TESTS, built('for-tests'));
await startNetworksOnce();
