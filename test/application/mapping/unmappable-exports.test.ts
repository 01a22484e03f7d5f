import { describesErpRefusals, WRONG } from './unmappable-exports.ts';

/** Each wrong value at each path: `npm run proofs -- documents/unmappable-exports`. */
describe('an error in an export', () => {
  // Neighbours get different values, so that each kind of field gets each value.
  const wrong = (index: number) => [WRONG[index % WRONG.length]];
  describesErpRefusals(wrong, { all: 15, ofValues: 8 });
});
