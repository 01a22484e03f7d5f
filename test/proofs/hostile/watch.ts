import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { pause } from '../../support/calls.ts';
import type { Service } from '../../support/service.ts';

const EVERY_MS = 100;
/** Above the noise of a busy machine: beyond this the service does not answer. */
const MAX_MS = 10_000;
/** Above the noise of a garbage collector: beyond this some memory is unbounded. */
const MAX_MB = 1_500;

export interface Watched {
  readonly asked: number;
  readonly slowestMs: number;
  readonly maxMb: number;
  readonly wrong: readonly string[];
}

/** Requests the health of a service again and again, each time on a new connection, and reads its memory. */
export class Watch {
  private readonly wrong = new Set<string>();
  private readonly watching: Promise<void>;
  private asked = 0;
  private slowestMs = 0;
  private maxMb = 0;
  private stopped = false;

  constructor(private readonly service: Service) {
    this.watching = this.watch();
  }

  async stop(): Promise<Watched> {
    this.stopped = true;
    await this.watching;
    if (this.maxMb > MAX_MB) this.wrong.add(`${this.maxMb} MB of memory`);
    const [asked, slowestMs, maxMb] = [this.asked, Math.round(this.slowestMs), this.maxMb];
    return {
      asked,
      slowestMs,
      maxMb,
      wrong: [...this.wrong, ...(this.wrong.size > 0 ? this.reasons() : [])],
    };
  }

  /** The answer of a failing check does not say why it fails; the log does. */
  private reasons(): readonly string[] {
    return this.service
      .printed()
      .split('\n')
      .filter((line) => line.includes('a health check fails'))
      .map((line) => line.slice(0, 500));
  }

  private async watch(): Promise<void> {
    while (!this.stopped) {
      const started = performance.now();
      const { status, text } = await readHealth(this.service.url);
      this.asked += 1;
      this.slowestMs = Math.max(this.slowestMs, performance.now() - started);
      if (status !== 200) this.wrong.add(`GET /health: ${status} ${text}`.trim());
      this.maxMb = Math.max(this.maxMb, residentMb(this.service.process.pid));
      await pause(EVERY_MS);
    }
  }
}

export const healthOf = async (url: string, patienceMs = MAX_MS): Promise<number | string> =>
  (await readHealth(url, patienceMs)).status;

interface Health {
  /** The status, or the reason why there is none. */
  readonly status: number | string;
  readonly text: string;
}

function readHealth(url: string, patienceMs = MAX_MS): Promise<Health> {
  return new Promise((resolve) => {
    const asked = get(`${url}/health`, { agent: false }, (answer) => {
      const pieces: Buffer[] = [];
      answer
        .on('data', (piece: Buffer) => pieces.push(piece))
        .on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() }));
    });
    asked
      .setTimeout(patienceMs, () => asked.destroy(new Error(`no answer for ${patienceMs} ms`)))
      .on('error', (error) => resolve({ status: error.message, text: '' }));
  });
}

/** The largest value so far; 0 if the system does not report it. */
function residentMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
