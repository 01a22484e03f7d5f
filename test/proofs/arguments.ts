import { milliseconds, seedOf } from './rotation.ts';

export interface Asked {
  /** Names of suites or files; an empty list asks for the rotation. */
  readonly names: readonly string[];
  /** Infinity if there is none. */
  readonly budgetMs: number;
  readonly seed: number;
  /** A revision: proofs that the changes since it reach come first. */
  readonly changed?: string;
  /** As given; they are passed on to the suite's own program. */
  readonly options: readonly string[];
}

/** The clock is not a seed: a run without a given seed can be repeated. */
const DEFAULT_SEED = '1';

const OWN: ReadonlySet<string> = new Set(['--budget', '--seed', '--changed']);

/** @throws Error that names the wrong argument. */
export function readArguments(words: readonly string[]): Asked {
  const firstOption = words.findIndex((word) => word.startsWith('-'));
  const names = firstOption < 0 ? words : words.slice(0, firstOption);
  const own = new Map<string, string>();
  const options: string[] = [];
  for (let at = names.length; at < words.length; at += 1) {
    const [name = '', value] = words[at]!.split(/=(.*)/s);
    if (!OWN.has(name)) options.push(words[at]!);
    else own.set(name, value ?? words[(at += 1)] ?? '');
  }
  const budget = own.get('--budget');
  const changed = own.get('--changed');
  if (names.length === 0 && options.length > 0)
    throw new Error(`${options[0]} is an option of a suite: name one`);
  if (names.length > 0 && changed)
    throw new Error('--changed chooses proofs, so no suite is named beside it');
  return {
    names,
    budgetMs: budget === undefined ? Infinity : milliseconds(budget),
    seed: seedOf(own.get('--seed') || DEFAULT_SEED),
    options,
    ...(changed && { changed }),
  };
}
