import { describesErpRefusals, WRONG } from './erp-refusals.ts';

/** Every wrong value at every place: `npm run proofs -- documents/erp-refusals`. */
describe('what is wrong in an export', () => {
  // Neighbours get different values, so that each kind of place gets each of them.
  const wrong = (place: number) => [WRONG[place % WRONG.length], WRONG[(place + 3) % WRONG.length]];
  describesErpRefusals(wrong, { all: 30, ofValues: 8 });
});
