import { printCount } from '../counts.ts';
import { describesWrongExports, WRONG_JSON } from '../../adapters/http/wrong-exports.ts';

describe('an export with each wrong value in each field', () => {
  describesWrongExports({
    exports: [
      ['erp-a-invoice', 'DE-XRECHNUNG'],
      ['erp-a-credit-memo', 'PEPPOL'],
      ['erp-b-invoice', 'DE-XRECHNUNG'],
      ['erp-b-credit-note', 'PEPPOL'],
      ['table-invoice', 'DE-XRECHNUNG'],
    ],
    wrong: () => WRONG_JSON,
    counted: (of, count) => printCount({ of, unit: 'answers to wrong exports', count }),
  });
});
