import assert from 'node:assert/strict';
import { aSandbox, jsonOf, posted, type TestSandbox } from '../running.ts';
import { invoice, today } from './invoices.ts';
import { codeOf, Ksef, type OpenSession, SELLER } from './ksef.ts';

describe('magic endings at the sandbox of KSeF', () => {
  let sandbox: TestSandbox;
  let ksef: Ksef;
  let session: OpenSession;
  before(async () => {
    sandbox = await aSandbox({ limits: 'off' });
    ksef = await Ksef.loggedIn(sandbox.url);
    session = await ksef.open();
  });
  after(() => sandbox.stop());

  const held = async (number: string): Promise<number> => {
    const { data } = await jsonOf(`${sandbox.url}/control/documents?route=PL-KSEF`);
    return (data as { number: string }[]).filter((each) => each.number === number).length;
  };

  for (const [ending, code] of [
    ['-REJECT', 450],
    ['-REJECT-410', 410],
    ['-REJECT-415', 415],
    ['-REJECT-430', 430],
    ['-REJECT-435', 435],
  ] as const)
    it(`${ending} ends ${code} each time, and nothing is stored`, async () => {
      for (let time = 1; time <= 2; time += 1)
        assert.equal((await ksef.endOf(session, invoice(`E${ending}`))).status.code, code);
      assert.equal(await held(`E${ending}`), 0);
    });

  it('-DUPLICATE ends 440 and names an original with another hash, which queries and downloads show', async () => {
    const { status, invoiceHash } = await ksef.endOf(session, invoice('E-DUPLICATE'));
    assert.equal(status.code, 440);
    const { originalKsefNumber } = status.extensions ?? {};
    const { json } = await ksef.call('POST', '/invoices/query/metadata', {
      subjectType: 'Subject1',
      dateRange: { dateType: 'Issue', from: `${today()}T00:00:00Z` },
      sellerNip: SELLER,
      invoiceNumber: 'E-DUPLICATE',
    });
    const [original] = json['invoices'] as { ksefNumber: string; invoiceHash: string }[];
    assert.equal(original?.ksefNumber, originalKsefNumber);
    assert.notEqual(original?.invoiceHash, invoiceHash);
    assert.equal((await ksef.call('GET', `/invoices/ksef/${originalKsefNumber}`)).status, 200);
    const again = await ksef.endOf(session, invoice('E-DUPLICATE'));
    assert.equal(again.status.extensions?.['originalKsefNumber'], originalKsefNumber);
    assert.equal(await held('E-DUPLICATE'), 0);
  });

  it('-CANCELLED ends 550 once, then it is accepted', async () => {
    assert.equal((await ksef.endOf(session, invoice('E-CANCELLED'))).status.code, 550);
    assert.equal((await ksef.endOf(session, invoice('E-CANCELLED'))).status.code, 200);
  });

  it('-KEY fails the session (415, 21180); a new one accepts it', async () => {
    const failing = await ksef.open();
    assert.equal(codeOf(await ksef.send(failing, invoice('E-KEY'))), 21180);
    assert.equal((await ksef.finished(failing)).status.code, 415);
    assert.equal(codeOf(await ksef.send(failing, invoice('E-KEY'))), 21180);
    assert.equal((await ksef.endOf(await ksef.open(), invoice('E-KEY'))).status.code, 200);
  });

  it('-PAUSED ends the session for further invoices (21184); a new one accepts it', async () => {
    const paused = await ksef.open();
    assert.equal(codeOf(await ksef.send(paused, invoice('E-PAUSED'))), 21184);
    assert.equal(codeOf(await ksef.send(paused, invoice('E-PAUSED'))), 21184);
    assert.equal((await ksef.endOf(await ksef.open(), invoice('E-PAUSED'))).status.code, 200);
  });

  it('-SLOW is accepted in the end', async () => {
    assert.equal((await ksef.endOf(session, invoice('E-SLOW'))).status.code, 200);
  });

  for (const ending of ['-TIMEOUT', '-LOST'])
    it(`${ending} is accepted without an answer; the list of the session shows it, and a second one ends 440`, async () => {
      const open = await ksef.open();
      const answer = await ksef.send(open, invoice(`E${ending}`)).then(
        ({ status }) => status,
        () => undefined,
      );
      assert.equal(answer, ending === '-LOST' ? 500 : undefined);
      const { json } = await ksef.call('GET', `/sessions/${open.reference}/invoices`);
      const [taken] = json['invoices'] as { referenceNumber: string }[];
      const { ksefNumber } = await ksef.ended(open, taken?.referenceNumber ?? '');
      const again = await ksef.endOf(open, invoice(`E${ending}`));
      assert.equal(again.status.extensions?.['originalKsefNumber'], ksefNumber);
      assert.equal(await held(`E${ending}`), 1);
    });

  for (const [ending, status, isOnce] of [
    ['-5XX', 502, false],
    ['-5XX-ONCE', 502, true],
    ['-HTML', 200, true],
  ] as const)
    it(`${ending} is a page with ${status}, and nothing is accepted${isOnce ? ', once' : ''}`, async () => {
      const first = await ksef.send(session, invoice(`E${ending}`));
      assert.equal(first.status, status);
      assert.match(first.text, /<html>/);
      assert.equal(await held(`E${ending}`), 0);
      assert.equal((await ksef.send(session, invoice(`E${ending}`))).status, isOnce ? 202 : status);
    });

  it('-LIMIT is 429 with a pause of two seconds, once', async () => {
    const first = await ksef.send(session, invoice('E-LIMIT'));
    assert.equal(first.status, 429);
    assert.equal(first.headers.get('retry-after'), '2');
    assert.equal((await ksef.send(session, invoice('E-LIMIT'))).status, 202);
  });

  it('do not affect other invoices, and faults affect only their call', async () => {
    assert.equal((await ksef.endOf(session, invoice('E-reject'))).status.code, 200);
    const fault = { route: 'PL-KSEF', call: 'POST /sessions/online', fault: '502-html' };
    await jsonOf(`${sandbox.url}/control/faults`, posted(fault));
    assert.equal((await fetch(`${ksef.base}/sessions/online`, { method: 'POST' })).status, 502);
    assert.equal((await ksef.open()).status, 201);
  });
});
