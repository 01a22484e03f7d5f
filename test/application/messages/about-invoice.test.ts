import assert from 'node:assert/strict';
import type { AnsweringParties } from '../../../src/ports/rail/route-messages.ts';
import { delivered, pulling, status } from './messages.ts';
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
) {
  const made = await delivered({}, [], { accountOf: ({ value }) => value.replace(/ .*/, '') });
  const { world, pages } = made;
  world.credential = { client: 'acme', kind: 'access-point', ...credential };
  await world.feeds.begin({ client: 'acme', route: 'PEPPOL', credentialId: credential.id });
  const pull = pulling(world, { rail: world.rail, ...(credential.id !== 'crd_1' && { revoked: 'crd_1' }) });
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
    ['of another buyer', aRefusal({ from: ['0208:9'] }), UNMATCHED],
    ['to another seller', aRefusal({ to: ['9930:de9'] }), UNMATCHED],
    ['in an envelope of another party', aRefusal({ from: [BUYER, '0208:9'] }), UNMATCHED],
    ['that names no sender', aRefusal({ from: [] }), UNMATCHED],
    ['that names no receiver', aRefusal({ to: [] }), UNMATCHED],
    ['about a credit note', aRefusal({}, { typeCode: '381' }), UNMATCHED],
  ] as const)
    it(`${what}: ${expected.join(', ')}`, async () => assert.deepEqual(await resultOf(message), expected));
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
