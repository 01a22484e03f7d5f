import { spawnSync } from 'node:child_process';

/** A test that is skipped if one of the programs cannot be started; its title gives the reason. */
export const itWith = (
  programs: readonly string[],
  title: string,
  test: () => void | Promise<void>,
): void => {
  const missing = programs.filter((program) => spawnSync(program, ['--version']).error !== undefined);
  if (missing.length === 0) it(title, test);
  else it.skip(`${title} (needs ${missing.join(' and ')})`);
};

/** @returns standard output. @throws Error with the program's output if it ends with another code. */
export function ran(program: string, args: readonly string[], fine: readonly number[] = [0]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  });
  if (error) throw error;
  if (!fine.includes(status ?? -1)) throw new Error(`${program} ends with ${status}: ${stdout}${stderr}`);
  return stdout;
}
