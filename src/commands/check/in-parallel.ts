import { availableParallelism } from 'node:os';
import type { Frame } from '../frame/frame.ts';

/** While one document is checked the next one is read. Results are printed in the order of the files. */
export async function inParallel<T>(
  files: readonly string[],
  check: (file: string) => Promise<T>,
  { terminal }: Pick<Frame, 'terminal'>,
  print?: (one: T) => void,
): Promise<readonly T[]> {
  const checked: T[] = [];
  let [next, done, printed] = [0, 0, 0];
  const work = async (): Promise<void> => {
    for (let at = next++; at < files.length; at = next++) {
      const file = files[at]!;
      checked[at] = await check(file);
      done += 1;
      for (; print && checked[printed]; printed += 1) {
        terminal.progress('');
        print(checked[printed] as T);
      }
      if (files.length > 1) terminal.progress(bar(done, files.length));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));
  terminal.progress('');
  return checked;
}

const BAR_LENGTH = 30;

function bar(done: number, all: number): string {
  const full = Math.round((done / all) * BAR_LENGTH);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_LENGTH - full)}] ${done} of ${all}`;
}
