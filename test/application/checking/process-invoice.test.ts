import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import sinon from 'sinon';
import { Mappings } from '../../../src/domain/mapping/mappings.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import { exportNamed } from '../../support/exports.ts';
import { MAPPINGS } from '../../support/mappings.ts';
import { sha256 } from '../../support/records.ts';
import { statuses, found } from '../sending/world.ts';
import { ID, BUILT_SHA256, layer, finding, VALID, NOT_RUN, INVALID, setUp, workerOn, json } from './world.ts';

describe('a queued German invoice', () => {
  it('is validated and then ready, with document, report and manifest', async () => {
    const world = await setUp();
    assert.equal(await workerOn(world).run(ID, 'check'), 'done');
    const record = await found(world);
    assert.equal(record.state, 'ready');
    assert.deepEqual([record.dueAt, record.lease, record.failures], [null, null, 0]);
    assert.deepEqual(await statuses(world), ['received', 'validated', 'ready']);
    assert.equal(record.documentSha256, BUILT_SHA256);
    assert.deepEqual(
      record.documents.map(({ kind }) => kind),
      ['canonical', 'xrechnung-ubl', 'validation-report', 'manifest'],
    );
    const event = JSON.parse((await world.eventFeed.events(ID))[1]!.text) as Record<string, unknown>;
    assert.equal(event['document_sha256'], record.documentSha256);
  });

  it('has hashes of the words of its buyer, if buyers are searched for', async () => {
    const world = await setUp();
    await workerOn(world).run(ID, 'check');
    assert.equal((await found(world)).buyerWords, undefined);
    const searched = await setUp();
    searched.buyer = { name: 'Müller GmbH' };
    searched.buyerIndex = searched.content;
    await workerOn(searched).run(ID, 'check');
    const hashes = await searched.content.hashes('acme', ['muller', 'gmbh']);
    assert.deepEqual((await found(searched)).buyerWords, hashes);
  });

  it('has a manifest with the hash of the document and the layers that checked it', async () => {
    const world = await setUp();
    await workerOn(world).run(ID, 'check');
    assert.deepEqual(await json(world, 'manifest'), {
      invoice_id: ID,
      invoice_ref: 'ref-1',
      route: 'DE-XRECHNUNG',
      kind: 'xrechnung-ubl',
      media_type: 'application/xml',
      size: 23,
      sha256: BUILT_SHA256,
      layers: [
        {
          layer: 'en16931',
          source: 'EN16931',
          pack: { id: 'en16931', version: '1', origin: 'built-in' },
          outcome: 'valid',
        },
      ],
      service_version: '0.1.0',
      created_at: world.clock.now().toISOString(),
    });
  });

  for (const outcome of ['valid', 'invalid'] as const)
    it(`that is ${outcome} leaves the same files after any number of checks`, async () => {
      const world = await setUp();
      const commit = sinon.stub(world.invoices, 'commit');
      const kept: unknown[] = [];
      commit.callsFake(async ({ files, record: { documents } }) => {
        kept.push({ documents, files: files.map(({ sha256 }) => sha256) });
        throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 });
      });
      for (const durationMs of [1, 2]) {
        world.layers = (outcome === 'valid' ? VALID : INVALID).map((one) => ({ ...one, durationMs }));
        await assert.rejects(workerOn(world).run(ID, 'check'), CallFailed);
        world.clock.advance(durationMs * 1000);
      }
      assert.equal(kept.length, 2);
      assert.deepEqual(kept[1], kept[0]);
    });

  it('fails validation with its errors, one care row per code and no manifest', async () => {
    const world = await setUp();
    world.layers = INVALID;
    assert.equal(await workerOn(world).run(ID, 'check'), 'done');
    const record = await found(world);
    assert.equal(record.state, 'validation_failed');
    assert.deepEqual(await statuses(world), ['received', 'validation_failed']);
    assert.deepEqual(
      record.care.map(({ code, whoActs, field }) => [code, whoActs, field]),
      [
        ['BR-01', 'erp', 'invoice.number'],
        ['BR-03', 'us', undefined],
      ],
    );
    assert.deepEqual(
      record.errors.map(({ code }) => code),
      ['BR-01', 'BR-03'],
    );
    assert.deepEqual(
      record.documents.map(({ kind }) => kind),
      ['canonical', 'xrechnung-ubl', 'validation-report'],
    );
    assert.equal((await json(world, 'validation-report'))['valid'], false);
    assert.deepEqual(world.telemetry.care, ['BR-01 erp', 'BR-03 us']);
  });

  for (const outcome of ['valid', 'invalid'] as const)
    it(`has the warnings of a ${outcome} document, which replace those of the intake`, async () => {
      const world = await setUp({ warnings: [finding('EI-ID-VAT', { severity: 'warning' })] });
      const findQueued = (line: number, code: string): Finding =>
        finding(code, { severity: 'warning', field: `lines[${line}]` });
      const broken = outcome === 'invalid' ? [finding('BR-03')] : [];
      world.layers = [
        layer(outcome, [findQueued(0, 'BR-01'), findQueued(1, 'BR-01'), findQueued(1, 'BR-01'), ...broken]),
      ];
      await workerOn(world).run(ID, 'check');
      const { warnings, errors } = await found(world);
      assert.deepEqual(withEnglish(warnings?.map(({ code, field, message }) => [code, field, message])), [
        ['BR-01', 'lines[0]', 'The specification identifier is missing.'],
        ['BR-01', 'lines[1]', 'The specification identifier is missing.'],
      ]);
      assert.equal(errors.length, broken.length);
    });

  it('has no warnings if no check found any', async () => {
    const world = await setUp({ warnings: [finding('EI-ID-VAT', { severity: 'warning' })] });
    await workerOn(world).run(ID, 'check');
    assert.equal('warnings' in (await found(world)), false);
  });

  it('keeps the warning of a repeated number, which only the intake can find', async () => {
    const warnings = [finding('EI-NUMBER-REPEATED', { severity: 'warning', field: 'invoice.number' })];
    const world = await setUp({ warnings });
    await workerOn(world).run(ID, 'check');
    assert.deepEqual(withEnglish((await found(world)).warnings), withEnglish(warnings));
  });

  it('has no doubt that the client has switched off, in its record and its report', async () => {
    const doubts = ['EI-VAT-RATE', 'EI-IBAN-COUNTRY'].map((code) =>
      finding(code, { severity: 'warning', source: 'pre-check' }),
    );
    const world = await setUp({ warnings: doubts.slice(0, 1) });
    world.layers = [{ ...layer('valid', doubts), layer: 'pre-check', pack: null }];
    await workerOn(world).run(ID, 'check');
    assert.deepEqual(
      (await found(world)).warnings?.map(({ code }) => code),
      ['EI-VAT-RATE'],
    );
    assert.doesNotMatch(JSON.stringify(await json(world, 'validation-report')), /EI-IBAN-COUNTRY/);
  });

  it('keeps the warnings of the intake while no check runs', async () => {
    const warnings = [finding('EI-ID-VAT', { severity: 'warning' })];
    const world = await setUp({ warnings });
    world.layers = NOT_RUN;
    await workerOn(world).run(ID, 'check');
    assert.deepEqual(withEnglish((await found(world)).warnings), withEnglish(warnings));
  });

  it('has content only in the sealed report, not in its record and events', async () => {
    const world = await setUp();
    world.layers = INVALID;
    await workerOn(world).run(ID, 'check');
    const { errors } = await found(world);
    assert.deepEqual(withEnglish(errors.map(({ message }) => message)), [
      'The specification identifier is missing.',
      'Rule BR-03 of EN16931 is broken; see the validation report.',
    ]);
    const events = await world.eventFeed.events(ID);
    assert.doesNotMatch(JSON.stringify([await found(world), events.map(({ text }) => text)]), /4711/);
    assert.match(JSON.stringify(await json(world, 'validation-report')), /4711/);
  });

  it('is on the care list if the accepted document is missing', async () => {
    const world = await setUp();
    const gone = { ...world, content: new FakeContentStore() };
    await workerOn(gone).run(ID, 'check');
    const record = await found(world);
    assert.equal(record.state, 'source_error');
    assert.deepEqual(
      record.care.map(({ code, whoActs }) => [code, whoActs]),
      [['EI-SOURCE', 'erp']],
    );
  });

  it('is on the care list if the mapping version of its intake was withdrawn', async () => {
    const withdrawn = new Mappings(
      MAPPINGS.versions('erp-a').map((one) => (one.version === 'v1' ? { ...one, status: 'withdrawn' } : one)),
    );
    for (const [mappings, state, codes] of [
      [MAPPINGS, 'ready', []],
      [withdrawn, 'source_error', ['EI-SOURCE erp']],
    ] as const) {
      const content = new FakeContentStore();
      const exported = new TextEncoder().encode(JSON.stringify(exportNamed('erp-a-invoice')));
      const { sha256 } = await content.seal('acme', exported);
      const sealedSettings = await content.sealText('acme', '{}');
      const world = await setUp({
        documents: [{ kind: 'erp-export', sha256, size: exported.length }],
        mapping: { connector: 'erp-a', version: 'v1', sealedSettings },
      });
      await workerOn({ ...world, content }, undefined, mappings).run(ID, 'check');
      const record = await found(world);
      assert.equal(record.state, state);
      assert.deepEqual(
        record.care.map(({ code, whoActs }) => `${code} ${whoActs}`),
        codes,
      );
      assert.equal((await statuses(world)).at(-1), state);
    }
  });
});

describe('a technical correction that is checked', () => {
  const warned = async (refused: string): Promise<readonly string[]> => {
    const offline = { mode: 'chosen', replaces: sha256(refused) } as const;
    const world = await setUp({ route: 'PL-KSEF', format: 'fa3', offline });
    await world.content.seal('acme', new TextEncoder().encode(refused));
    await workerOn(world).run(ID, 'check');
    return ((await found(world)).warnings ?? []).map(({ code }) => code);
  };

  it('is warned of if its content is not that of the refused document', async () => {
    assert.deepEqual(await warned('<Faktura><P_15>1.00</P_15></Faktura>'), ['EI-KSEF-CORRECTION']);
    assert.deepEqual(await warned('<Invoice>\n für\n</Invoice>'), []);
  });
});
