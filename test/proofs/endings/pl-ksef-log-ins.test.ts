import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { aCertificate, seal } from '../../sandbox/pl-ksef/certificates.ts';
import { runIds } from '../../commands/run-ids.ts';
import { Ksef } from '../../sandbox/pl-ksef/ksef.ts';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { describeOnEachStore, type StoreInUse } from '../../support/each-store.ts';
import { Erp, example, OPERATOR_KEY, type Shown, type Submission } from '../../support/erp.ts';
import { type Service, startService } from '../../support/service.ts';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

function invoice(number: string, nip: string): Submission {
  const { document, ...rest } = structuredClone(example('over-pl-ksef'));
  const seller = { ...(document['seller'] as object), vat_id: `PL${nip}` };
  const made = { ...document, invoice: { ...document.invoice, number }, seller };
  return { ...rest, invoice_ref: number, document: made };
}

describeOnEachStore('log-ins and sessions of sellers who stored a credential', (open) => {
  let store: StoreInUse;
  let network: TestSandbox;
  let service: Service;
  before(async () => {
    network = await aSandbox({ stepMs: 5, limits: 'off' });
    store = open();
    const env = { SIM_PORT: String(network.port), RETRY_SCALE: '0.001', OPERATOR_KEY };
    service = await startService({ cwd: store.folder, env: { ...store.env, ...env } });
  });
  after(async () => {
    await service?.stop();
    await network?.stop();
    store.remove();
  });

  async function withCredential(nip: string, kind: string, value: string) {
    const erp = await Erp.of(service, `seller-${nip}`);
    const stated = { issued_by: 'KSeF', issued_on: '2026-01-15', legal_entity: `PL${nip}` };
    const stored = await erp.post<{ id: string }>('/credentials', {
      route: 'PL-KSEF',
      kind,
      value,
      ...stated,
    });
    assert.equal(stored.status, 201, stored.text);
    return { erp, credential: stored.json.id };
  }

  async function handedIn(erp: Erp, submission: Submission): Promise<string> {
    const { status, json, text } = await erp.submit(submission);
    assert.equal(status, 202, text);
    return json.id;
  }

  async function accepted(erp: Erp, id: string): Promise<void> {
    for (const until = Date.now() + 60_000; ;) {
      const { json } = await erp.read<Shown>(`/invoices/${id}`);
      if (json.state === 'accepted') return;
      assert.ok(Date.now() < until && json.state !== 'rejected', JSON.stringify(json));
      await pause(100);
    }
  }

  async function delivered(erp: Erp, submission: Submission): Promise<void> {
    await accepted(erp, await handedIn(erp, submission));
  }

  async function heard(step: string): Promise<readonly Call[]> {
    const answer = await fetch(`${network.url}/control/calls?route=PL-KSEF`);
    return ((await answer.json()) as { data: Call[] }).data.filter((call) => call.path.endsWith(step));
  }

  async function held(number: string): Promise<number> {
    const answer = await fetch(`${network.url}/control/documents?route=PL-KSEF`);
    const { data } = (await answer.json()) as { data: { number: string }[] };
    return data.filter((one) => one.number === number).length;
  }

  for (const [kind, nip] of [
    ['RSA 2048', '5260250274'],
    ['P-256', '7251801126'],
  ] as const)
    it(`deliver by certificate, with a key of ${kind}`, async function () {
      const { certificate, key } = await aCertificate(seal(nip), kind);
      const value = JSON.stringify({ certificate, private_key: key });
      const before = (await heard('/auth/xades-signature')).length;
      const { erp } = await withCredential(nip, 'ksef-certificate', value);
      await delivered(erp, invoice(`C-${nip}`, nip));
      const signed = await heard('/auth/xades-signature');
      assert.deepEqual(
        signed.slice(before).map(({ status }) => status),
        [202],
      );
      assert.deepEqual(await heard('/auth/ksef-token'), []);
    });

  it('continue when their access ends while an invoice is being sent', async function () {
    const nip = '8943100558';
    const { erp } = await withCredential(nip, 'ksef-token', 'a-token-SHORT');
    await delivered(erp, invoice('T-1', nip));
    await pause(3_100);
    await delivered(erp, invoice('T-2', nip));
    assert.equal((await heard('/auth/ksef-token')).length, 1);
    assert.ok((await heard('/auth/token/refresh')).some(({ status }) => status === 200));
  });

  it('open another session if KSeF has closed theirs', async function () {
    const nip = '6770001116';
    const { erp } = await withCredential(nip, 'ksef-token', 'a-token-of-this-seller');
    await delivered(erp, invoice('S-1', nip));
    const office = await Ksef.loggedIn(network.url, 'a-token-of-this-seller', nip);
    const { json } = await office.call('GET', '/sessions?sessionType=Online');
    const sessions = json['sessions'] as { referenceNumber: string }[];
    assert.equal(sessions.length, 1);
    const closed = await office.call('POST', `/sessions/online/${sessions[0]?.referenceNumber}/close`);
    assert.equal(closed.status, 204);
    await delivered(erp, invoice('S-2', nip));
    assert.equal(await held('S-2'), 1);
    const sends = (await heard('/invoices')).filter(({ path: to }) =>
      to.includes(sessions[0]!.referenceNumber),
    );
    assert.deepEqual(
      sends.filter(({ method }) => method === 'POST').map(({ status }) => status),
      [202, 400],
    );
  });

  it("accept KSeF's new keys and another token while invoices are being sent", async function () {
    const nip = '5213009111';
    const { erp, credential } = await withCredential(nip, 'ksef-token', 'a-token-of-this-year');
    const ids = [];
    for (const number of ['R-1', 'R-2', 'R-3-SLOW']) ids.push(await handedIn(erp, invoice(number, nip)));
    const rotated = await fetch(`${network.url}/ksef/sandbox/rotate-keys`, { method: 'POST' });
    assert.ok(rotated.ok);
    const replaced = await erp.post(`/credentials/${credential}`, { value: 'a-token-of-next-year' });
    assert.equal(replaced.status, 200, replaced.text);
    for (const id of ids) await accepted(erp, id);
    assert.deepEqual(await Promise.all(['R-1', 'R-2', 'R-3-SLOW'].map(held)), [1, 1, 1]);
    const { json } = await erp.read<{ data: { catalogue_code: string }[] }>('/care');
    // Once a week a client with a token hears that tokens end: not about these sends.
    assert.deepEqual(
      json.data.filter(({ catalogue_code: code }) => code !== 'EI-TOKEN-ENDS'),
      [],
    );
  });

  /** What the events of the invoices with such a care row say. */
  const toldBy = async (erp: Erp, code: string): Promise<readonly string[]> => {
    const care = await erp.read<{ data: { catalogue_code: string; invoice_id: string }[] }>(
      '/care?status=open',
    );
    const rows = care.json.data.filter((row) => row.catalogue_code === code);
    const told = rows.map(async ({ invoice_id: id }) => {
      interface Event {
        readonly errors?: readonly { readonly code: string; readonly message: string }[];
      }
      const { json } = await erp.read<{ data: readonly Event[] }>(`/invoices/${id}/events`);
      const found = json.data.flatMap(({ errors = [] }) => errors);
      return found.find((finding) => finding.code === code)?.message ?? 'nothing';
    });
    return Promise.all(told);
  };

  /** The samples of a metric, by the text of their labels. */
  const metric = async (name: string): Promise<readonly string[]> => {
    const text = await (await fetch(`${service.metricsUrl}/metrics`)).text();
    return text.split('\n').filter((line) => line.startsWith(`${name}{`));
  };

  it('by token are told that tokens end, with the days left, until a certificate of ids ksef-certificate is stored', async function () {
    const nip = '9462482104';
    const { erp } = await withCredential(nip, 'ksef-token', 'a-token-that-ends');
    await delivered(erp, invoice('E-1', nip));
    const days = Math.round(
      (Date.parse('2026-12-31') - Date.parse(new Date().toISOString().slice(0, 10))) / 86_400_000,
    );
    const rows = await toldBy(erp, 'EI-TOKEN-ENDS');
    assert.equal(rows.length, 1);
    const says = days < 0 ? 'that day has passed' : `${days} days are left`;
    assert.ok(rows[0]!.includes(`2026-12-31: ${says}`), rows[0]);
    const counted = async () => Number((await metric('ids_credentials_ending'))[0]?.split(' ').at(-1));
    const before = await counted();
    assert.ok(before >= 1);
    const [left] = await metric('ids_credential_left_seconds');
    assert.ok(Math.abs(Number(left?.split(' ').at(-1)) / 86_400 - days) <= 1, left);

    const { certificate, key } = await aCertificate(seal(nip));
    const at = (name: string): string => join(network.folder, name);
    writeFileSync(at('seal.pem'), certificate);
    writeFileSync(at('seal-key.pem'), key);
    const ran = await runIds([
      ...['ksef-certificate', '--nip', nip, '--certificate', at('seal.pem'), '--key', at('seal-key.pem')],
      ...['--url', `${network.url}/ksef/v2`, '--out', at('made')],
    ]);
    assert.equal(ran.code, 0, ran.err);
    const value = readFileSync(join(at('made'), 'credential-value.json'), 'utf8');
    await withCredential(nip, 'ksef-certificate', value);
    const signed = (await heard('/auth/xades-signature')).length;
    await delivered(erp, invoice('E-2', nip));
    assert.equal((await heard('/auth/xades-signature')).length, signed + 1);
    assert.equal(await counted(), before - 1);
  });
});
