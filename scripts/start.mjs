// `npm start`: prepares what is missing, then starts the service in this same process, so that signals and the exit code
// are the service's own. `node scripts/start.mjs keys …` and `… packs …` run those commands instead. In the sandbox the
// networks to try against are started first, as a process that ends with the service, unless SIM_HOST says that they are
// somewhere else; `… sandbox` runs them alone. `… serve` starts what was prepared before, as an image was.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build, prepare } from './prepare.mjs';

/** What runs, from dist/, and what has to be there before. */
const COMMANDS = {
  start: { program: 'src/processes/main.js', ready: prepare, networks: true },
  serve: { program: 'src/processes/main.js', ready: () => undefined, networks: true },
  keys: { program: 'src/processes/commands/keys.js', ready: build },
  indexes: { program: 'src/processes/commands/indexes.js', ready: build },
  backup: { program: 'src/processes/commands/backup.js', ready: build },
  restore: { program: 'src/processes/commands/restore.js', ready: build },
  clients: { program: 'src/processes/commands/clients.js', ready: build },
  // Of the packs only --rerun needs something.
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

/** Ends this process when it cannot: why was said by the other one. */
async function startNetworks() {
  const networks = fork(fileURLToPath(built(COMMANDS.sandbox)), { stdio: ['ignore', 2, 2, 'ipc'] });
  const ended = once(networks, 'exit').then(() => []);
  const [where] = await Promise.race([once(networks, 'message'), ended]);
  if (!where) process.exit(1);
  // Where they are when they were to pick a port.
  process.env.SIM_PORT = String(where.port);
  networks.unref();
  networks.channel?.unref();
}
