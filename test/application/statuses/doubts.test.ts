import assert from 'node:assert/strict';
import { doubtsOf } from '../../../src/application/statuses/status-request.ts';

/** The administration reads the reason of a refusal (210), and may refuse one without a text. */
describe('a status that a buyer sends', () => {
  const refused = { status: 'refused', reasonCode: 'TX_TVA_ERR' } as const;
  const codes = (...of: Parameters<typeof doubtsOf>) =>
    doubtsOf(...of).map(({ code, field }) => [code, field]);

  it('gets a warning over FR-PA if it is a refusal without a text', () => {
    assert.deepEqual(codes('FR-PA', refused), [['EI-FR-REASON-TEXT', 'note']]);
    assert.deepEqual(codes('FR-PA', { ...refused, note: 'Le taux est 10 %.' }), []);
  });

  it('gets none for other statuses, nor over other routes', () => {
    assert.deepEqual(codes('FR-PA', { status: 'disputed', reasonCode: 'TX_TVA_ERR' }), []);
    assert.deepEqual(codes('PEPPOL', { status: 'refused', reasonCode: 'REF' }), []);
  });
});
