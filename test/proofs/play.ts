import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Played } from './rotation.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** The line of counts that `test/support/reporter.cjs` writes at the end of a run. */
const COUNTS = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm;
/** The line that the reporter writes as soon as a test fails. */
const FAILED = /^failed: /gm;

export interface Play {
  /** The folder of the suites. */
  readonly folder: string;
  /** Ends the proof. */
  readonly cut?: AbortSignal;
  readonly seed: number;
  /** Options of a suite's own program. */
  readonly options?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Arguments of Node before a suite's own program: what reads TypeScript, if left out. */
  readonly loader?: readonly string[];
  /** Receives everything that the proof prints. */
  readonly onOutput: (text: string) => void;
}

const commandOf = (
  proof: string,
  { folder, seed, options = [], loader = ['--import=tsx'] }: Play,
): readonly string[] =>
  proof.endsWith('.test.ts')
    ? ['node_modules/mocha/bin/mocha.js', '--config', '.mocharc.proofs.cjs', join(folder, proof)]
    : [...loader, join(folder, proof), '--seed', String(seed), ...options];

/** Runs one proof in its own process. When the time is over, it ends that process and all that the process started. */
export async function play(proof: string, how: Play): Promise<Played> {
  const child = spawn(process.execPath, commandOf(proof, how), {
    cwd: PROJECT,
    env: { ...how.env, PROOF_SEED: String(how.seed) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The process leads its own group: its children end with it.
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      how.onOutput(text);
    });
  const cut = (): void => endGroup(child.pid);
  how.cut?.addEventListener('abort', cut, { once: true });
  const interrupted = (): void => {
    endGroup(child.pid);
    process.exit(130);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  const closed = once(child, 'close');
  const [code] = (await once(child, 'exit')) as [number | null];
  const isCut = how.cut?.aborted === true;
  how.cut?.removeEventListener('abort', cut);
  process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  // A service that a test left running would slow down the next proof.
  endGroup(child.pid);
  await closed;
  return isCut ? { end: 'cut off', failed: countOf(printed, FAILED) } : outcomeOf(proof, code, printed);
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const countOf = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/**
 * A proof that ends wrongly has failed, whatever its counts. A program without counts is one proof. Test files always print counts: a test
 * file without counts has broken off.
 */
export function outcomeOf(proof: string, code: number | null, printed: string): Played {
  const counts = [...printed.matchAll(COUNTS)].at(-1);
  const [passed, failed, skipped] = (counts ?? []).slice(1).map((count) => Number(count ?? 0));
  const none = { passed: proof.endsWith('.test.ts') || code !== 0 ? 0 : 1, failed: 0, skipped: 0 };
  const counted = counts ? { passed: passed!, failed: failed!, skipped: skipped! } : none;
  const isBroken = code !== 0 || (!counts && proof.endsWith('.test.ts'));
  return { end: 'ran', ...counted, failed: isBroken ? Math.max(1, counted.failed) : counted.failed };
}
