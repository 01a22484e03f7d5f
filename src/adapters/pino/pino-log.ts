import { isToBeWorded, type Text } from 'en16931-rules/vocabulary/message.ts';
import { pino, type Logger } from 'pino';
import type { Log, LogFields } from '../../ports/log.ts';
import type { LogStats, LogWatch } from '../../ports/log-watch.ts';
import { LogLines } from './log-lines.ts';

interface Forms {
  /** Words of a text, in English. */
  readonly word: (text: Text) => string;
  /** Gives a line its form for people. */
  readonly readable?: ((line: string) => string) | undefined;
}

/** Lines on standard output, JSON unless a form for people is given. Errors are written with type, message and stack only. */
export class PinoLog implements Log, LogWatch {
  private readonly logger: Logger;
  private readonly lines: LogLines;

  constructor(
    level: string,
    base: LogFields,
    private readonly forms: Forms,
  ) {
    const { readable } = forms;
    this.lines = new LogLines((lost) => this.warn({ lost }, 'lines of the log were lost'));
    const { lines } = this;
    const target = readable ? { write: (line: string) => lines.write(readable(line)) } : lines;
    this.logger = pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, target);
  }

  info(fields: LogFields, message: string): void {
    this.logger.info(this.plainFields(fields), message);
  }

  warn(fields: LogFields, message: string): void {
    this.logger.warn(this.plainFields(fields), message);
  }

  error(fields: LogFields, message: string): void {
    this.logger.error(this.plainFields(fields), message);
  }

  stats(): LogStats {
    return this.lines.stats();
  }

  /** Gives waiting lines this long to be written. */
  end(withinMs: number): Promise<void> {
    return this.lines.end(withinMs);
  }

  private plainFields(fields: LogFields): LogFields {
    const { word } = this.forms;
    const entries = Object.entries(fields);
    return Object.fromEntries(
      entries.map(([name, value]) => [name, isToBeWorded(value) ? word(value) : plain(value)]),
    );
  }
}

// Driver errors carry documents and queries as members; only these three are logged.
const plain = (value: unknown): unknown =>
  value instanceof Error
    ? { type: value.name, message: value.message, stack: value.stack, cause: plain(value.cause) }
    : value;
