import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LOG_IN_MS } from '../../../src/ports/sessions.ts';
import { aCertificate, seal, type TestCertificate } from '../../sandbox/pl-ksef/certificates.ts';
import { invoice as fileOf } from '../../sandbox/pl-ksef/invoices.ts';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { Erp, example, OPERATOR_KEY, type Shown, type Submission } from '../../support/erp.ts';
import { describeOnEachStore, type StoreInUse } from '../../support/each-store.ts';
import { itWith } from '../../support/judges.ts';
import { type Service, startService } from '../../support/service.ts';

interface ShownOffline extends Shown {
  readonly offline_mode?: string;
  readonly qr_links?: { readonly invoice: string; readonly certificate: string };
  readonly legal_id: string | null;
  readonly deadline_at?: string;
}

interface Held {
  readonly number: string;
  readonly sha256: string;
  readonly invoicing_mode: string;
  readonly corrects?: string;
}

/** A process that is killed during a log-in leaves its mark: no other one logs in for that company until the mark ends. */
const PATIENCE_MS = LOG_IN_MS + 60_000;

const NIP = '5260250274';
/** KSeF itself marks an invoice of an earlier day as offline. */
const TODAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Warsaw' }).format(new Date());

function invoice(number: string, pl: object, ref = number): Submission {
  const { document, ...rest } = structuredClone(example('over-pl-ksef'));
  const { due_date: _, ...head } = document.invoice;
  const dated = { ...head, number, issue_date: TODAY };
  return { ...rest, invoice_ref: ref, document: { ...document, invoice: dated, pl } };
}

describeOnEachStore('invoices that the buyer gets before KSeF', function (open) {
  let store: StoreInUse;
  let network: TestSandbox;
  let service: Service;
  beforeEach(function () {
    this.timeout(3 * PATIENCE_MS);
    this.currentTest?.timeout(3 * PATIENCE_MS);
  });
  before(async function () {
    store = open();
    network = await aSandbox({ stepMs: 5, limits: 'off' });
    service = await started();
  });

  const started = (): Promise<Service> =>
    startService({
      cwd: store.folder,
      env: { ...store.env, SIM_PORT: String(network.port), RETRY_SCALE: '0.001', OPERATOR_KEY },
    });

  after(async () => {
    await service?.stop();
    await network?.stop();
    store?.remove();
  });

  async function withCertificate(client: string, { certificate, key }: TestCertificate): Promise<Erp> {
    const erp = await Erp.of(service, client);
    const stored = await erp.post('/credentials', {
      ...{ route: 'PL-KSEF', kind: 'ksef-offline-certificate', legal_entity: `PL${NIP}` },
      ...{ issued_by: 'KSeF', issued_on: '2026-01-15' },
      value: JSON.stringify({ certificate, private_key: key }),
    });
    assert.equal(stored.status, 201, stored.text);
    return erp;
  }

  const offline = () => aCertificate(seal(NIP), 'P-256', { usage: 'Offline' });

  const until = (erp: Erp, id: string, state: string): Promise<ShownOffline> =>
    untilShown(erp, id, (shown) => shown.state === state);

  async function untilShown(
    erp: Erp,
    id: string,
    isMeant: (shown: ShownOffline) => boolean,
  ): Promise<ShownOffline> {
    for (const end = Date.now() + PATIENCE_MS; ;) {
      const { json } = await erp.read<ShownOffline>(`/invoices/${id}`);
      if (isMeant(json)) return json;
      assert.ok(Date.now() < end, JSON.stringify(json));
      await pause(100);
    }
  }

  async function submit(erp: Erp, submission: Submission): Promise<string> {
    const { status, json, text } = await erp.submit(submission);
    assert.equal(status, 202, text);
    return json.id;
  }

  /** A finished file, by the call that states how it is issued. */
  async function submitFile(erp: Erp, xml: string, query: Readonly<Record<string, string>>) {
    const asked = new URLSearchParams({ route: 'PL-KSEF', ...query });
    const answer = await fetch(`${service.url}/invoices/xml?${asked.toString()}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${erp.key}`,
        'Content-Type': 'application/xml',
        'Idempotency-Key': randomUUID(),
      },
      body: xml,
    });
    const text = await answer.text();
    return { status: answer.status, text, id: (JSON.parse(text) as { id: string }).id };
  }

  async function held(number: string): Promise<Held> {
    const answer = await fetch(`${network.url}/control/documents?route=PL-KSEF`);
    const { data } = (await answer.json()) as { data: Held[] };
    const found = data.filter((one) => one.number === number);
    assert.equal(found.length, 1, JSON.stringify(data));
    return found[0]!;
  }

  it('are refused without a certificate that signs their codes', async () => {
    const erp = await Erp.of(service, 'without');
    const refused = await erp.submit(invoice('OFF-0', { offline: true }));
    assert.equal(refused.status, 422, refused.text);
    assert.match(refused.text, /pl\.offline/);
    assert.match(refused.text, /ksef-offline-certificate/);
  });

  it('are refused with one that logs in, which signs no codes', async () => {
    const made = await aCertificate(seal(NIP), 'P-256', { usage: 'Authentication' });
    const refused = await (await withCertificate('wrong', made)).submit(invoice('OFF-1', { offline: true }));
    assert.equal(refused.status, 422, refused.text);
    assert.match(refused.text, /type Authentication/);
  });

  it('have both links, are declared as offline, and keep their bytes', async () => {
    const erp = await withCertificate('shop', await offline());
    const id = await submit(erp, invoice('OFF-2', { offline: true }));
    const { qr_links: links, offline_mode: mode, document_sha256: sha256 } = await until(erp, id, 'accepted');
    assert.equal(mode, 'chosen');
    const hash = Buffer.from(sha256 ?? '', 'hex').toString('base64url');
    const day = TODAY.split('-').reverse().join('-');
    assert.match(links?.invoice ?? '', new RegExp(`/invoice/${NIP}/${day}/${hash}$`));
    assert.match(
      links?.certificate ?? '',
      new RegExp(`/certificate/Nip/${NIP}/${NIP}/[0-9A-F]{16}/${hash}/`),
    );
    const { invoicing_mode: declared, sha256: sent } = await held('OFF-2');
    assert.deepEqual([declared, sent], ['Offline', sha256]);
  });

  itWith(['poppler', 'zbar'], 'have both codes on a page that is there before the number', async () => {
    const erp = await withCertificate('paper', await offline());
    // KSeF is away at every try, so that no number comes meanwhile.
    const id = await submit(erp, invoice('OFF-3-5XX', { offline: true }));
    const shown = await untilShown(erp, id, ({ qr_links: links }) => links !== undefined);
    assert.equal(shown.legal_id, null);
    const page = await fetch(`${service.url}/invoices/${id}/documents/view`, {
      headers: { Authorization: `Bearer ${erp.key}` },
    });
    const path = store.folder;
    writeFileSync(join(path, 'page.pdf'), Buffer.from(await page.arrayBuffer()));
    spawnSync('pdftoppm', ['-r', '150', '-png', join(path, 'page.pdf'), join(path, 'page')]);
    const scanned = readdirSync(path)
      .filter((one) => /^page-.*png$/.test(one))
      .flatMap((one) =>
        spawnSync('zbarimg', ['-q', '--raw', join(path, one)])
          .stdout.toString()
          .split('\n'),
      );
    const links = scanned.filter((line) => line.includes('/ksef/qr/')).sort();
    assert.deepEqual(links, [shown.qr_links?.certificate, shown.qr_links?.invoice]);
  });

  it('are corrected by another file that names the one on the page of the buyer', async () => {
    const erp = await withCertificate('corrected', await offline());
    const first = await until(
      erp,
      await submit(erp, invoice('OFF-4-REJECT', { offline: true }, 'order-4')),
      'rejected',
    );
    const early = await erp.submit(
      invoice('OFF-5', { offline: true, technical_correction: true }, 'order-5'),
    );
    assert.equal(early.status, 422, early.text);
    assert.match(early.text, /pl\.technical_correction/);
    const pl = { offline: true, technical_correction: true };
    await until(erp, await submit(erp, invoice('OFF-4', pl, 'order-4')), 'accepted');
    const { corrects } = await held('OFF-4');
    assert.equal(Buffer.from(corrects ?? '', 'base64').toString('hex'), first.document_sha256);
  });

  it('may be finished files, which keep their bytes', async () => {
    const xml = fileOf('OFF-6', { seller: NIP });
    const without = await Erp.of(service, 'files-without');
    const refused = await submitFile(without, xml, { invoice_ref: 'order-6', offline: 'true' });
    assert.equal(refused.status, 422, refused.text);
    assert.match(refused.text, /"field":"offline"/);
    const erp = await withCertificate('files', await offline());
    const { status, id, text } = await submitFile(erp, xml, { invoice_ref: 'order-6', offline: 'true' });
    assert.equal(status, 202, text);
    const {
      qr_links: links,
      offline_mode: mode,
      document_sha256: sha256,
      deadline_at: deadlineAt,
    } = await until(erp, id, 'accepted');
    assert.equal(sha256, createHash('sha256').update(xml).digest('hex'));
    assert.equal(mode, 'chosen');
    assert.ok(deadlineAt, 'no deadline');
    const hash = Buffer.from(sha256 ?? '', 'hex').toString('base64url');
    const day = TODAY.split('-').reverse().join('-');
    assert.ok(links?.invoice.endsWith(`/invoice/${NIP}/${day}/${hash}`), links?.invoice);
    assert.match(
      links?.certificate ?? '',
      new RegExp(`/certificate/Nip/${NIP}/${NIP}/[0-9A-F]{16}/${hash}/`),
    );
    const { invoicing_mode: declared, sha256: sent } = await held('OFF-6');
    assert.deepEqual([declared, sent], ['Offline', sha256]);
  });

  it('are corrected by another finished file', async () => {
    const erp = await withCertificate('files-corrected', await offline());
    const query = { invoice_ref: 'order-7', offline: 'true' };
    const { id } = await submitFile(erp, fileOf('OFF-7-REJECT', { seller: NIP }), query);
    const first = await until(erp, id, 'rejected');
    const correction = { ...query, technical_correction: 'true' };
    const none = await submitFile(erp, fileOf('OFF-7', { seller: NIP }), {
      ...correction,
      invoice_ref: 'order-8',
    });
    assert.equal(none.status, 422, none.text);
    assert.match(none.text, /"field":"technical_correction"/);
    const second = await submitFile(erp, fileOf('OFF-7', { seller: NIP }), correction);
    assert.equal(second.status, 202, second.text);
    await until(erp, second.id, 'accepted');
    const { corrects } = await held('OFF-7');
    assert.equal(Buffer.from(corrects ?? '', 'base64').toString('hex'), first.document_sha256);
  });

  it('are sent once, with the bytes of their page, although the service is killed', async () => {
    // Two copies of one invoice would both be kept.
    const options = { method: 'PUT', body: JSON.stringify({ duplicate_check: false }) };
    assert.equal((await fetch(`${network.url}/ksef/sandbox/options`, options)).status, 200);
    const { key } = await withCertificate('killed', await offline());
    const ids: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      ids.push(await submit(new Erp(service, key), invoice(`OFF-K${n}`, { offline: true })));
      if (n % 3 !== 2) continue;
      await pause(100 * n);
      await service.stop('SIGKILL');
      service = await started();
    }
    for (const [n, id] of ids.entries()) {
      const { qr_links: links, document_sha256: sha256 } = await until(new Erp(service, key), id, 'accepted');
      const { sha256: sent, invoicing_mode: mode } = await held(`OFF-K${n}`);
      assert.deepEqual([sent, mode], [sha256, 'Offline']);
      assert.ok(links?.certificate.includes(`/${Buffer.from(sent, 'hex').toString('base64url')}/`));
    }
  });
});
