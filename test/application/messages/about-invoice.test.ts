import assert from 'node:assert/strict';
import type { AnsweringParties } from '../../../src/ports/rail/route-messages.ts';
import { delivered, pulling, status } from './messages.ts';
import { found } from '../delivery/world.ts';

const SELLER = '9930:de123456789';
const BUYER = '0208:0123456749';
/** A third party for which the credential sends, as a provider does. */
const ACCOUNT = '9915:a-provider';

const said = (parties: Partial<AnsweringParties>, own: object = {}) =>
  status('refused', {
    about: {
      invoiceNumber: 'R-1',
      parties: { from: [BUYER], to: [SELLER], account: ACCOUNT, ...parties },
      ...own,
    },
  });

/** The end of an invoice of the network's account `first` if the answer comes under a credential. */
async function told(
  message: ReturnType<typeof said>,
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
    ['of the buyer to the seller', said({}), MATCHED],
    ['of the buyer to whom the credential sends for', said({ to: [ACCOUNT] }), MATCHED],
    ['in an envelope and a message that agree', said({ from: [BUYER, BUYER] }), MATCHED],
    ['of another buyer', said({ from: ['0208:9'] }), UNMATCHED],
    ['to another seller', said({ to: ['9930:de9'] }), UNMATCHED],
    ['whose envelope is of somebody else', said({ from: [BUYER, '0208:9'] }), UNMATCHED],
    ['that names no sender', said({ from: [] }), UNMATCHED],
    ['that names no receiver', said({ to: [] }), UNMATCHED],
    ['about a credit note', said({}, { typeCode: '381' }), UNMATCHED],
  ] as const)
    it(`${what}: ${expected.join(', ')}`, async () => assert.deepEqual(await told(message), expected));
});

describe('an answer to a party for which the credential sends', () => {
  const message = said({ to: [ACCOUNT] });

  it('is about invoices that another credential of the same account sent', async () => {
    assert.deepEqual(await told(message, { id: 'crd_2', value: '{} new-token' }), MATCHED);
  });

  it('is not about invoices that another account sent', async () => {
    assert.deepEqual(await told(message, { id: 'crd_2', value: 'another' }), UNMATCHED);
  });

  it('is not about invoices that were sent before the same credential was changed to another account', async () => {
    assert.deepEqual(await told(message, { id: 'crd_1', value: 'another' }), UNMATCHED);
  });
});
