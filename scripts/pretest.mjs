// Tests start real processes as built and judge with the built-in packs. What the kills of a delivery put into those processes
// is a program of its own beside them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { prepare } from './prepare.mjs';

const built = (path) => fileURLToPath(new URL(`../dist/${path}`, import.meta.url));

/** Keys take seconds of processor time: the networks of tests begin as these, which have made theirs (test/support/network-keys.ts). */
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

prepare();
await bundle(['test/delivery/program.ts'], built('mortal'));
await startNetworksOnce();
