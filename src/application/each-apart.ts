/** After so many failures in a row the run looks whether the store still answers. */
const MAX_IN_A_ROW = 5;

/** @throws if what serves all of them is down. */
type IsUp = () => Promise<unknown>;

/**
 * Does all, one after the other: one that fails keeps none behind it waiting.
 * @returns what was thrown, in order.
 * @throws what `isUp` throws: the rest was left out.
 */
export async function tryEach<T>(
  all: Iterable<T>,
  act: (one: T) => Promise<unknown>,
  isUp: IsUp,
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  let inARow = 0;
  for (const one of all)
    try {
      await act(one);
      inARow = 0;
    } catch (error) {
      failures.push(error);
      inARow += 1;
      if (inARow % MAX_IN_A_ROW === 0) await isUp();
    }
  return failures;
}

/** Does all. @throws after the others, what the first one threw. */
export async function eachApart<T>(
  all: Iterable<T>,
  act: (one: T) => Promise<unknown>,
  isUp: IsUp,
): Promise<void> {
  throwFirst(await tryEach(all, act, isUp));
}

export function throwFirst(failures: readonly unknown[]): void {
  if (failures.length > 0) throw failures[0];
}

interface Waiting<T> {
  /** The first `limit` that wait. */
  readonly list: (limit: number) => Promise<readonly T[]>;
  readonly nameOf: (one: T) => string;
  readonly atOnce: number;
}

/**
 * Brings waiting records on, until `atOnce` are further or none is left. Those that stay as they are remain first in the list, so it is read
 * beyond them, however many they are.
 * @param act tells whether the record is further.
 * @throws after the others, what the first one threw.
 */
export async function bringOn<T>(
  { list, nameOf, atOnce }: Waiting<T>,
  act: (one: T) => Promise<boolean>,
): Promise<void> {
  const seen = new Set<string>();
  const failures: unknown[] = [];
  let further = 0;
  for (let staying = 0; further < atOnce;) {
    const [limit, before] = [atOnce + staying, further];
    const listed = await list(limit);
    const once = async (one: T): Promise<void> => {
      seen.add(nameOf(one));
      if (await act(one)) further += 1;
    };
    const fresh = listed.filter((one) => !seen.has(nameOf(one)));
    failures.push(...(await tryEach(fresh, once, () => list(1))));
    if (listed.length < limit) break;
    staying = listed.length - (further - before);
  }
  throwFirst(failures);
}
