import assert from 'node:assert/strict';
import type { Addressing } from '../../../src/domain/vocabulary/addressing.ts';
import type { AnsweringParties } from '../../../src/ports/rail/route-messages.ts';
import { delivered, pulling, status } from './messages.ts';
import { AN_ADDRESSING } from '../../support/records.ts';
import { found } from '../sending/world.ts';

const SELLER = '9930:de123456789';
const BUYER = '0208:0123456749';
/** A third party, for which the credential of a provider sends. */
const ACCOUNT = '9915:a-provider';

const aRefusal = (parties: Partial<AnsweringParties>, own: object = {}) =>
  status('refused', {
    about: {
      invoiceNumber: 'R-1',
      parties: { from: [BUYER], to: [SELLER], account: ACCOUNT, ...parties },
      ...own,
    },
  });

/** The end of an invoice of the account `first` after a message under a credential. */
async function resultOf(
  message: ReturnType<typeof aRefusal>,
  credential: { readonly id: string; readonly value: string } = { id: 'crd_1', value: '{}' },
  addressing: Addressing = AN_ADDRESSING,
) {
  const made = await delivered({}, [], { addressing, accountOf: ({ value }) => value.replace(/ .*/, '') });
  const { world, pages } = made;
  world.credential = { client: 'acme', kind: 'access-point', ...credential };
  await world.feeds.begin({ client: 'acme', route: 'PEPPOL', credentialId: credential.id });
  const pull = pulling(world, {
    rail: world.rail,
    addressing,
    ...(credential.id !== 'crd_1' && { revoked: 'crd_1' }),
  });
  pages.push({ messages: [message], next: '1', isLast: true });
  await pull.run();
  const { buyerStatus, documents, care } = await found(world);
  const isUnmatched = documents.some(({ kind }) => kind === 'unmatched-answer');
  return [buyerStatus, isUnmatched ? care.map(({ code }) => code).join() : 'matched'];
}

const MATCHED = ['refused', 'matched'];
const UNMATCHED = [null, 'EI-ANSWER-UNMATCHED'];

describe('an answer that names parties', () => {
  for (const [what, message, expected] of [
    ['of the buyer to the seller', aRefusal({}), MATCHED],
    ['of the buyer to the account of the credential', aRefusal({ to: [ACCOUNT] }), MATCHED],
    ['in an envelope and a message that agree', aRefusal({ from: [BUYER, BUYER] }), MATCHED],
    ['of the buyer under its VAT number', aRefusal({ from: ['9925:be0123456749'] }), MATCHED],
    [
      'to another VAT number than that of the seller',
      aRefusal({ from: [BUYER], to: ['9930:de123456788'] }),
      UNMATCHED,
    ],
    ['of another company under its VAT number', aRefusal({ from: ['9925:be0428759497'] }), UNMATCHED],
    ['of a VAT number without its country', aRefusal({ from: ['9925:0123456749'] }), UNMATCHED],
    ['of another buyer', aRefusal({ from: ['0208:9'] }), UNMATCHED],
    ['to another seller', aRefusal({ to: ['9930:de9'] }), UNMATCHED],
    ['in an envelope of another party', aRefusal({ from: [BUYER, '0208:9'] }), UNMATCHED],
    ['that names no sender', aRefusal({ from: [] }), UNMATCHED],
    ['that names no receiver', aRefusal({ to: [] }), UNMATCHED],
    ['about a credit note', aRefusal({}, { typeCode: '381' }), UNMATCHED],
  ] as const)
    it(`${what}: ${expected.join(', ')}`, async () => assert.deepEqual(await resultOf(message), expected));
});

describe('an answer of a Dutch buyer', () => {
  const endpoint = { scheme: '0106', id: '12345678' } as const;
  const buyer = { country: 'NL', endpoint, ids: ['NL123456789B01'], vatId: 'NL123456789B01' };
  const credential = { id: 'crd_1', value: '{}' };
  const addressing = { ...AN_ADDRESSING, buyer };

  it('belongs to its invoice under the VAT number that the invoice states', async () => {
    const message = aRefusal({ from: ['9944:nl123456789b01'] });
    assert.deepEqual(await resultOf(message, credential, addressing), MATCHED);
  });

  it('does not belong to it under another VAT number', async () => {
    const message = aRefusal({ from: ['9944:nl123456789b02'] });
    assert.deepEqual(await resultOf(message, credential, addressing), UNMATCHED);
  });
});

describe('an answer to a party for which the credential sends', () => {
  const message = aRefusal({ to: [ACCOUNT] });

  it('belongs to invoices that another credential of the same account sent', async () => {
    assert.deepEqual(await resultOf(message, { id: 'crd_2', value: '{} new-token' }), MATCHED);
  });

  it('does not belong to invoices that another account sent', async () => {
    assert.deepEqual(await resultOf(message, { id: 'crd_2', value: 'another' }), UNMATCHED);
  });

  it('does not belong to invoices that the credential sent before its change to another account', async () => {
    assert.deepEqual(await resultOf(message, { id: 'crd_1', value: 'another' }), UNMATCHED);
  });
});
