import { StoreRefused } from '../../ports/store-refused.ts';
import { SettingRefused } from '../settings/settings.ts';

/** What the user of a command can do something about: its message is one sentence, or how the command is used. */
export class CommandRefused extends Error {}

/** Runs a command of the command line. What it refuses is told in its own words, anything else with its stack. */
export async function runCommand(usage: string, work: () => Promise<void>): Promise<void> {
  if (process.argv.includes('--help')) return console.log(usage);
  try {
    await work();
  } catch (error) {
    console.error(isPlain(error) ? error.message : error);
    process.exitCode = 1;
  }
}

/** True for what its user can do something about. */
export const isPlain = (error: unknown): error is Error =>
  error instanceof CommandRefused ||
  error instanceof SettingRefused ||
  error instanceof StoreRefused ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
