/** A rule asked for a member that was refused when it was read: it is neither kept nor broken. */
class Unjudged extends Error {}

// One for all: it is thrown for every line of a large invoice, and its stack is never read.
const UNJUDGED = new Unjudged('the member was refused');

/** Leaves a member that cannot be read, so that nothing is concluded from its absence. */
export function refuseMember(of: object, name: PropertyKey): void {
  Object.defineProperty(of, name, {
    enumerable: true,
    get: () => {
      throw UNJUDGED;
    },
  });
}

/** Something follows from members of which none was given: what is lacking is told by itself. */
export function leaveUnjudged(): never {
  throw UNJUDGED;
}

/** @returns `otherwise` where it cannot be judged because a member was refused. */
export function judged<T>(judge: () => T, otherwise: T): T {
  try {
    return judge();
  } catch (error) {
    if (error === UNJUDGED) return otherwise;
    throw error;
  }
}
