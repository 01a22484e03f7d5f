import assert from 'node:assert/strict';
import { uploadOf } from '../../../../src/adapters/rails/ro-efactura/upload.ts';
import type { Addressing } from '../../../../src/domain/vocabulary/addressing.ts';
import { assertRequestDescribed } from '../../../sandbox/ro-efactura/description.ts';
import { aRomanianConsignment } from './anaf.ts';

const { addressing: BASE } = aRomanianConsignment();
const seller = (own: Partial<Addressing['seller']>): Partial<Addressing> => ({
  seller: { country: 'RO', endpoint: null, ids: [], ...own },
});
const buyer = (own: Partial<Addressing['buyer']>): Partial<Addressing> => ({
  buyer: { country: 'RO', endpoint: null, ids: [], ...own },
});

describe('the upload to ANAF of', () => {
  for (const [what, own, expected, syntax = 'ubl-invoice'] of [
    ['an invoice', {}, 'upload standard=UBL&cif=14399840'],
    ['a credit note', {}, 'upload standard=CN&cif=14399840', 'ubl-creditnote'],
    ['a file in CII', {}, 'upload standard=CII&cif=14399840', 'cii'],
    ['a self-billed invoice', { typeCode: '389' }, 'upload standard=UBL&cif=6859662&autofactura=DA'],
    [
      'the credit note of a self-billed invoice',
      { typeCode: '381', process: 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0' },
      'upload standard=CN&cif=6859662&autofactura=DA',
      'ubl-creditnote',
    ],
    ['an invoice to a consumer', buyer({ ids: ['0000000000000'] }), 'uploadb2c standard=UBL&cif=14399840'],
    [
      'an invoice to a consumer with a personal number',
      buyer({ ids: ['1800101221144'] }),
      'uploadb2c standard=UBL&cif=14399840',
    ],
    [
      'an invoice to a company whose location number looks like a personal number',
      buyer({ ids: ['5940101000006', 'RO 6859662'] }),
      'upload standard=UBL&cif=14399840',
    ],
    [
      'an invoice to a buyer abroad whose number looks like a personal number',
      buyer({ country: 'MD', ids: ['1800101221144'] }),
      'upload standard=UBL&cif=14399840&extern=DA',
    ],
    [
      'an invoice of a person who sells under a personal number',
      seller({ ids: ['1800101221144'], taxNumber: '1800101221144' }),
      'upload standard=UBL&cif=1800101221144',
    ],
    [
      'an invoice to a buyer abroad',
      buyer({ country: 'MD', ids: ['1003600'] }),
      'upload standard=UBL&cif=14399840&extern=DA',
    ],
    [
      'an invoice to a buyer abroad with a Romanian VAT number',
      buyer({ country: 'DE', ids: ['RO6859662'], vatId: 'RO6859662' }),
      'upload standard=UBL&cif=14399840',
    ],
    [
      'an invoice of a seller without VAT registration',
      seller({ ids: ['J12/1', '14399840'], taxNumber: '14399840' }),
      'upload standard=UBL&cif=14399840',
    ],
    [
      'an invoice of a seller with only a company number',
      seller({ ids: ['4012345000009', 'J12/1', 'RO 14399840'] }),
      'upload standard=UBL&cif=14399840',
    ],
    [
      'an invoice of a seller without a Romanian number',
      seller({ ids: ['DE136695976'], vatId: 'DE136695976' }),
      undefined,
    ],
  ] as const)
    it(`${what}: ${expected ?? 'not at all'}`, () => {
      const call = uploadOf({ syntax }, { ...BASE, ...own });
      const query = new URLSearchParams(call?.query).toString();
      assert.equal(call && `${call.path} ${query}`, expected);
      if (call) assertRequestDescribed('POST', `${call.path}?${query}`, '<Invoice/>');
    });
});
