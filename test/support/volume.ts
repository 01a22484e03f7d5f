/** Whether this is a proof: `npm run proofs` gives each its seed. */
export const isProof = process.env['PROOF_SEED'] !== undefined;

/**
 * The rows of a table that one call meets: all of them in a proof; one in `npm test`, another for each call, so that many have their turn.
 * @param call the number of the call.
 */
export const rowsFor = <T>(rows: readonly T[], call: number): readonly T[] =>
  isProof ? rows : rows.slice(call % rows.length, (call % rows.length) + 1);

/**
 * The rows of a table that a test goes through one after another: all of them in a proof; a part in `npm test`, another for each test.
 * @param parts how many parts there are.
 */
export const partOf = <T>(rows: readonly T[], parts: number, part = 0): readonly T[] =>
  isProof ? rows : rows.filter((_, at) => at % parts === part % parts);

/** The rows that only a proof takes: another test of `npm test` looks at the same, or they measure. */
export const rowsOfProof = <T>(rows: readonly T[]): readonly T[] => (isProof ? rows : []);

/** A test that only a proof has: others of `npm test` do the same act, or each part of the way. */
export const itInProof = (title: string, test: () => Promise<void>): unknown =>
  isProof ? it(title, test) : undefined;

/** How many are drawn by a seed. */
export const numberOf = ({ inProof, inRun }: { readonly inProof: number; readonly inRun: number }): number =>
  isProof ? inProof : inRun;
