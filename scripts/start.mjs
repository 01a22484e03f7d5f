// `npm start` prepares what is missing, then starts the service in this same process, so that signals and the exit code are the
// service's own. `node scripts/start.mjs keys …`, `… packs …` and the others run those commands. In the sandbox the simulated
// networks start first, as a process that ends with the service, unless SIM_HOST names another host; `… sandbox` runs them
// alone. `… serve` starts an earlier build, as in an image.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build, prepare } from './prepare.mjs';

/** The program in dist/, and what must exist before it runs. */
const COMMANDS = {
  start: { program: 'src/processes/main.js', ready: prepare, networks: true },
  serve: { program: 'src/processes/main.js', ready: () => undefined, networks: true },
  keys: { program: 'src/processes/commands/keys.js', ready: build },
  indexes: { program: 'src/processes/commands/indexes.js', ready: build },
  backup: { program: 'src/processes/commands/backup.js', ready: build },
  restore: { program: 'src/processes/commands/restore.js', ready: build },
  clients: { program: 'src/processes/commands/clients.js', ready: build },
  // Only --rerun needs packs.
  proof: {
    program: 'src/processes/commands/proof.js',
    ready: () => (process.argv.includes('--rerun') ? prepare() : build()),
  },
  mappings: { program: 'src/processes/commands/mappings.js', ready: build },
  packs: { program: 'scripts/packs.js', ready: build },
  sandbox: { program: 'src/processes/sandbox.js', ready: build },
};

const command = COMMANDS[process.argv[2] ?? 'start'];
if (process.argv[2] && command) process.argv.splice(2, 1);
try {
  if (!command) throw new Error(`start.mjs takes one of ${Object.keys(COMMANDS).join(', ')}.`);
  command.ready();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const isSandbox = (process.env.ENVIRONMENT || 'sandbox') === 'sandbox';
if (command.networks && isSandbox && (process.env.SIM_HOST || '127.0.0.1') === '127.0.0.1')
  await startNetworks();
await import(built(command));

function built({ program }) {
  return new URL(`../dist/${program}`, import.meta.url).href;
}

/** Ends this process if it cannot start; the other one has printed why. */
async function startNetworks() {
  const networks = fork(fileURLToPath(built(COMMANDS.sandbox)), { stdio: ['ignore', 2, 2, 'ipc'] });
  const ended = once(networks, 'exit').then(() => []);
  const [where] = await Promise.race([once(networks, 'message'), ended]);
  if (!where) process.exit(1);
  // The address that they chose, if they picked the port.
  process.env.SIM_PORT = String(where.port);
  networks.unref();
  networks.channel?.unref();
}
