import assert from 'node:assert/strict';
import { vatRr, WHOLE } from '../../support/vat-rr.ts';
import { aSandbox, type TestSandbox } from '../running.ts';
import { invoice } from './invoices.ts';
import { type Answer, codeOf, Ksef, type OpenSession, SELLER } from './ksef.ts';

const FORM = { systemCode: 'FA_RR (1)', schemaVersion: '1-1E', value: 'FA_RR' };
const FARMER = '2222222222';

describe('invoices VAT RR at the sandbox of KSeF', () => {
  let sandbox: TestSandbox;
  let buyer: Ksef;
  before(async () => {
    sandbox = await aSandbox({ limits: 'off' });
    buyer = await Ksef.loggedIn(sandbox.url);
  });
  after(() => sandbox.stop());

  const opened = (ksef: Ksef, formCode: object = FORM): Promise<Answer & OpenSession> =>
    ksef.open((body) => ({ ...body, formCode }));
  const rr = (number: string): string => vatRr(number).replace('<NIP>1111111111', `<NIP>${SELLER}`);
  const listed = async (ksef: Ksef, subjectType: string, own: object = {}): Promise<readonly unknown[]> => {
    const { json } = await ksef.call('POST', '/invoices/query/metadata', {
      subjectType,
      dateRange: { dateType: 'Invoicing', from: new Date(Date.now() - 3_600_000).toISOString() },
      ...own,
    });
    return json['invoices'] as readonly unknown[];
  };

  it('are taken in a session of their form, from the buyer who issues them', async () => {
    const session = await opened(buyer);
    const { status, ksefNumber } = await buyer.endOf(session, rr('RR/1'));
    assert.deepEqual([status.code, ksefNumber?.slice(0, 10)], [200, FARMER]);
    const farmer = await Ksef.loggedIn(sandbox.url, undefined, FARMER);
    assert.equal((await farmer.endOf(await opened(farmer), rr('RR/2'))).status.code, 410);
  });

  it('are refused in a session of FA(3), and FA(3) in theirs: 430', async () => {
    assert.equal((await buyer.endOf(await buyer.open(), rr('RR/3'))).status.code, 430);
    assert.equal((await buyer.endOf(await opened(buyer), invoice('F/3'))).status.code, 430);
  });

  for (const [what, formCode] of [
    ['a system code without its space', { ...FORM, systemCode: 'FA_RR(1)' }],
    ['the version before', { ...FORM, schemaVersion: '1-0E' }],
    ['the value before', { ...FORM, value: 'RR' }],
    ['the value of FA(3)', { ...FORM, value: 'FA' }],
  ] as const)
    it(`have no session with ${what}: 21405`, async () =>
      assert.equal(codeOf(await opened(buyer, formCode)), 21405));

  it('are checked by their own schema: 450', async () => {
    const { status } = await buyer.endOf(await opened(buyer), rr('RR/4').replace('<P_9>7<', '<P_9>8<'));
    assert.equal(status.code, 450);
    assert.match(status.details?.join('') ?? '', /P_9/);
  });

  it('are listed by their form and kind, for the buyer as what it bought and for the farmer as what it sold', async () => {
    const session = await opened(buyer);
    await buyer.endOf(session, rr('RR/5'));
    await buyer.endOf(session, WHOLE['correction']!.replace('<NIP>1111111111', `<NIP>${SELLER}`));
    await buyer.endOf(await buyer.open(), invoice('F/5', { seller: SELLER }));
    const bought = await listed(buyer, 'Subject2', { formType: 'FA_RR' });
    const ours = (bought as { invoiceNumber: string; invoiceType: string; formCode: object; netAmount: number; vatAmount: number; grossAmount: number }[]).filter(({ invoiceNumber }) => /^RR\/[25]$/.test(invoiceNumber)); // prettier-ignore
    assert.deepEqual(
      ours.map((one) => [one.invoiceType, one.formCode, one.netAmount, one.vatAmount, one.grossAmount]),
      [
        ['VatRr', FORM, 2250, 157.5, 2407.5],
        ['KorVatRr', FORM, 2250, 157.5, -10],
      ],
    );
    assert.deepEqual(await listed(buyer, 'Subject2', { formType: 'FA' }), []);
    assert.deepEqual((await listed(buyer, 'Subject1', { formType: 'FA_RR' })).length, 0);
    const farmer = await Ksef.loggedIn(sandbox.url, undefined, FARMER);
    assert.ok((await listed(farmer, 'Subject1', { invoiceTypes: ['VatRr'] })).length >= 1);
  });

  it('are named by their form in a receipt', async () => {
    const session = await opened(buyer);
    const reference = await buyer.sent(session, rr('RR/6'));
    await buyer.ended(session, reference);
    const { text } = await buyer.call('GET', `/sessions/${session.reference}/invoices/${reference}/upo`);
    assert.match(text, /<KodFormularza>FA_RR \(1\)</);
  });
});
