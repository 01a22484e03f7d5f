import { describesWrongExports, WRONG_JSON } from '../../adapters/http/wrong-exports.ts';

describe('an export with each wrong value in each field', () => {
  describesWrongExports({
    exports: ['erp-a-invoice', 'erp-a-credit-memo', 'erp-b-invoice', 'erp-b-credit-note', 'table-invoice'],
    routes: ['DE-XRECHNUNG', 'PEPPOL'],
    wrong: () => WRONG_JSON,
  });
});
