/** The seed of the draws of a proof: that of `npm run proofs -- --seed N`, else a fixed one. */
export const SEED = Number(process.env['PROOF_SEED'] ?? 1);
