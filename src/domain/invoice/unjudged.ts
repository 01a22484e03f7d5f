/** A rule has read a refused member: the rule is neither kept nor broken. */
class Unjudged extends Error {}

// One instance: it is thrown for every line of a large invoice, and its stack is never read.
const UNJUDGED = new Unjudged('the member was refused');

/** Makes reading a refused member throw, so that no rule takes it for an absent one. */
export function refuseMember(of: object, name: PropertyKey): void {
  Object.defineProperty(of, name, {
    enumerable: true,
    get: () => {
      throw UNJUDGED;
    },
  });
}

/** Leaves a rule undecided if all its members are missing: other findings report them. */
export function leaveUnjudged(): never {
  throw UNJUDGED;
}

/** @returns `otherwise` if `judge` reads a refused member. */
export function judgeOr<T>(judge: () => T, otherwise: T): T {
  try {
    return judge();
  } catch (error) {
    if (error === UNJUDGED) return otherwise;
    throw error;
  }
}
