// `npm start`: prepares what is missing, then starts the service in this same process, so that signals and the exit code
// are the service's own. `node scripts/start.mjs keys …` runs that command instead.
import { prepare } from './prepare.mjs';

const COMMANDS = { start: 'main.js', keys: 'keys.js' };

const program = COMMANDS[process.argv[2] ?? 'start'];
if (program !== 'main.js') process.argv.splice(2, 1);
try {
  if (!program) throw new Error(`start.mjs takes one of ${Object.keys(COMMANDS).join(', ')}.`);
  prepare();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import(new URL(`../dist/src/processes/${program}`, import.meta.url).href);
