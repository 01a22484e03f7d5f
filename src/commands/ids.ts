import { setFlagsFromString } from 'node:v8';
import { COMMANDS } from './commands.ts';
import { runCommandLine } from './frame/run.ts';
import { Terminal } from './frame/terminal.ts';
import { serviceVersion } from '../processes/service-version.ts';

// V8 optimizes a function after fifteen times its usual work, in the threads that check, too: most commands end before it would pay.
setFlagsFromString('--interrupt-budget=1000000');

/** As a shell reports a program that SIGINT ended. */
const INTERRUPTED = 130;

/** Ctrl-C ends a command that does not listen to it, and every command the second time. */
function interruption(): () => AbortSignal {
  const stop = new AbortController();
  let isHeard = false;
  process.on('SIGINT', () => {
    if (!isHeard || stop.signal.aborted) process.exit(INTERRUPTED);
    stop.abort();
  });
  return () => {
    isHeard = true;
    return stop.signal;
  };
}

// `ids tail | head`: the reader has gone, so the rest is not read.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2));

const signal = interruption();
process.exitCode = await runCommandLine(COMMANDS, process.argv.slice(2), {
  terminal: new Terminal(process.stdout, process.stderr, process.env),
  env: process.env,
  version: serviceVersion(),
  get signal() {
    return signal();
  },
});
