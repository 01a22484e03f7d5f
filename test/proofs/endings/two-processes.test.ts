import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describeOnEachStore, type StoreInUse } from '../../support/each-store.ts';
import { Erp, example, type Intake, numbered, OPERATOR_KEY, uncountable } from '../../support/erp.ts';
import { type Service, startService } from '../../support/service.ts';
import { takesFinishedFiles } from './finished-files.ts';

const READY = ['1 received', '2 validated', '3 ready'];

/** How each example ends: its state, or the status of a refusal, and the codes of its errors. */
const ENDS: Readonly<Record<string, readonly [end: string, ...codes: string[]]>> = {
  plain: ['ready'],
  'several-vat-rates': ['ready'],
  'allowances-and-charges': ['ready'],
  'credit-note': ['ready'],
  'reverse-charge': ['ready'],
  exempt: ['ready'],
  'thousand-lines': ['ready'],
  'broken-iban': ['422', 'EI-ID-IBAN'],
  'broken-totals': ['422', 'EI-TOTALS-MISMATCH', 'EI-TOTALS-MISMATCH'],
  'broken-vat-id-without-country': ['422', 'EI-SCHEMA'],
};

describeOnEachStore('two processes on one store', function (open) {
  let store: StoreInUse;
  let one: Service;
  let other: Service;
  before(async () => {
    store = open();
    const options = { cwd: store.folder, env: { ...store.env, OPERATOR_KEY, RETRY_SCALE: '0.001' } };
    // At the same time: both create the store, the master key and the first jobs.
    [one, other] = await Promise.all([startService(options), startService(options)]);
  });
  after(async () => {
    await Promise.all([one?.stop(), other?.stop()]);
    store.remove();
  });

  it('bring every example to its end, shown by events, report and manifest', async () => {
    const erp = await Erp.of(one, 'examples');
    for (const [name, [end, ...codes]] of Object.entries(ENDS)) {
      const taken = await erp.submit(example(name));
      if (taken.status !== 202) {
        const { errors } = taken.json as unknown as { errors: readonly { code: string }[] };
        assert.deepEqual([String(taken.status), ...errors.map(({ code }) => code)], [end, ...codes], name);
        continue;
      }
      // The other process shows the invoices that this one took in.
      const shown = await erp.at(other).settled(taken.json.id);
      assert.deepEqual([shown.state, ...shown.errors.map(({ code }) => code)], [end, ...codes], name);
      assert.deepEqual(
        await erp.events(shown.id),
        end === 'ready' ? READY : ['1 received', '2 validation_failed'],
      );
      const files = new Map<string, string>();
      for (const { kind, href, sha256 } of shown.documents) {
        const file = await erp.get(href);
        assert.equal(createHash('sha256').update(file.text).digest('hex'), sha256, `${name} ${kind}`);
        assert.equal(file.headers.get('etag'), `"${sha256}"`);
        files.set(kind, file.text);
      }
      const report = JSON.parse(files.get('validation-report')!) as { valid: boolean };
      assert.equal(report.valid, end === 'ready', name);
      assert.equal(files.has('manifest'), end === 'ready', name);
      if (end !== 'ready') continue;
      const manifest = JSON.parse(files.get('manifest')!) as {
        sha256: string;
        layers: { outcome: string }[];
      };
      assert.equal(manifest.sha256, shown.document_sha256);
      assert.deepEqual(new Set(manifest.layers.map(({ outcome }) => outcome)), new Set(['valid']));
    }
  });

  it('build the requested format', async () => {
    const erp = await Erp.of(one, 'formats');
    for (const name of ['plain', 'credit-note']) {
      const { json } = await erp.submit({ ...example(name), formats: ['xrechnung-cii'] });
      const shown = await erp.settled(json.id);
      assert.equal(shown.state, 'ready', JSON.stringify(shown.errors));
      const built = shown.documents.find(({ kind }) => kind === 'xrechnung-cii');
      assert.match((await erp.get(built?.href ?? '')).text, /<rsm:CrossIndustryInvoice /);
    }
  });

  it('explain in the catalogue every code that an invoice met', async () => {
    const erp = await Erp.of(other, 'catalogue');
    for (const code of new Set([...Object.values(ENDS).flatMap(([, ...codes]) => codes), 'KOSIT-RUN'])) {
      const { status, json } = await erp.get(`/catalogue/${code}`);
      assert.deepEqual([status, json['code']], [200, code]);
    }
  });

  it('accept a document once if both receive it at the same time', async () => {
    const erp = await Erp.of(one, 'at-once');
    const elsewhere = erp.at(other);
    for (let round = 0; round < 8; round++) {
      const submission = numbered(example('plain'), `AT-ONCE-${round}`);
      const answers = await Promise.all([erp.submit(submission), elsewhere.submit(submission)]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [202, 202],
      );
      const [first, second] = answers.map(({ json }) => json) as [Intake, Intake];
      assert.equal(first.id, second.id);
      const duplicates = [first, second].filter((intake) => intake.duplicate_of === first.id);
      assert.equal(duplicates.length, 1, JSON.stringify([first, second]));
      await erp.settled(first.id);
      assert.deepEqual(await elsewhere.events(first.id), READY);
    }
    assert.equal((await erp.get<{ total: number }>('/invoices')).json.total, 8);
  });

  it('store one invoice for an Idempotency-Key that both receive at the same time', async () => {
    const erp = await Erp.of(one, 'one-key');
    const submission = numbered(example('plain'), 'ONE-KEY');
    const answers = await Promise.all(
      [one, other, one, other].map((service) => erp.at(service).submit(submission, 'the-only-key')),
    );
    for (const { status, json } of answers)
      if (status !== 202)
        assert.match(String((json as unknown as { type: string }).type), /request-in-progress$/);
    const ids = new Set(answers.filter(({ status }) => status === 202).map(({ json }) => json.id));
    assert.equal(ids.size, 1);
    const later = await erp.submit(submission, 'the-only-key');
    assert.equal(later.headers.get('idempotency-replayed'), 'true');
    assert.ok(ids.has(later.json.id));
  });

  it('link a corrected resubmission to the attempts before it', async () => {
    const erp = await Erp.of(one, 'attempts');
    const broken = { ...uncountable(example('plain')), invoice_ref: 'SO-4711' };
    const refused = await erp.settled((await erp.submit(broken)).json.id);
    assert.equal(refused.state, 'validation_failed');
    const corrected = { ...example('plain'), invoice_ref: 'SO-4711' };
    const second = await erp.submit(corrected);
    assert.equal(second.json.duplicate_of, undefined);
    const { state, attempts } = await erp.settled(second.json.id);
    assert.deepEqual(
      [state, attempts.map(({ id, state }) => [id, state])],
      ['ready', [[refused.id, 'validation_failed']]],
    );
  });

  it('do not send a document whose checks never ran until the operator releases it', async () => {
    const erp = await Erp.of(one, 'never-ran');
    const submission = numbered(example('plain'), 'R-1-NORUN');
    const { id } = (await erp.submit(submission)).json;
    const held = await erp.settled(id, 60_000);
    assert.equal(held.state, 'dead_letter');
    assert.deepEqual(
      held.errors.map(({ code, who_fixes }) => [code, who_fixes]),
      [['KOSIT-RUN', 'us']],
    );
    assert.deepEqual(await erp.events(id), ['1 received', '2 dead_letter']);
    assert.equal((await erp.submit(submission)).json.duplicate_of, id);
    const client = await erp.post(`/invoices/${id}/cancel`);
    assert.match(String(client.json['type']), /\/dead-letter$/);
    const operator = new Erp(other, OPERATOR_KEY);
    const released = await operator.post(`/invoices/${id}/cancel`);
    assert.deepEqual([released.status, released.json['state']], [200, 'cancelled']);
    const again = (await erp.submit(submission)).json;
    assert.notEqual(again.id, id);
    assert.equal(again.duplicate_of, undefined);
  });

  describe('finished files', () => takesFinishedFiles(() => [one, other]));
});
