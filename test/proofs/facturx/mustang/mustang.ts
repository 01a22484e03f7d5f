import { fileURLToPath } from 'node:url';
import { findJudge } from '../../../support/judges.ts';
import type { Engine } from '../../verdicts/compare.ts';
import { ran } from '../../../support/programs.ts';

const PROGRAM = fileURLToPath(new URL('Judge.java', import.meta.url));
/** Files per virtual machine, which does not free all the memory of a file. */
const AT_ONCE = 50;

/** Mustang's final verdict on each file: `valid`, `invalid`, or `none` if it writes no report. */
function mustangStatuses(files: readonly string[]): ReadonlyMap<string, string> {
  const statuses = new Map<string, string>();
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const some = files.slice(at, at + AT_ONCE);
    const report = ran('java', ['-cp', `${findJudge('mustang').folder}/*`, PROGRAM, ...some]);
    for (const [, status = '', file = ''] of report.matchAll(/^status (\w+) (.*)$/gm))
      statuses.set(file, status);
  }
  return statuses;
}

/** Mustang as a judge of these files, which one virtual machine judges. */
export function mustangOf(files: readonly string[]): Engine<string> {
  const statuses = mustangStatuses(files);
  return (file) => {
    const status = statuses.get(file);
    return status === undefined || status === 'none' ? undefined : status === 'valid' ? [] : [status];
  };
}
