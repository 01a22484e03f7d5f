import { pino, type Logger } from 'pino';
import type { Log, LogFields } from '../../ports/log.ts';
import type { LogStats, LogWatch } from '../../ports/log-watch.ts';
import { LogLines } from './log-lines.ts';

/** Lines on standard output, JSON unless a form for people is given. Errors are written with type, message and stack only. */
export class PinoLog implements Log, LogWatch {
  private readonly logger: Logger;
  private readonly lines: LogLines;

  /** @param readable gives a line its form for people. */
  constructor(level: string, base: LogFields, readable?: (line: string) => string) {
    this.lines = new LogLines((lost) => this.warn({ lost }, 'lines of the log were lost'));
    const { lines } = this;
    const target = readable ? { write: (line: string) => lines.write(readable(line)) } : lines;
    this.logger = pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, target);
  }

  info(fields: LogFields, message: string): void {
    this.logger.info(withPlainErrors(fields), message);
  }

  warn(fields: LogFields, message: string): void {
    this.logger.warn(withPlainErrors(fields), message);
  }

  error(fields: LogFields, message: string): void {
    this.logger.error(withPlainErrors(fields), message);
  }

  stats(): LogStats {
    return this.lines.stats();
  }

  /** Gives waiting lines this long to be written. */
  end(withinMs: number): Promise<void> {
    return this.lines.end(withinMs);
  }
}

const withPlainErrors = (fields: LogFields): LogFields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)]));

// Driver errors carry documents and queries as members; only these three are logged.
const plain = (value: unknown): unknown =>
  value instanceof Error
    ? { type: value.name, message: value.message, stack: value.stack, cause: plain(value.cause) }
    : value;
