import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface MeasuredRun {
  readonly output: string;
  /** Processor time of all threads. */
  readonly cpuMs: number;
  /** The peak of its resident memory. */
  readonly peakMb: number;
}

const SAMPLE_MS = 10;
/** Of the kernel's clock (`getconf CLK_TCK`): 100 on every usual Linux. */
const TICK_MS = 10;
/** A peer that needs longer is stopped. */
const MAX_RUN_MS = 600_000;

/** Runs a program and watches it by /proc, whose figures end with it: its last hundredth of a second is not counted. */
export function measuredRun(program: string, args: readonly string[]): Promise<MeasuredRun> {
  const child = spawn(program, [...args], { stdio: ['ignore', 'pipe', 'ignore'], timeout: MAX_RUN_MS });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  const seen = { cpuMs: 0, peakMb: 0 };
  const timer = setInterval(() => Object.assign(seen, sampled(child.pid) ?? {}), SAMPLE_MS);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      clearInterval(timer);
      resolve({ output: Buffer.concat(output).toString(), ...seen });
    });
  });
}

function sampled(pid: number | undefined): Pick<MeasuredRun, 'cpuMs' | 'peakMb'> | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain blanks; user and system time are fields 14 and 15.
    const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return peak === undefined ? undefined : { cpuMs: (user + system) * TICK_MS, peakMb: Number(peak) / 1024 };
  } catch {
    return undefined;
  }
}
