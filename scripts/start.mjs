// `npm start`: prepares what is missing, then starts the service in this same process, so that signals and the exit code
// are the service's own. `node scripts/start.mjs keys …` and `… packs …` run those commands instead.
import { build, prepare } from './prepare.mjs';

/** What runs, from dist/, and what has to be there before. */
const COMMANDS = {
  start: { program: 'src/processes/main.js', ready: prepare },
  keys: { program: 'src/processes/keys.js', ready: prepare },
  packs: { program: 'scripts/packs.js', ready: build },
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
await import(new URL(`../dist/${command.program}`, import.meta.url).href);
