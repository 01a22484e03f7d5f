import { spawnSync } from 'node:child_process';

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
