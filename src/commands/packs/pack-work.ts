import { resolve } from 'node:path';
import { PackRefused } from 'en16931-rules/engine/load/pack-refused.ts';
import { ReleaseRefused } from 'en16931-rules/packs/adopt/recognise.ts';
import { VersionUnclear } from 'en16931-rules/packs/install/store-pack.ts';
import { PackIncomplete } from 'en16931-rules/packs/install/published-files.ts';
import { type Engine, ENGINES } from 'en16931-rules/packs/manifest.ts';
import { WrongShape } from 'en16931-rules/packs/members.ts';
import { isToCompile } from 'en16931-rules/packs/own-folders.ts';
import { PackDamaged } from 'en16931-rules/packs/pack-files.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import { overlayStates } from 'en16931-rules/packs/own/overlay-states.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import { REAL_CLOCK } from '../../adapters/system/real-clock.ts';
import type { Frame, Surroundings } from '../frame/frame.ts';
import { CommandRefused, EXIT, type ExitCode, NotRun } from '../frame/endings.ts';
import { rulesDirOf } from '../frame/rules-dir.ts';
import type { Terminal } from '../frame/terminal.ts';

export interface PackOptions {
  readonly engine?: Engine;
  readonly rules?: string;
  readonly json?: boolean;
}

/** What every command of `ids packs` works with. */
export interface PackWork {
  readonly rulesDir: string;
  /** What a command that is suggested has behind it, to act on the same folder. */
  readonly sameRules: string;
  readonly engines: readonly Engine[];
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  readonly asJson: boolean;
  /** Own rules and overlays of a draft; those in force if left out. */
  readonly home?: string;
  /** A line about the progress. */
  readonly report: (line: string) => void;
  readonly threads: Surroundings['threads'];
}

export const packWork = (options: PackOptions, { env, terminal, threads }: Frame): PackWork => ({
  rulesDir: rulesDirOf(options, env),
  sameRules: options.rules ? ` --rules ${options.rules}` : '',
  engines: ENGINES.filter((each) => each === 'compiled' || each === options.engine),
  terminal,
  env,
  asJson: options.json === true,
  report: (line) => terminal.note(line),
  threads,
});

/** A pack was refused, with the reason; any other error is a bug. */
const PACK_ERRORS = [PackIncomplete, PackRefused, ReleaseRefused, VersionUnclear, WrongShape, PackDamaged];
export const isPackError = (error: unknown): error is Error =>
  PACK_ERRORS.some((kind) => error instanceof kind);

/** Errors of packs, and of the folder that they are in, as those of a command. */
export async function refusing<T>(rulesDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isPackError(error)) throw new CommandRefused(error.message);
    const { code, path, syscall } = error as NodeJS.ErrnoException;
    if (syscall && path && resolve(path).startsWith(resolve(rulesDir)))
      throw new NotRun(`RULES_DIR ${rulesDir} cannot be used (${code}).`);
    throw error;
  }
}

/** That the folder is empty and which command fills it: a table without rows would not say so. True if it is. */
export function reportEmpty(packs: readonly unknown[], { rulesDir, sameRules, terminal }: PackWork): boolean {
  if (packs.length > 0) return false;
  terminal.line(`No pack is installed in ${rulesDir}. The built-in ones are installed by:`);
  terminal.verbatim(`    ids packs compile${sameRules}`);
  return true;
}

/** What a new release makes of the overlays that were written before it. */
export async function reportOverlays(
  { rulesDir, report }: PackWork,
  isNew: (pack: { readonly id: string; readonly version: string }) => boolean,
): Promise<void> {
  const today = dayOf(REAL_CLOCK.now());
  const { notices } = await overlayStates(rulesDir, await readInstalled(rulesDir), today);
  for (const { pack, says } of notices) if (pack && isNew(pack)) report(`${says}.`);
}

/** A pack that could not be repaired stops the service, so it is reported here. */
export async function reportDamages({ rulesDir, sameRules, report }: PackWork): Promise<ExitCode> {
  const damages = await new RulesFolder(rulesDir).damages();
  for (const damage of damages) report(isToCompile(damage) ? `${damage}.` : `${damage}; ids packs remove FOLDER${sameRules} removes it.`); // prettier-ignore
  return damages.length === 0 ? EXIT.done : EXIT.refused;
}
