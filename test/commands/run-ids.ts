import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { type ThreadBounds, Threads, THREAD_BOUNDS } from '../../src/adapters/piscina/threads.ts';
import { BRIEF_FLAGS, builtIds, builtThread, forkBuilt } from '../support/built.ts';
import { COMMANDS } from '../../src/commands/commands.ts';
import { runCommandLine } from '../../src/commands/frame/run.ts';
import { Terminal } from '../../src/commands/frame/terminal.ts';
import { atEndOfRun } from '../support/end-of-run.ts';

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
 * @param threads those of the build if left out, which all commands of a process share: with a loader of its own, a thread takes a second
 *   longer to start.
 */
export async function runIds(
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
  signal: AbortSignal = new AbortController().signal,
  columns?: number,
  onNote?: (text: string) => void,
  onResult?: (text: string) => void,
  threads: (count: number) => Threads = (count) => keptThreads(count, boundsOfBuild()),
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

export const builtThreads = (count: number): Threads => new Threads(count, boundsOfBuild());

const boundsOfBuild = () => ({ ...THREAD_BOUNDS, ...builtThread('src/adapters/piscina/check-entry.cts') });

/** Threads that a command leaves to the next: their start takes longer than a check. */
class KeptThreads extends Threads {
  override close(): Promise<void> {
    return Promise.resolve();
  }

  end(): Promise<void> {
    return super.close();
  }
}

/** @returns those with this count, which are started once. @param bounds those of the program that runs if left out. */
export function keptThreads(count: number, bounds?: ThreadBounds): Threads {
  const threads = threadsByCount.get(count) ?? new KeptThreads(count, bounds);
  threadsByCount.set(count, threads);
  return threads;
}

const threadsByCount = new Map<number, KeptThreads>();

atEndOfRun(
  async () => void (await Promise.all([...threadsByCount.values()].map((threads) => threads.end()))),
  () => undefined,
);

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
