import { describesWrongExports, WRONG_JSON } from './wrong-exports.ts';

/** Each wrong value in each field: `npm run proofs -- documents/wrong-exports`. */
describe('an export with a wrong value', () => {
  describesWrongExports({
    exports: [
      ['erp-a-invoice', 'DE-XRECHNUNG'],
      ['erp-b-invoice', 'DE-XRECHNUNG'],
      ['table-invoice', 'DE-XRECHNUNG'],
    ],
    // Each third field; neighbours get different values.
    wrong: (index) => (index % 3 === 0 ? [WRONG_JSON[(index / 3) % WRONG_JSON.length]] : []),
  });
});
