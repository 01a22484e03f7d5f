import assert from 'node:assert/strict';
import { uploadOf } from '../../../../src/adapters/rails/ro-efactura/upload.ts';
import type { Addressing } from '../../../../src/domain/vocabulary/addressing.ts';
import { holdRequestToDescription } from '../../../sandbox/ro-efactura/description.ts';
import { aRomanianConsignment } from './anaf-server.ts';

const { addressing: BASE } = aRomanianConsignment();
const seller = (own: Partial<Addressing['seller']>): Partial<Addressing> => ({
  seller: { country: 'RO', endpoint: null, ids: [], ...own },
});
const buyer = (own: Partial<Addressing['buyer']>): Partial<Addressing> => ({
  buyer: { country: 'RO', endpoint: null, ids: [], ...own },
});

describe('how a document is uploaded to ANAF', () => {
  for (const [what, own, expected, syntax = 'ubl-invoice'] of [
    ['an invoice', {}, 'upload standard=UBL&cif=14399840'],
    ['a credit note', {}, 'upload standard=CN&cif=14399840', 'ubl-creditnote'],
    [
      'a self-billed invoice, by the buyer',
      { typeCode: '389' },
      'upload standard=UBL&cif=6859662&autofactura=DA',
    ],
    ['one to a consumer', buyer({ ids: ['0000000000000'] }), 'uploadb2c standard=UBL&cif=14399840'],
    [
      'one to a consumer with a personal number',
      buyer({ ids: ['1800101221144'] }),
      'uploadb2c standard=UBL&cif=14399840',
    ],
    [
      'one to a company with a location number that reads like that of a person',
      buyer({ ids: ['5940101000006', 'RO 6859662'] }),
      'upload standard=UBL&cif=14399840',
    ],
    [
      'one to a buyer abroad whose number reads like that of a person',
      buyer({ country: 'MD', ids: ['1800101221144'] }),
      'upload standard=UBL&cif=14399840&extern=DA',
    ],
    [
      'one of a person who sells under the own number',
      seller({ ids: ['1800101221144'], taxNumber: '1800101221144' }),
      'upload standard=UBL&cif=1800101221144',
    ],
    [
      'one to a buyer abroad',
      buyer({ country: 'MD', ids: ['1003600'] }),
      'upload standard=UBL&cif=14399840&extern=DA',
    ],
    [
      'one to a buyer abroad with a Romanian VAT number',
      buyer({ country: 'DE', ids: ['RO6859662'], vatId: 'RO6859662' }),
      'upload standard=UBL&cif=14399840',
    ],
    [
      'one of a seller who is not registered for VAT',
      seller({ ids: ['J12/1', '14399840'], taxNumber: '14399840' }),
      'upload standard=UBL&cif=14399840',
    ],
    [
      'one of a seller who names only a company number',
      seller({ ids: ['4012345000009', 'J12/1', 'RO 14399840'] }),
      'upload standard=UBL&cif=14399840',
    ],
    [
      'one of a seller without a Romanian number',
      seller({ ids: ['DE136695976'], vatId: 'DE136695976' }),
      undefined,
    ],
  ] as const)
    it(`${what}: ${expected ?? 'not at all'}`, () => {
      const call = uploadOf({ syntax }, { ...BASE, ...own });
      const query = new URLSearchParams(call?.query).toString();
      assert.equal(call && `${call.path} ${query}`, expected);
      if (call) holdRequestToDescription('POST', `${call.path}?${query}`, '<Invoice/>');
    });
});
