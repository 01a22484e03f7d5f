// `npm start` prepares what is missing, then starts the service in this same process, so that signals and the exit code are the
// service's own. In the sandbox the simulated networks start first, as a process that ends with the service, unless SIM_HOST names
// another host. `… serve` starts an earlier build, as in an image.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { keepCompiledCode } from './compiled-code.mjs';
import { prepare } from './prepare.mjs';

/** What must exist before the service starts. */
const READY = { start: prepare, serve: () => undefined };

if (process.env.npm_lifecycle_event === 'start') endWithShell();
const ready = READY[process.argv[2] ?? 'start'];
if (process.argv[2] && ready) process.argv.splice(2, 1);
try {
  if (!ready) throw new Error(`start.mjs takes one of ${Object.keys(READY).join(', ')}.`);
  ready();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
keepCompiledCode();
const isSandbox = (process.env.ENVIRONMENT || 'sandbox') === 'sandbox';
if (isSandbox && (process.env.SIM_HOST || '127.0.0.1') === '127.0.0.1') await startNetworks();
await import(built('src/processes/main.js'));

/** npm starts a shell that starts this process. A signal ends the shell, which does not pass it on. */
function endWithShell() {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
}

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
