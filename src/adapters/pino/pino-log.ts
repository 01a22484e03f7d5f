import { pino, type Logger } from 'pino';
import type { Log, LogFields } from '../../ports/log.ts';
import type { LogStats, LogWatch } from '../../ports/log-watch.ts';
import { LogLines } from './log-lines.ts';

/** JSON lines on standard output. Errors are written with type, message and stack only. */
export class PinoLog implements Log, LogWatch {
  private readonly logger: Logger;
  private readonly lines: LogLines;

  constructor(level: string, base: LogFields) {
    this.lines = new LogLines((lost) => this.warn({ lost }, 'lines of the log were lost'));
    this.logger = pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, this.lines);
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
