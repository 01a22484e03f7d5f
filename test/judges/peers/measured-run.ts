import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';

export interface MeasuredRun {
  readonly output: string;
  /** Processor time of all threads. */
  readonly cpuMs: number;
  /** The peak of its resident memory. */
  readonly peakMb: number;
}

const SAMPLE_MS = 10;
/** A peer that needs longer is stopped. */
const MAX_RUN_MS = 600_000;

/** Bash tells the processor time of a child after its end, in milliseconds; /proc counts hundredths of a second, and is gone with it. */
const TIMED = 'TIMEFORMAT="%3U %3S"; { time "$0" "$@" 2>/dev/null; } 2>&3';

/** Runs a program and watches its memory. @throws Error if there is no bash. */
export function measuredRun(program: string, args: readonly string[]): Promise<MeasuredRun> {
  const child = spawn('bash', ['-c', TIMED, program, ...args], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    // A group of its own, so that the program ends with its bash.
    detached: true,
  });
  const [, printed, , told] = child.stdio;
  const [output, times] = [collected(printed as Readable), collected(told as Readable)];
  const end = setTimeout(() => process.kill(-child.pid!), MAX_RUN_MS);
  let peakMb = 0;
  const timer = setInterval(() => (peakMb = Math.max(peakMb, peakOf(child.pid))), SAMPLE_MS);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      clearInterval(timer);
      clearTimeout(end);
      const [user = 0, system = 0] = times().split(' ').map(Number);
      resolve({ output: output(), cpuMs: (user + system) * 1000, peakMb });
    });
  });
}

function collected(stream: Readable): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

/** Of the program that bash has started. */
function peakOf(bash: number | undefined): number {
  try {
    const [pid] = readFileSync(`/proc/${bash}/task/${bash}/children`, 'utf8').split(' ');
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024 || 0;
  } catch {
    return 0;
  }
}
