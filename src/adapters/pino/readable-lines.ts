import { isatty } from 'node:tty';

/** Of `LOG_FORMAT`. */
export const LOG_FORMATS = ['auto', 'json', 'pretty'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

const STANDARD_OUTPUT = 1;

/** Same for all lines of a process, so a person needs none of them. */
const LEFT_OUT = 'service,role,pid';

/**
 * The form of lines for a person.
 * @returns undefined if lines stay JSON: a program reads them.
 */
export async function readableLines(
  format: LogFormat,
  isTerminal = isatty(STANDARD_OUTPUT),
): Promise<((line: string) => string) | undefined> {
  if (format === 'json' || (format === 'auto' && !isTerminal)) return undefined;
  // A service whose log a program reads does not load it.
  const { default: pretty } = await import('pino-pretty');
  return pretty.prettyFactory({
    colorize: isTerminal && !process.env['NO_COLOR'],
    ignore: LEFT_OUT,
    translateTime: 'SYS:HH:MM:ss',
    errorLikeObjectKeys: ['err', 'cause'],
    singleLine: true,
  });
}
