interface Versioned {
  readonly updatedAt: Date;
  readonly version: number;
}

/** New values of some members; one that is given as undefined becomes absent. */
export type Changes<R> = { readonly [K in keyof R]?: R[K] | undefined };

/** The next version of a record. */
export function nextVersion<R extends Versioned>(before: R, changes: Changes<R>, now: Date): R {
  const next = { ...before, ...changes, updatedAt: now, version: before.version + 1 };
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)) as unknown as R;
}
