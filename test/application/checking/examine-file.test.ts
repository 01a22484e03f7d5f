import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { ExamineDocument } from '../../../src/application/checking/examine-document.ts';
import type { FileReading } from '../../../src/domain/findings/file-reading.ts';
import { type Layer, verdictOf } from 'en16931-rules/vocabulary/layer.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import type { DocumentToCheck, PoolAccess } from '../../../src/ports/validator.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { AN_ADDRESSING } from '../../support/records.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { FakePrinter } from '../../fakes/printer.ts';
import { FakeFileReader } from '../../fakes/file-reader.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { FakeReaderPool } from '../../fakes/reader-pool.ts';
import { memoryStores } from '../../support/memory-stores.ts';

const WAIT: PoolAccess = { client: 'acme', whenBusy: 'wait' };
const BYTES = new TextEncoder().encode('<a/>');
const OFFICIAL: Layer = {
  layer: 'xsd',
  source: 'XSD',
  pack: null,
  durationMs: 1,
  outcome: 'valid',
  findings: [],
};
const READ: FileReading = {
  reading: 'read',
  facts: { syntax: 'cii', specification: 'urn:x', number: 'R-1', issueDate: '2026-10-05' },
  addressing: AN_ADDRESSING,
  summary: {},
};

function examinationOf(
  reading: FileReading,
  route: Route = 'DE-XRECHNUNG',
  official: readonly Layer[] = [OFFICIAL],
) {
  const requests: DocumentToCheck[] = [];
  const checks = async (document: DocumentToCheck) => {
    requests.push(document);
    return official;
  };
  const examine = new ExamineDocument({
    readerPool: new FakeReaderPool(),
    printer: new FakePrinter(),
    digests: new NodeDigests(),
    invoices: memoryStores().invoices,
    documents: DOCUMENTS,
    // The thread that reads a file also checks it.
    validator: {
      check: () => assert.fail('the file is parsed twice'),
      missingPacks: async () => [],
      comingDays: async () => [],
      overlaysOf: async () => [],
    },
    reader: new FakeFileReader(() => reading, { check: checks }),
    catalogue: { find: () => undefined },
    environment: 'sandbox',
    log: { error: () => undefined },
    telemetry: new FakeTelemetry(),
  });
  const subject = { route, source: { form: 'file', bytes: BYTES, access: WAIT } } as const;
  return { examine, subject, requests };
}

async function examined(reading: FileReading, route?: Route, own: { readonly isReceived?: true } = {}) {
  const { examine, subject, requests } = examinationOf(reading, route);
  const { layers, document } = await examine.run({ ...subject, source: { ...subject.source, ...own } }, WAIT);
  return { layers, document, requests, codes: layers.map(({ layer, outcome }) => `${layer} ${outcome}`) };
}

describe('the examination of a finished file', () => {
  it('passes the unchanged file to the layers of its specification identifier', async () => {
    const { codes, requests, document } = await examined(READ);
    assert.deepEqual(codes, ['xml-safety valid', 'xsd valid']);
    assert.deepEqual(requests, [
      { bytes: BYTES, syntax: 'cii', customization: 'urn:x', route: 'DE-XRECHNUNG', issueDate: '2026-10-05' },
    ]);
    assert.equal(document?.bytes, BYTES);
    assert.equal(document?.kind, 'cii');
  });

  it('names the term at the place of a finding, not the first that its rule is about', async () => {
    const at = (xpath: string) => ({ xpath: `/Invoice${xpath}`, line: 1, column: 1 });
    const finding = {
      code: 'X-1',
      severity: 'error',
      source: 'EN16931',
      message: 'M',
      term: 'BT-18',
    } as const;
    const findings = [
      { ...finding, location: at('/cac:AdditionalDocumentReference/cbc:ID') },
      { ...finding, location: at('/cac:InvoiceLine[2]/cac:DocumentReference/cbc:ID') },
      { ...finding, term: 'BT-118', location: at('/cac:AllowanceCharge/cac:TaxCategory/cbc:ID') },
    ] as const;
    const { examine, subject } = examinationOf(READ, undefined, [
      { ...OFFICIAL, layer: 'en16931', source: 'EN16931', outcome: 'invalid', findings },
    ]);
    const { layers } = await examine.run(subject, WAIT);
    assert.deepEqual(
      layers.flatMap((layer) => layer.findings).map(({ term }) => term),
      ['BT-18', 'BT-128', undefined],
    );
  });

  it('stops at an unreadable file', async () => {
    const finding = { code: 'EI-XML-DTD', severity: 'error', source: 'XML-safety', message: 'M' } as const;
    const { codes, requests, document } = await examined({ reading: 'refused', findings: [finding] });
    assert.deepEqual(codes, ['xml-safety invalid']);
    assert.deepEqual(withEnglish([requests, document]), [[], undefined]);
  });

  it('refuses a kind of file that the route does not accept, and names the accepted ones', async () => {
    const { layers } = await examined(READ, 'PL-KSEF');
    const [{ code, message } = { code: '', message: '' }] = layers[0]!.findings;
    assert.equal(code, 'EI-XML-TYPE');
    assert.match(english(message), /is CII; PL-KSEF accepts FA\(3\) or FA_RR\(1\)\./);
  });

  for (const [syntax, isTaken] of [
    ['ubl-invoice', true],
    ['ubl-creditnote', true],
    ['cii', false],
  ] as const)
    it(`${isTaken ? 'reads' : 'refuses'} ${syntax} that KSeF has delivered`, async () => {
      const { codes, document } = await examined({ ...READ, facts: { ...READ.facts, syntax } }, 'PL-KSEF', {
        isReceived: true,
      });
      assert.equal(codes[0], isTaken ? 'xml-safety valid' : 'xml-safety invalid');
      assert.equal(document?.number, isTaken ? 'R-1' : undefined);
    });

  it('says of UBL at KSeF that PEF(3) is UBL, too, and what to send', async () => {
    const { layers } = await examined(
      { ...READ, facts: { ...READ.facts, syntax: 'ubl-invoice' } },
      'PL-KSEF',
    );
    const [{ code, message, fixHint } = { code: '', message: '' }] = layers[0]!.findings;
    assert.equal(code, 'EI-XML-TYPE');
    assert.match(english(message), /is UBL; PL-KSEF accepts FA\(3\) or FA_RR\(1\)\./);
    assert.match(
      english(fixHint!),
      /as JSON or FA\(3\), or this file by PEPPOL\. An invoice of PEF\(3\) is UBL/,
    );
  });

  it('is tried again if the reader failed', async () => {
    const { layers } = await examined({ reading: 'not_run', reason: 'the validator failed' });
    assert.equal(verdictOf(layers).verdict, 'not_run');
  });

  it('answers a waiting caller with busy if the reader failed', async () => {
    const { examine, subject } = examinationOf({ reading: 'not_run', reason: 'the validator failed' });
    await assert.rejects(
      examine.atOnce(subject),
      (error) => error instanceof CallFailed && error.failure.kind === 'busy',
    );
  });
});
