import assert from 'node:assert/strict';
import type { PlKsefRail } from '../../../../src/adapters/rails/pl-ksef/pl-ksef-rail.ts';
import type { Consignment } from '../../../../src/ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../../src/ports/rail/rail-answer.ts';
import { createHash } from 'node:crypto';
import { until } from '../../../support/until.ts';
import { vatRr } from '../../../support/vat-rr.ts';
import { pass } from '../../../sandbox/scripted-network.ts';
import { aPolishConsignment, KsefNetwork, NIP, refused } from './ksef.ts';

const FARMER = '2222222222';

/** What the buyer, who is the client, sends: the farmer is the seller. */
function anInvoiceVatRr(number: string, own: Partial<Consignment> = {}): Consignment {
  const bytes = new TextEncoder().encode(vatRr(number).replace('<NIP>1111111111', `<NIP>${NIP}`));
  const one = aPolishConsignment(own);
  const party = (nip: string) => ({ country: 'PL', endpoint: null, ids: [nip], vatId: nip });
  const addressing = { ...one.addressing, typeCode: '389', seller: party(FARMER), buyer: party(NIP) };
  const facts = { syntax: 'fa-rr', specification: null, number, issueDate: '2026-10-02' } as const;
  return {
    ...one,
    bytes,
    facts,
    addressing,
    invoiceNumber: number,
    issueDate: '2026-10-02',
    documentSha256: createHash('sha256').update(bytes).digest('hex'),
    document: async () => ({ bytes, facts, addressing }),
    ...own,
  };
}

describe('an invoice VAT RR at KSeF', () => {
  const ksef = new KsefNetwork();
  let rail: PlKsefRail;
  before(async () => (rail = await ksef.start()));
  after(() => ksef.close());
  beforeEach(async () => {
    await ksef.control('reset', {});
    ksef.script({ 'GET status': pass, 'GET upo': pass });
    ksef.clock.advance(3_600_000);
  });

  const prepared = async (one: Consignment): Promise<Consignment> => {
    const ready = await rail.prepare(one);
    assert.ok(!('mapping' in ready));
    return { ...one, ...ready };
  };
  const tokenOf = ({ resumeToken }: Pick<Consignment, 'resumeToken'>): Record<string, unknown> =>
    JSON.parse(resumeToken!) as Record<string, unknown>;
  const openedWith = (): unknown =>
    (JSON.parse(ksef.last('POST online')!.body) as Record<string, unknown>)['formCode'];

  it('opens a session of its own form, in the context of the buyer who issues it', async () => {
    const one = await prepared(anInvoiceVatRr('RR/1'));
    assert.deepEqual(openedWith(), { systemCode: 'FA_RR (1)', schemaVersion: '1-1E', value: 'FA_RR' });
    assert.deepEqual([tokenOf(one)['nip'], tokenOf(one)['form']], [NIP, 'FA_RR (1)']);
  });

  it('never shares a session, nor a batch, with an FA(3)', async () => {
    const { credential } = aPolishConsignment();
    const fa3 = await prepared(aPolishConsignment({ credential }));
    const rr = await prepared(anInvoiceVatRr('RR/2', { credential }));
    const again = await prepared(aPolishConsignment({ credential }));
    const rrAgain = await prepared(anInvoiceVatRr('RR/3', { credential }));
    const [first, second, third, fourth] = [fa3, rr, again, rrAgain].map((one) => tokenOf(one)['session']);
    assert.deepEqual([third, fourth], [first, second]);
    assert.notEqual(first, second);
    assert.equal(tokenOf(fa3)['form'], undefined);
    const batches = ksef.rail(ksef.clock, undefined, { batches: { fromWaitMs: 0, gatherMs: 0 } }).batches!;
    const groups = [fa3, rr, rrAgain].map((one) => batches.groupOf(one.resumeToken!));
    assert.equal(groups[1], groups[2]);
    assert.notEqual(groups[0], groups[1]);
  });

  /** Sends it and asks until KSeF has ended it. */
  const ended = async (one: Consignment): Promise<RailAnswer> => {
    const { reference } = await rail.send(one);
    let answer: RailAnswer | undefined;
    const hasEnded = async (): Promise<boolean> => {
      answer = await rail.poll({ ...one, reference: reference! });
      return answer.mapping.meaning !== 'held';
    };
    await until(hasEnded, 'the end of the invoice');
    return answer!;
  };

  it('is accepted, and gets no link of a code, whose fields are those of FA(3)', async () => {
    const answer = await ended(await prepared(anInvoiceVatRr('RR/4')));
    assert.equal(answer.mapping.meaning, 'accepted', JSON.stringify(answer.raw));
    assert.match(answer.legalId!, new RegExp(`^${FARMER}-`));
    assert.ok(!JSON.stringify(answer.raw).includes('verificationLink'));
  });

  it('is found as its own after a duplicate: the buyer asks for it among those it bought', async () => {
    await ended(await prepared(anInvoiceVatRr('RR/5')));
    ksef.script({ 'GET status': pass, 'GET upo': refused(21178) });
    const { mapping, earlierId, raw } = await ended(await prepared(anInvoiceVatRr('RR/5')));
    assert.deepEqual(
      [mapping.networkStatus, mapping.meaning],
      ['KSEF 440 ours', 'accepted'],
      JSON.stringify(raw),
    );
    assert.match(earlierId!, new RegExp(`^${FARMER}-`));
    const question = JSON.parse(ksef.last('POST metadata')!.body) as Record<string, unknown>;
    assert.equal(question['subjectType'], 'Subject2');
  });
});
