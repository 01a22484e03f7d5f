import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { ExamineDocument } from '../../../src/application/checking/examine-document.ts';
import { type Subject, canonicalSource, readOnce } from '../../../src/application/checking/subject.ts';
import type { FileReading } from '../../../src/domain/findings/file-reading.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { type Layer, verdictOf } from 'en16931-rules/vocabulary/layer.ts';
import { MAX_DOCUMENT_BYTES } from '../../../src/domain/documents/built-document.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { DocumentToCheck, PoolAccess, Validator } from '../../../src/ports/validator.ts';
import { MAX_BYTES } from 'en16931-rules/engine/xml/decode.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { FakePrinter } from '../../fakes/printer.ts';
import { FakeFileReader } from '../../fakes/file-reader.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { FakeReaderPool } from '../../fakes/reader-pool.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { germanInvoice, set } from '../../domain/sample.ts';
import { AN_ADDRESSING } from '../../support/records.ts';
import { DOCUMENTS } from '../../support/documents.ts';

const OFFICIAL: Layer = {
  layer: 'en16931',
  source: 'EN16931',
  pack: null,
  durationMs: 1,
  outcome: 'valid',
  findings: [],
};

class FakeValidator implements Validator {
  readonly requests: (DocumentToCheck & { readonly turn: PoolAccess })[] = [];

  missingPacks = async () => [];

  comingDays = async (): Promise<readonly string[]> => [];

  overlaysOf = async () => [];

  async check(document: DocumentToCheck, turn: PoolAccess): Promise<readonly Layer[]> {
    this.requests.push({ ...document, turn });
    return [OFFICIAL];
  }
}

const WAIT: PoolAccess = { client: 'acme', whenBusy: 'wait' };
const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
const FORMAT: Format = 'xrechnung-ubl';

/** A reader that no canonical document needs. */
const noFile = () => Promise.reject(new Error('no file was submitted'));
const UNREAD = { readFile: noFile, openFile: noFile };
const EMPTY = { find: () => undefined };

const subjectOf = (document: unknown, format: Format, erpTotals?: unknown): Subject => ({
  route: 'DE-XRECHNUNG',
  source: canonicalSource({ read: readOnce(document), format, erpTotals }),
});

interface More {
  readonly erpTotals?: unknown;
  readonly environment?: 'production';
  /** The addressing is wanted. */
  readonly reading?: FileReading;
}

const examineWith = (own: Partial<ConstructorParameters<typeof ExamineDocument>[0]> = {}): ExamineDocument =>
  new ExamineDocument({
    readerPool: new FakeReaderPool(),
    printer: new FakePrinter(),
    digests: new NodeDigests(),
    invoices: memoryStores().invoices,
    documents: DOCUMENTS,
    validator: new FakeValidator(),
    catalogue: EMPTY,
    reader: UNREAD,
    environment: 'sandbox',
    log: SILENT,
    telemetry: new FakeTelemetry(),
    ...own,
  });

async function examined(canonical: unknown, more: More = {}) {
  const validator = new FakeValidator();
  const { environment = 'sandbox', erpTotals, reading } = more;
  const telemetry = new FakeTelemetry();
  const examine = examineWith({
    validator,
    ...(reading && { reader: new FakeFileReader(() => reading, validator) }),
    environment,
    telemetry,
  });
  const subject = subjectOf(canonical, FORMAT, erpTotals);
  const examination = await examine.run(subject, WAIT, { addressing: reading !== undefined });
  const layers = examination.layers.map(({ layer, outcome }) => `${layer} ${outcome}`);
  return { ...examination, shown: layers, requests: validator.requests, counted: telemetry.layers };
}

const numbered = (number: string) => set('invoice.number', number)(germanInvoice());

describe('the examination of a canonical document', () => {
  it('runs schema, pre-checks and serializer, then the official layers on the built document', async () => {
    const { shown, document, requests } = await examined(germanInvoice());
    assert.deepEqual(shown, ['schema valid', 'pre-check valid', 'serializer valid', 'en16931 valid']);
    assert.equal(document?.kind, 'xrechnung-ubl');
    const [checked] = requests;
    assert.equal(checked!.bytes, document.bytes);
    assert.equal(checked!.customization, document.specification);
    assert.equal(checked!.issueDate, '2026-10-05');
    assert.deepEqual(checked!.turn, WAIT);
  });

  it('is read by the thread that checks it, if its addressing is wanted', async () => {
    const { document, shown, requests } = await examined(germanInvoice());
    assert.equal(document?.addressing, undefined);
    const facts = { syntax: 'ubl-invoice', specification: null, number: null, issueDate: null } as const;
    const read = await examined(germanInvoice(), {
      reading: { reading: 'read', facts, addressing: AN_ADDRESSING, summary: {} },
    });
    assert.deepEqual(withEnglish(read.document), withEnglish({ ...document, addressing: AN_ADDRESSING }));
    assert.deepEqual([read.shown, read.requests], [shown, requests]);
  });

  it('is checked without its addressing if the thread could not read it', async () => {
    const { document, shown } = await examined(germanInvoice(), {
      reading: { reading: 'not_run', reason: 'the validator failed' },
    });
    assert.equal(document?.addressing, undefined);
    assert.equal(shown.at(-1), 'en16931 valid');
  });

  it('refuses a document that is too large for every check', async () => {
    assert.ok(MAX_DOCUMENT_BYTES <= MAX_BYTES);
    const notes = Array.from({ length: 1000 }, () => ({ id: 'A', description: 'ü'.repeat(10_001) }));
    const { shown, layers, document } = await examined(set('attachments', notes)(germanInvoice()));
    assert.deepEqual(shown, ['schema valid', 'pre-check valid', 'serializer invalid']);
    assert.match(english(layers[2]!.findings[0]!.message), /larger than 20 MB/);
    assert.deepEqual(withEnglish(document), undefined);
  });

  it('stops after a schema that refuses', async () => {
    const { shown, document, requests } = await examined({ ...germanInvoice(), surprise: 1 });
    assert.deepEqual(shown, ['schema invalid']);
    assert.deepEqual(withEnglish([document, requests]), [undefined, []]);
  });

  it('reports a broken rule of the route in the schema layer', async () => {
    const { layers } = await examined({ ...germanInvoice(), profile: 'peppol' });
    assert.deepEqual(
      layers.map(({ layer, findings }) => [layer, findings[0]?.code, findings[0]?.field]),
      [['schema', 'EI-SCHEMA', 'profile']],
    );
  });

  it('reports content that the format cannot state in the schema layer, so that the caller gets the finding at once', async () => {
    const { layers } = await examined(set('pl.split_payment', true)(germanInvoice()));
    assert.deepEqual(
      layers.map(({ layer, findings }) => [
        layer,
        findings[0]?.code,
        findings[0]?.source,
        findings[0]?.field,
      ]),
      [['schema', 'EI-SCHEMA', 'schema', 'pl.split_payment']],
    );
  });

  it('continues after a pre-check that refuses', async () => {
    const { shown } = await examined(germanInvoice(), { erpTotals: { amount_due: '1.23' } });
    assert.deepEqual(shown, ['schema valid', 'pre-check invalid', 'serializer valid', 'en16931 valid']);
  });

  it('refuses ERP totals that are not numbers', async () => {
    const { shown } = await examined(germanInvoice(), { erpTotals: { amount_due: 'much' } });
    assert.deepEqual(shown, ['schema invalid']);
  });

  it('simulates official layers that never run if the number ends in -NORUN', async () => {
    const { shown, layers, requests, counted } = await examined(numbered('R-1-NORUN'));
    assert.deepEqual(withEnglish(counted), withEnglish(layers));
    assert.deepEqual(shown.slice(3), ['xsd not_run', 'en16931 not_run', 'xrechnung not_run']);
    assert.equal(verdictOf(layers).verdict, 'not_run');
    assert.deepEqual(requests, []);
  });

  for (const [number, environment] of [
    ['R-NORUN-1', undefined],
    ['R-norun', undefined],
    ['R-1-NORUN', 'production'],
  ] as const)
    it(`simulates nothing for ${number} in ${environment ?? 'the sandbox'}`, async () => {
      const { shown } = await examined(numbered(number), { ...(environment && { environment }) });
      assert.deepEqual(shown.slice(3), ['en16931 valid']);
    });

  it('has no layer if a large document is not JSON', async () => {
    const examine = examineWith();
    const source = { form: 'large', bytes: new TextEncoder().encode('{'), format: FORMAT } as const;
    const examination = await examine.run({ route: 'DE-XRECHNUNG', source }, WAIT);
    assert.deepEqual(withEnglish(examination), { layers: [] });
  });

  it('reports a builder that throws as a check that did not run', async () => {
    const examine = examineWith();
    const unbuildable = subjectOf(germanInvoice(), 'facturx');
    const { layers, document } = await examine.run(unbuildable, WAIT);
    assert.deepEqual(withEnglish(document), undefined);
    const verdict = verdictOf(layers);
    assert.deepEqual(withEnglish(verdict), {
      verdict: 'not_run',
      code: 'KOSIT-RUN',
      reason: 'the document could not be built',
    });
  });
});

describe('findings explained by the catalogue', () => {
  const known = {
    code: 'BR-01',
    aliases: [],
    family: 'EN 16931 validator',
    whoFixes: 'erp',
    title: 'T',
    explanation: 'E',
    fixHint: 'Name it.',
    routes: [],
    layer: 'en16931',
    term: 'BT-24',
  } as const;
  const about = (document: unknown): Subject => subjectOf(document, FORMAT);
  const facts = { syntax: 'ubl-invoice', specification: 'urn:x', number: 'R-1', issueDate: null } as const;
  const LARGE: Subject = {
    route: 'DE-XRECHNUNG',
    source: {
      form: 'large',
      bytes: new TextEncoder().encode(JSON.stringify(germanInvoice())),
      format: FORMAT,
    },
  };
  type Given = Partial<Finding> & { readonly code: string };
  const explained = async (finding: Given, subject = about(germanInvoice())) => {
    const full: Finding = { severity: 'error', source: 'EN16931', message: 'M', ...finding };
    const inner = {
      check: async () => [{ ...OFFICIAL, outcome: 'invalid', findings: [full] }] as const,
      missingPacks: async () => [],
      comingDays: async () => [],
      overlaysOf: async () => [],
    };
    const catalogue = { find: (code: string) => (code === 'BR-01' ? known : undefined) };
    const telemetry = new FakeTelemetry();
    const examine = examineWith({
      validator: inner,
      reader: new FakeFileReader(
        () => ({ reading: 'read', facts, addressing: AN_ADDRESSING, summary: {} }),
        inner,
      ),
      catalogue,
      telemetry,
    });
    const { layers } = await examine.run(subject, WAIT);
    return layers.at(-1)!.findings[0]!;
  };

  it('gain owner, hint and term', async () => {
    const { whoFixes, fixHint, term, message } = await explained({ code: 'BR-01' });
    assert.deepEqual(withEnglish([whoFixes, fixHint, term, message]), ['erp', 'Name it.', 'BT-24', 'M']);
  });

  it('keep their own texts', async () => {
    assert.equal((await explained({ code: 'BR-01', whoFixes: 'us' })).whoFixes, 'us');
  });

  it('have an owner and no hint if the code is unknown', async () => {
    const { whoFixes, fixHint } = await explained({ code: 'XX' });
    assert.deepEqual(withEnglish([whoFixes, fixHint]), ['us', undefined]);
  });

  const findQueued = { code: 'BR-27', term: 'BT-146', location: { xpath: '/Invoice/cac:InvoiceLine' } };

  for (const [size, subject] of [
    ['small', about(germanInvoice())],
    ['large', LARGE],
  ] as const)
    it(`name the member of a ${size} canonical document, and its owner`, async () => {
      const { field, whoFixes, term } = await explained(findQueued, subject);
      assert.deepEqual([field, whoFixes, term], ['lines[0].unit_price', 'erp', 'BT-146']);
    });

  it('keep the member that they name', async () => {
    assert.equal((await explained({ ...findQueued, field: 'lines' })).field, 'lines');
  });

  it('name no member of a file: a finding about a file has its own path', async () => {
    const file: Subject = {
      route: 'DE-XRECHNUNG',
      source: { form: 'file', bytes: new Uint8Array(), access: WAIT },
    };
    const { field, location, whoFixes } = await explained(findQueued, file);
    assert.deepEqual([field, location, whoFixes], [undefined, findQueued.location, 'erp']);
  });
});
