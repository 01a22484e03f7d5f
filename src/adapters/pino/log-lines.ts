import { fstatSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { setTimeout } from 'node:timers/promises';
import type { LogStats } from '../../ports/log-watch.ts';

/** Bytes that may wait for a slow reader: some thousand lines. */
const MOST_WAITING = 1_000_000;

/** A line on its way out. @param lost is called when it did not get there, with or without the others before it. */
type Write = (line: string, written: () => void, lost: () => void) => void;

/**
 * Lines for standard output, never waited for: a full disk and a reader that has stopped or gone cost lines, which are
 * counted, and nothing else.
 */
export class LogLines {
  private readonly writeLine: Write;
  private dropped = 0;
  /** Lost since a line was written. */
  private losing = 0;

  /** @param onRecovery is told how many were lost as soon as a line is written again. */
  constructor(private readonly onRecovery: (lost: number) => void) {
    this.writeLine = isStream(STANDARD_OUTPUT) ? toStream(process.stdout) : toFile(STANDARD_OUTPUT);
  }

  write(line: string): void {
    this.writeLine(line, this.written, this.lost);
  }

  stats(): LogStats {
    return { dropped: this.dropped, isWritten: this.losing === 0 };
  }

  /** Gives what still waits for its reader that long to get out. */
  async end(withinMs: number): Promise<void> {
    const until = performance.now() + withinMs;
    while (process.stdout.writableLength > 0 && performance.now() < until) await setTimeout(10);
  }

  private readonly written = (): void => {
    if (this.losing === 0) return;
    const lost = this.losing;
    this.losing = 0;
    this.onRecovery(lost);
  };

  private readonly lost = (): void => {
    this.dropped += 1;
    this.losing += 1;
  };
}

const STANDARD_OUTPUT = 1;

/** Node writes to pipes and sockets without waiting, and keeps in memory what they do not take. */
function isStream(descriptor: number): boolean {
  const kind = fstatSync(descriptor);
  return kind.isFIFO() || kind.isSocket() || isatty(descriptor);
}

function toStream(stream: NodeJS.WriteStream): Write {
  // A reader that has gone; told with each line, too.
  stream.on('error', () => undefined);
  return (line, written, lost) => {
    if (stream.writableLength + line.length > MOST_WAITING) return lost();
    stream.write(line, (error) => (error ? lost() : written()));
  };
}

/** In place, since a file never makes anybody wait; not by a stream, which would believe its first failure for good. */
function toFile(descriptor: number): Write {
  let isTorn = false;
  return (line, written, lost) => {
    const bytes = Buffer.from(isTorn ? `\n${line}` : line);
    let done = 0;
    try {
      while (done < bytes.length) done += writeSync(descriptor, bytes, done);
    } catch {
      isTorn ||= done > 0;
      return lost();
    }
    isTorn = false;
    written();
  };
}
