import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { Threads, THREAD_BOUNDS } from '../../src/adapters/piscina/threads.ts';
import { BRIEF_FLAGS, builtIds, builtThread, forkBuilt } from '../support/built.ts';
import { COMMANDS } from '../../src/commands/commands.ts';
import { runCommandLine } from '../../src/commands/frame/run.ts';
import { Terminal } from '../../src/commands/frame/terminal.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a command in this process, as `bin/ids` does.
 * @param columns of a terminal; without one if left out.
 * @param onNote is told what is printed beside the result.
 * @param onResult is told what is printed of the result.
 * @param threads those of the build if left out: with a loader of its own, a thread takes a second longer to start.
 */
export async function runIds(
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
  signal: AbortSignal = new AbortController().signal,
  columns?: number,
  onNote?: (text: string) => void,
  onResult?: (text: string) => void,
  threads: (count: number) => Threads = builtThreads,
): Promise<Ran> {
  const [out, err] = [sink(columns, onResult), sink(columns, onNote)];
  const terminal = new Terminal(out, err, env);
  const code = await runCommandLine(COMMANDS, words, {
    terminal,
    env,
    version: '0',
    signal,
    threads,
  });
  return { code, out: out.text(), err: err.text() };
}

export function builtThreads(count: number): Threads {
  return new Threads(count, { ...THREAD_BOUNDS, ...builtThread('src/adapters/piscina/check-entry.cts') });
}

/**
 * Runs the built program: the threads that check are those of the build. The test's process goes on meanwhile, so it notices which of its
 * connections are closed.
 */
export async function runBuiltIds(
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
  cwd = process.cwd(),
): Promise<Ran> {
  const child = spawn(process.execPath, [...BRIEF_FLAGS, builtIds(), ...words], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}

/** What is asked of `test/commands/kept-ids.ts`. */
export interface AskedRun {
  readonly id: number;
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** The built program in a process that runs one command after another: loading it takes as long as most commands. */
export class KeptIds {
  private readonly child = forkBuilt('commands/kept-ids.ts', []);
  private asked = 0;

  async run(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
    const id = (this.asked += 1);
    this.child.send({ id, words, env } satisfies AskedRun);
    const answers = on(this.child, 'message', { close: ['exit'] });
    for await (const [answer] of answers as AsyncIterable<[{ readonly id: number; readonly ran: Ran }]>)
      if (answer.id === id) return answer.ran;
    throw new Error(`ids ${words.join(' ')}: its process has ended`);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }
}

export const jsonOf = <T>({ out }: Ran): T => JSON.parse(out) as T;

function sink(columns: number | undefined, onText?: (text: string) => void) {
  let text = '';
  return {
    isTTY: columns !== undefined,
    columns,
    write: (chunk: string | Uint8Array) => {
      text += Buffer.from(chunk).toString('utf8');
      onText?.(text);
    },
    text: () => text,
  };
}
