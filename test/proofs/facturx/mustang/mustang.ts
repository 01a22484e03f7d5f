import { fileURLToPath } from 'node:url';
import { ran } from '../../../support/programs.ts';

/** The folder in which `.ci/run` puts its jars. */
export const MUSTANG = fileURLToPath(new URL('../../../../node_modules/.cache/mustang', import.meta.url));
const JUDGE = fileURLToPath(new URL('Judge.java', import.meta.url));
/** A virtual machine each: a few keep what they read. */
const AT_ONCE = 50;

/** What Mustang's report says of each file at its end: `valid`, `invalid`, or `none` where it makes no report. */
export function mustangSays(files: readonly string[]): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const some = files.slice(at, at + AT_ONCE);
    const report = ran('java', ['-cp', `${MUSTANG}/*`, JUDGE, ...some]);
    for (const [, status = '', file = ''] of report.matchAll(/^status (\w+) (.*)$/gm)) said.set(file, status);
  }
  return said;
}
