import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** One instruction of a Dockerfile, its continuation lines joined. */
export interface Instruction {
  readonly word: string;
  readonly rest: string;
}

export function instructions(text: string): readonly Instruction[] {
  return text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => {
      const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
      return { word, rest };
    });
}

/** Splits a build into its stages. */
export function stages(all: readonly Instruction[]): readonly (readonly Instruction[])[] {
  const starts = all.flatMap((each, index) => (each.word === 'FROM' ? [index] : []));
  return starts.map((start, at) => all.slice(start, starts[at + 1]));
}

/** COPY from the project into a folder, with Docker's rule that a folder is copied by its content. */
export function copyInto(project: string, folder: string, rest: string): void {
  const words = rest.split(/\s+/).filter((word) => !word.startsWith('--'));
  const target = words.pop() ?? '.';
  for (const source of words) {
    const from = join(project, source);
    if (!existsSync(from)) throw new Error(`COPY ${rest}: ${source} does not exist`);
    const into =
      words.length > 1 || target.endsWith('/')
        ? join(folder, target, basename(source))
        : join(folder, target);
    mkdirSync(join(into, '..'), { recursive: true });
    cpSync(from, into, { recursive: true });
  }
}

export const commandOf = (rest: string): readonly string[] =>
  rest.startsWith('[') ? (JSON.parse(rest) as string[]) : ['sh', '-c', rest];
