import assert from 'node:assert/strict';
import { createCipheriv, createHash } from 'node:crypto';
import { aSandbox, jsonOf, posted, type TestSandbox } from '../running.ts';
import { crc8 } from './crc8.ts';
import { invoice, today } from './invoices.ts';
import { codeOf, Ksef, type OpenSession, SELLER } from './ksef.ts';

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64');

/** Another date, in Poland. */
const daysFrom = (days: number): string =>
  new Date(Date.parse(today()) + days * 24 * 3600 * 1000).toISOString().slice(0, 10);

describe('invoices at the sandbox of KSeF', () => {
  let sandbox: TestSandbox;
  let ksef: Ksef;
  let session: OpenSession;
  before(async () => {
    sandbox = await aSandbox({ limits: 'off' });
    ksef = await Ksef.loggedIn(sandbox.url);
    session = await ksef.open();
  });
  after(() => sandbox.stop());

  const held = async (number: string): Promise<readonly Record<string, unknown>[]> => {
    const { data } = await jsonOf(`${sandbox.url}/control/documents?route=PL-KSEF`);
    return (data as Record<string, unknown>[]).filter((each) => each['number'] === number);
  };

  it('are accepted with a number after two steps, and stored', async () => {
    const xml = invoice('I-1');
    const status = await ksef.endOf(session, xml);
    assert.equal(status.status.code, 200);
    const [, text, check] =
      /^(5265877635-\d{8}-[0-9A-F]{12})-([0-9A-F]{2})$/.exec(status.ksefNumber ?? '') ?? [];
    assert.equal(text?.slice(11, 19), today().replaceAll('-', ''));
    assert.equal(crc8(text ?? ''), check);
    assert.equal(status.invoicingMode, 'Online');
    const [document] = await held('I-1');
    assert.equal(document?.['identity'], status.ksefNumber);
    assert.equal(document?.['seller_nip'], SELLER);
    assert.equal(document?.['sha256'], createHash('sha256').update(xml).digest('hex'));
  });

  for (const [title, changed, code] of [
    ['another size of what is encrypted', { encryptedInvoiceSize: 17 }, 21402],
    ['another hash of what is encrypted', { encryptedInvoiceHash: sha256('x') }, 21403],
    ['no hash', { invoiceHash: undefined }, 21405],
    ['a hash that is too short', { invoiceHash: 'AAAA' }, 21405],
    ['a size that is a text', { invoiceSize: '7' }, 21405],
    ['content that is no Base64', { encryptedInvoiceContent: 'ä' }, 21405],
    ['a correction that is not offline', { hashOfCorrectedInvoice: sha256('x') }, 21405],
  ] as const)
    it(`are refused at once with ${title}: ${code}`, async () => {
      assert.equal(codeOf(await ksef.send(session, invoice('I-3'), changed)), code);
    });

  for (const [title, edit, changed, code] of [
    ['another hash than announced', (xml: string) => xml, { invoiceHash: sha256('x') }, 430],
    ['another size than announced', (xml: string) => xml, { invoiceSize: 1 }, 430],
    ['a byte order mark', (xml: string) => `\ufeff${xml}`, {}, 430],
    ['another encoding declared', (xml: string) => xml.replace('UTF-8', 'ISO-8859-2'), {}, 430],
    ['another root', () => '<Invoice/>', {}, 430],
    ['more than a million bytes', (xml: string) => `${xml}${' '.repeat(1_000_000)}`, {}, 430],
    [
      'bytes that are not UTF-8',
      (xml: string) => Buffer.from(xml.replace('Usługa', 'Us\u00b3uga'), 'latin1'),
      {},
      450,
    ],
    ['no XML', () => 'nothing', {}, 450],
    ['a processing instruction', (xml: string) => xml.replace('<Faktura', '<?x y?><Faktura'), {}, 450],
    ['a DOCTYPE', (xml: string) => xml.replace('<Faktura', '<!DOCTYPE Faktura><Faktura'), {}, 450],
    ['a discouraged character', (xml: string) => xml.replace('Usługa', 'Usługa\u0080'), {}, 450],
    ['an element that the schema has not', (xml: string) => xml.replace('<P_15>', '<P_16>'), {}, 450],
    ['a sum with three decimals', (xml: string) => xml.replace('123.00', '123.000'), {}, 450],
    ['a day after today', (xml: string) => xml.replace(today(), daysFrom(1)), {}, 450],
    ['another seller', (xml: string) => xml.replace(SELLER, '1111111111'), {}, 410],
  ] as const)
    it(`with ${title} end ${code}, and their number stays free`, async () => {
      const number = `I-4-${title.replace(/\W+/g, '-')}`;
      const reference = await ksef.sent(session, edit(invoice(number)), changed);
      const status = await ksef.ended(session, reference);
      assert.equal(status.status.code, code, JSON.stringify(status));
      assert.equal(status.ksefNumber, undefined);
      assert.equal((await ksef.endOf(session, invoice(number))).status.code, 200);
    });

  it('are accepted with signs that look like processing instructions in comments and texts', async () => {
    const xml = invoice('I-5').replace('<Faktura', '<!-- <?x?> <!DOCTYPE a> --><Faktura');
    assert.equal((await ksef.endOf(session, xml)).status.code, 200);
  });

  it('end 435 if they cannot be decrypted', async () => {
    // Its end is no padding. Of another key one content in 256 would have one by chance.
    const cipher = createCipheriv('aes-256-cbc', session.key, session.vector).setAutoPadding(false);
    const content = Buffer.concat([cipher.update(Buffer.alloc(32)), cipher.final()]);
    const reference = await ksef.sent(session, invoice('I-6'), {
      encryptedInvoiceHash: createHash('sha256').update(content).digest('base64'),
      encryptedInvoiceSize: content.length,
      encryptedInvoiceContent: content.toString('base64'),
    });
    assert.equal((await ksef.ended(session, reference)).status.code, 435);
  });

  it('of a buyer that bills for the seller are accepted from the buyer', async () => {
    const buyer = await Ksef.loggedIn(sandbox.url, 'a-token', '7352765225');
    const open = await buyer.open();
    assert.equal((await buyer.endOf(open, invoice('I-7'))).status.code, 410);
    const billed = invoice('I-7').replace('<P_17>2', '<P_17>1');
    assert.equal((await buyer.endOf(open, billed)).status.code, 200);
  });

  it('with a mistyped NIP are refused if check digits are checked', async () => {
    const options = (nip_check: boolean): Promise<unknown> =>
      jsonOf(`${sandbox.url}/ksef/sandbox/options`, { ...posted({ nip_check }), method: 'PUT' });
    const xml = invoice('I-8').replace('7352765225', '7352765226');
    await options(true);
    const { status } = await ksef.endOf(session, xml);
    await options(false);
    assert.equal(status.code, 450);
    assert.match(status.details?.[0] ?? '', /7352765226/);
    assert.equal((await ksef.endOf(session, xml)).status.code, 200);
  });

  it('of an earlier day, or declared as offline, are offline', async () => {
    assert.equal(
      (await ksef.endOf(session, invoice('I-9', { issueDate: daysFrom(-1) }))).invoicingMode,
      'Offline',
    );
    const declared = await ksef.sent(session, invoice('I-10'), { offlineMode: true });
    assert.equal((await ksef.ended(session, declared)).invoicingMode, 'Offline');
  });

  it('may replace a refused one, once, and never an accepted one', async () => {
    const wrong = invoice('I-11').replace('123.00', '123.000');
    assert.equal((await ksef.endOf(session, wrong)).status.code, 450);
    const corrects = { offlineMode: true, hashOfCorrectedInvoice: sha256(wrong) };
    const right = invoice('I-11');
    assert.equal((await ksef.ended(session, await ksef.sent(session, right, corrects))).status.code, 200);
    assert.equal(codeOf(await ksef.send(session, invoice('I-12'), corrects)), 21166);
    const accepted = { offlineMode: true, hashOfCorrectedInvoice: sha256(right) };
    assert.equal(codeOf(await ksef.send(session, invoice('I-12'), accepted)), 21167);
  });

  describe('that were sent before', () => {
    const changed = (options: object): Promise<unknown> =>
      jsonOf(`${sandbox.url}/ksef/sandbox/options`, { ...posted(options), method: 'PUT' });

    it('end 440 with the original, by seller, type and number, also after a restart', async () => {
      const first = await ksef.endOf(session, invoice('D-1'));
      await sandbox.restart();
      const other = await ksef.open();
      const again = await ksef.endOf(other, invoice('D-1').replace('100.00', '100.0'));
      assert.equal(again.status.code, 440);
      assert.deepEqual(again.status.extensions, {
        originalSessionReferenceNumber: session.reference,
        originalKsefNumber: first.ksefNumber,
      });
      assert.ok(again.status.details?.[0]?.includes(String(first.ksefNumber)));
      assert.equal((await held('D-1')).length, 1);
    });

    it('name the original in their text only, if that option is set', async () => {
      await ksef.endOf(session, invoice('D-2'));
      await changed({ duplicate_extensions: false });
      const { status } = await ksef.endOf(session, invoice('D-2'));
      await changed({ duplicate_extensions: true });
      assert.equal(status.extensions, undefined);
      assert.match(status.details?.[0] ?? '', /5265877635-/);
    });

    it('are stored twice if the duplicate check is off', async () => {
      await ksef.endOf(session, invoice('D-4'));
      await changed({ duplicate_check: false });
      const { status } = await ksef.endOf(session, invoice('D-4'));
      await changed({ duplicate_check: true });
      assert.equal(status.code, 200);
      assert.equal((await held('D-4')).length, 2);
    });

    it('of another seller are not duplicates', async () => {
      const other = await Ksef.loggedIn(sandbox.url, 'a-token', '7352765225');
      const open = await other.open();
      await ksef.endOf(session, invoice('D-3'));
      const theirs = invoice('D-3', { seller: '7352765225' });
      assert.equal((await other.endOf(open, theirs)).status.code, 200);
    });
  });
});
