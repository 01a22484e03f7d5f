import assert from 'node:assert/strict';
import type { Addressing } from '../../../src/domain/vocabulary/addressing.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { AnsweringParties, NamedInvoice } from '../../../src/ports/rail/route-messages.ts';
import { AN_ADDRESSING } from '../../support/records.ts';
import { addInvoice, delivered, status } from './messages.ts';
import { found, statuses } from '../sending/world.ts';

const SELLER = '9930:de123456789';
const BUYER = '0208:0123456749';
const ACCOUNT = '9915:an-account';
const parties = (own: Partial<AnsweringParties> = {}): AnsweringParties => ({
  from: [BUYER, BUYER],
  to: [SELLER, SELLER],
  account: ACCOUNT,
  ...own,
});

const answer = (code: string, about: Partial<NamedInvoice> = {}) =>
  status(code, { about: { invoiceNumber: 'R-1', typeCode: '380', parties: parties(), ...about } });

/** The result of an answer for R-1. */
async function resultOf(
  about: Partial<NamedInvoice>,
  { addressing, ...own }: Partial<InvoiceRecord> & { readonly addressing?: Addressing } = {},
) {
  const made = await delivered({ issueDate: '2026-10-05', ...own }, [], {
    ...(addressing && { addressing }),
  });
  made.pages.push({ messages: [answer('accepted', about)], next: '1' });
  await made.pull.run();
  const { buyerStatus, care, documents } = await found(made.world);
  return {
    buyerStatus,
    care: care.map(({ code, whoActs }) => `${code} ${whoActs}`),
    kept: documents.map(({ kind }) => kind).at(-1),
  };
}

const UNMATCHED = { buyerStatus: null, care: ['EI-ANSWER-UNMATCHED us'], kept: 'unmatched-answer' };

describe('the invoice that an answer belongs to', () => {
  for (const [what, about] of Object.entries<Partial<NamedInvoice>>({
    'names number, type and both parties': {},
    'names the date, too': { issueDate: '2026-10-05' },
    'names no type': { typeCode: undefined as never },
    'names the account that it was sent with': { parties: parties({ to: [ACCOUNT, SELLER] }) },
  }))
    it(`is found if the answer ${what}`, async () => {
      const { buyerStatus, care } = await resultOf(about);
      assert.deepEqual([buyerStatus, care], ['accepted', []]);
    });

  for (const [what, about] of Object.entries<Partial<NamedInvoice>>({
    'the answer is to another seller': { parties: parties({ to: [SELLER, '9930:de999999999'] }) },
    'the envelope is to another seller': { parties: parties({ to: ['9930:de999999999', SELLER] }) },
    'a third party answers': { parties: parties({ from: [BUYER, '0208:0999999922'] }) },
    'the envelope is of another party': { parties: parties({ from: ['0208:0999999922', BUYER] }) },
    'it names no party': { parties: parties({ from: [], to: [] }) },
    'it is about a credit note of that number': { typeCode: '381' },
    'it is about another day': { issueDate: '2025-10-05' },
  }))
    it(`is not found if ${what}: nothing changes, and a care row opens`, async () =>
      assert.deepEqual(await resultOf(about), UNMATCHED));

  it('gets its answer from the seller if it is self-billed', async () => {
    const addressing = { ...AN_ADDRESSING, typeCode: '389' };
    const turned = parties({ from: [SELLER, SELLER], to: [BUYER] });
    const { buyerStatus } = await resultOf({ typeCode: '389', parties: turned }, { addressing });
    assert.equal(buyerStatus, 'accepted');
    assert.deepEqual(await resultOf({ typeCode: '389' }, { addressing }), UNMATCHED);
  });

  it('is not found if two fit; the same answer again opens no second care row', async () => {
    const { world, pages, pull } = await delivered();
    await addInvoice(world, {});
    pages.push({ messages: [answer('refused')], next: '1' });
    pages.push({ messages: [answer('refused')], next: '2' });
    await pull.run();
    const all = [await found(world), (await world.invoices.find('inv_other'))!];
    assert.deepEqual(
      all.map(({ buyerStatus }) => buyerStatus),
      [null, null],
    );
    const rows = all.flatMap(({ care }) => care.map(({ code }) => code));
    assert.deepEqual(rows, ['EI-ANSWER-UNMATCHED']);
    assert.equal((await statuses(world)).length, 3);
  });

  it('is the one without a final buyer status if two fit', async () => {
    const { world, pages, pull } = await delivered();
    await addInvoice(world, { buyerStatus: 'paid' });
    pages.push({ messages: [answer('accepted')], next: '1' });
    await pull.run();
    assert.equal((await found(world)).buyerStatus, 'accepted');
  });

  it('has the buyer’s words for the business', async () => {
    const { world, pages, pull } = await delivered();
    const words = { message: 'The buyer refuses the invoice: REF.', term: 'BT-13' };
    const effect = { kind: 'status', status: 'refused', words } as const;
    pages.push({ messages: [{ ...answer('refused'), effect }], next: '1' });
    await pull.run();
    const event = JSON.parse((await world.eventFeed.events(world.id)).at(-1)!.text) as {
      errors: { code: string; message: string }[];
    };
    assert.deepEqual(
      event.errors.map(({ code, message }) => [code, message]),
      [['EI-BUYER-REFUSED', words.message]],
    );
  });
});
