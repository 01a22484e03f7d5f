import { StoreRefused } from '../../ports/store-refused.ts';
import { SettingRefused } from '../settings/settings.ts';

/** An error that the user of a command can correct: its message is one sentence, or the usage of the command. */
export class CommandRefused extends Error {}

/** Runs a command of the command line. A refusal prints its message, any other error its stack. */
export async function runCommand(usage: string, work: () => Promise<void>): Promise<void> {
  if (process.argv.includes('--help')) return console.log(usage);
  try {
    await work();
  } catch (error) {
    console.error(isPlain(error) ? error.message : error);
    process.exitCode = 1;
  }
}

/** True for errors that the user can correct. */
export const isPlain = (error: unknown): error is Error =>
  error instanceof CommandRefused ||
  error instanceof SettingRefused ||
  error instanceof StoreRefused ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
