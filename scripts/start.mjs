// `npm start` prepares what is missing, then starts the service in this same process, so that signals and the exit code are the
// service's own. In the sandbox the simulated networks start first, as a process that ends with the service, unless SIM_HOST names
// another host. `… serve` starts an earlier build, as in an image.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { keepCompiledCode } from './compiled-code.mjs';
import { build, compilePacks } from './prepare.mjs';

const nothing = () => undefined;
/** What must exist before the service starts. */
const NEEDED = { start: { build, compilePacks }, serve: { build: nothing, compilePacks: nothing } };

const isSandbox = (process.env.ENVIRONMENT || 'sandbox') === 'sandbox';
const withNetworks = isSandbox && (process.env.SIM_HOST || '127.0.0.1') === '127.0.0.1';

const needed = NEEDED[process.argv[2] ?? 'start'];
if (process.argv[2] && needed) process.argv.splice(2, 1);
try {
  if (!needed) throw new Error(`start.mjs takes one of ${Object.keys(NEEDED).join(', ')}.`);
  await needed.build();
  keepCompiledCode();
  await Promise.all([needed.compilePacks(), withNetworks && startNetworks()]);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import(built('src/processes/main.js'));

function built(program) {
  return new URL(`../dist/${program}`, import.meta.url).href;
}

/** Ends this process if it cannot start; the other one has printed why. */
async function startNetworks() {
  const networks = fork(fileURLToPath(built('src/processes/sandbox.js')), { stdio: ['ignore', 2, 2, 'ipc'] });
  const ended = once(networks, 'exit').then(() => []);
  const [where] = await Promise.race([once(networks, 'message'), ended]);
  if (!where) process.exit(1);
  // The address that they chose, if they picked the port.
  process.env.SIM_PORT = String(where.port);
  networks.unref();
  networks.channel?.unref();
}
