import assert from 'node:assert/strict';
import { describeOnEachStore, type StoreInUse } from '../../support/each-store.ts';
import { Erp, example, numbered, OPERATOR_KEY } from '../../support/erp.ts';
import { findJudge } from '../../support/judges.ts';
import { headerOf, type MailServer, startMailServer } from '../../support/mail-server.ts';
import { type Service, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

interface Event {
  readonly status: string;
  readonly event?: string;
  readonly route?: { readonly submission_id?: string };
}

describeOnEachStore('the mail of a German document, through aiosmtpd', function (open) {
  let store: StoreInUse;
  let mails: MailServer;
  let service: Service;
  let erp: Erp;
  before(async function () {
    if (findJudge('aiosmtpd').missing) return this.skip();
    store = open();
    mails = await startMailServer();
    const SMTP_URL = `smtp://127.0.0.1:${mails.port}?from=invoices@service.example`;
    service = await startService({
      cwd: store.folder,
      env: { ...store.env, OPERATOR_KEY, SMTP_URL, RETRY_SCALE: '0.01' },
    });
    erp = await Erp.of(service, 'seller');
    assert.equal(
      await nameBuyers(
        { vat_id: VAT_ID, to: 'buyer@buyer.example' },
        { buyer_reference: 'LOST', to: 'lost@buyer.example' },
      ),
      200,
    );
  });
  after(async () => {
    await service?.stop();
    mails?.stop();
    store?.remove();
  });

  const VAT_ID = (example('plain').document['buyer'] as { vat_id: string }).vat_id;

  const nameBuyers = async (...buyers: readonly object[]): Promise<number> => {
    const de = { mail: { language: 'de', reply_to: 'me@seller.example', buyers } };
    return (await new Erp(service, OPERATOR_KEY).put('/clients/seller/profile', { de })).status;
  };

  const read = async <T>(path: string): Promise<T> => (await erp.read<T>(path)).json;

  const eventsOf = async (id: string): Promise<readonly Event[]> =>
    (await read<{ data: Event[] }>(`/invoices/${id}/events`)).data.filter(({ event }) => event);

  async function mailed(id: string): Promise<Event> {
    await until(async () => (await eventsOf(id)).length > 0, `the mail of ${id}`, 60_000, 200);
    return (await eventsOf(id))[0]!;
  }

  it('has the document, its number and its seller, and one Message-ID', async function () {
    const { json } = await erp.submit(numbered(example('plain'), 'MAIL-1'));
    const { event, status, route } = await mailed(json.id);
    assert.deepEqual([event, status], ['document_mailed', 'ready']);
    const [mail] = mails.arrived.filter(({ text }) => text.includes('MAIL-1'));
    const { document_sha256: sha256 } = await read<{ document_sha256: string }>(`/invoices/${json.id}`);
    assert.deepEqual(mail!.files, [{ name: 'MAIL-1.xml', type: 'application/xml', sha256 }]);
    assert.deepEqual(mail!.to, ['buyer@buyer.example']);
    assert.equal(headerOf(mail!, 'Message-ID'), route?.submission_id);
    assert.match(headerOf(mail!, 'Subject')!, /^\[TEST\] Rechnung MAIL-1 von /);
    const { data } = await read<{ data: { outcome: string; path: string }[] }>(
      `/invoices/${json.id}/attempts`,
    );
    assert.deepEqual(
      data.map(({ outcome, path }) => [outcome, path]),
      [['answered', 'DATA']],
    );
  });

  it('comes again as the same mail if its answer was lost', async function () {
    const { document, ...rest } = numbered(example('plain'), 'MAIL-2');
    const invoice = { ...document.invoice, buyer_reference: 'LOST' };
    const { json } = await erp.submit({ ...rest, document: { ...document, invoice } });
    assert.equal((await mailed(json.id)).event, 'document_mailed');
    const copies = mails.arrived.filter(({ text }) => text.includes('MAIL-2'));
    assert.equal(copies.length, 2);
    assert.equal(copies[1]!.sha256, copies[0]!.sha256);
  });

  it('is the hybrid PDF if that is the document', async function () {
    const { json } = await erp.submit(numbered(example('zugferd'), 'MAIL-3'));
    await mailed(json.id);
    const [mail] = mails.arrived.filter(({ text }) => text.includes('MAIL-3'));
    assert.deepEqual([mail!.files[0]!.name, mail!.files[0]!.type], ['MAIL-3.pdf', 'application/pdf']);
  });

  it('goes with a finished file, too', async function () {
    const { json } = await erp.submit(numbered(example('plain'), 'MAIL-4'));
    await mailed(json.id);
    const { text: xml } = await erp.get(`/invoices/${json.id}/documents/xrechnung-ubl`);
    const sent = await fetch(`${service.url}/invoices/xml?route=DE-XRECHNUNG&invoice_ref=MAIL-5`, {
      method: 'POST',
      headers: {
        ...{ Authorization: `Bearer ${erp.key}`, 'Content-Type': 'application/xml' },
        'Idempotency-Key': 'finished-file-5',
      },
      body: xml.replaceAll('MAIL-4', 'MAIL-5'),
    });
    const text = await sent.text();
    assert.equal(sent.status, 202, text);
    const { id } = JSON.parse(text) as { id: string };
    assert.equal((await mailed(id)).event, 'document_mailed');
  });

  it('is not sent for a buyer whom the record does not name', async function () {
    assert.equal(await nameBuyers({ vat_id: 'DE999999999', to: 'other@buyer.example' }), 200);
    const { json } = await erp.submit(numbered(example('plain'), 'MAIL-6'));
    assert.equal((await erp.settled(json.id)).state, 'ready');
    assert.deepEqual(await eventsOf(json.id), []);
    assert.equal(mails.arrived.filter(({ text }) => text.includes('MAIL-6')).length, 0);
  });

  it('is refused to a wrong address of the record', async () => {
    for (const to of ['a@b', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: x@y.example', ''])
      assert.equal(await nameBuyers({ vat_id: VAT_ID, to }), 400, to);
  });
});
