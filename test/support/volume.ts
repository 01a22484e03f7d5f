/** `npm run proofs` gives each proof its seed. */
const isProof = process.env['PROOF_SEED'] !== undefined;

/**
 * The rows of a table that one call meets: all of them in a proof; one in `npm test`, another for each call, so that many have their turn.
 * @param call the number of the call.
 */
export const rowsFor = <T>(rows: readonly T[], call: number): readonly T[] =>
  isProof ? rows : rows.slice(call % rows.length, (call % rows.length) + 1);
