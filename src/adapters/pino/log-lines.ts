import { fstatSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { setTimeout } from 'node:timers/promises';
import type { LogStats } from '../../ports/log-watch.ts';

/** Bytes that may wait for a slow reader: some thousand lines. */
const MAX_WAITING = 1_000_000;

/**
 * Writes a line.
 * @param lost is called if the line was not written, with or without the lines before it.
 */
type Write = (line: string, written: () => void, lost: () => void) => void;

/**
 * Writes lines to standard output without waiting. A full disk and a reader that has stopped or gone cost lines, which are
 * counted, and nothing else.
 */
export class LogLines {
  private readonly writeLine: Write;
  private dropped = 0;
  /** Lines lost since the last written one. */
  private losing = 0;

  /** @param onRecovery gets the number of lost lines as soon as a line is written again. */
  constructor(private readonly onRecovery: (lost: number) => void) {
    this.writeLine = isStream(STANDARD_OUTPUT) ? toStream(process.stdout) : toFile(STANDARD_OUTPUT);
  }

  write(line: string): void {
    this.writeLine(line, this.written, this.lost);
  }

  stats(): LogStats {
    return { dropped: this.dropped, isWritten: this.losing === 0 };
  }

  /** Gives waiting lines this long to be written. */
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

/** Node writes to pipes and sockets without waiting, and buffers what they do not accept. */
function isStream(descriptor: number): boolean {
  const kind = fstatSync(descriptor);
  return kind.isFIFO() || kind.isSocket() || isatty(descriptor);
}

function toStream(stream: NodeJS.WriteStream): Write {
  // The reader has gone; each line reports it, too.
  stream.on('error', () => undefined);
  return (line, written, lost) => {
    if (stream.writableLength + line.length > MAX_WAITING) return lost();
    stream.write(line, (error) => (error ? lost() : written()));
  };
}

/** Synchronously, because a file never blocks. Not by a stream, which would stay failed after its first error. */
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
