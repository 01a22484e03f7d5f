/** Of the draws of a proof: that of `npm run proofs -- --seed N`, else the same each time. */
export const SEED = Number(process.env['PROOF_SEED'] ?? 1);
