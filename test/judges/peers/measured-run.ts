import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpuMs } from '../../../scripts/bench/service-process.ts';

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
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return peak === undefined ? undefined : { cpuMs: cpuMs({ pid }), peakMb: Number(peak) / 1024 };
  } catch {
    return undefined;
  }
}
