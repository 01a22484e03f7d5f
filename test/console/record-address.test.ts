import assert from 'node:assert/strict';
import { addressOfRecord } from '../../src/console/app/record-address.ts';

describe('where the console leads from a row', () => {
  for (const [id, page] of [
    ['inv_018f2b7e9a1d4c3b', '/invoices/inv_018f2b7e9a1d4c3b'],
    ['rcv_018f2b7e9a1d4c3b', '/received/rcv_018f2b7e9a1d4c3b'],
    ['rfs_018f2b7e9a1d4c3b', '/refusals/rfs_018f2b7e9a1d4c3b'],
    ['rep_018f2b7e9a1d4c3b8e6f7a01', '/reports/rep_018f2b7e9a1d4c3b8e6f7a01'],
    ['pack_xrechnung-3.0.2-sch-2.5.0', '/rules'],
    ['reg_018f2b7e9a1d4c3b8e6f7a01', '/clients'],
    ['con_018f2b7e9a1d4c3b8e6f7a01', '/clients'],
  ] as const)
    it(`is ${page} for ${id.slice(0, 3)}`, () => assert.equal(addressOfRecord(id), page));
});
