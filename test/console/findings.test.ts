import assert from 'node:assert/strict';
import { causesOf } from '../../src/console/app/findings.ts';

describe('the findings that a page lists', () => {
  it('are the causes: what follows from one of them is named by it', () => {
    const iban = { code: 'EI-ID-IBAN', related: [{ code: 'DE-R-019', source: 'XRechnung' }] };
    const other = { code: 'BR-DE-15' };
    assert.deepEqual(causesOf([iban, { code: 'DE-R-019' }, other]), [iban, other]);
  });
});
