import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePdfWith } from '../../../src/adapters/pdf/make-pdf.ts';
import { PROOF_FILE, type ProofFacts, proofPage } from '../../../src/domain/proof/proof-page.ts';
import { LANGUAGES, type Language } from '../../../src/domain/words/language.ts';
import { Translator } from '../../../src/domain/words/translator.ts';
import { WordFiles } from '../../../src/processes/read-words.ts';
import { emptyFolder } from '../../support/folder.ts';
import { itWith } from '../../support/judges.ts';
import { ran } from '../../support/programs.ts';
import { REFERENCE_DATA } from '../../support/reference-data.ts';
import { aStatement } from '../../support/statement.ts';

const PDFA_CHECK = join(REFERENCE_DATA, 'bin/pdfa-check/run');
const SHA256 = '3f'.repeat(32);
const words = new WordFiles();
const inLanguage = (language: Language): Translator => new Translator(language, words.in(language));

const statuses = ['received', 'validated', 'submitted', 'accepted', 'delivered', 'delivered'] as const;
const base = aStatement(SHA256);
const facts: ProofFacts = {
  receiver: { scheme: '9930', id: 'de123456789' },
  statement: {
    ...base,
    document: { ...base.document!, size: 6412 },
    answer: { ...base.answer, errors: [] },
    files: [
      ...base.files,
      { kind: 'as4-receipt', sha256: 'a1'.repeat(32), size: 4711 },
      { kind: 'invoice-response-AP', sha256: 'b2'.repeat(32), size: 815 },
    ],
  },
  kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  summary: {
    number: 'RE-1',
    typeCode: '380',
    issueDate: '2026-10-05',
    dueDate: '2026-11-04',
    sellerCountry: 'DE',
    seller: 'Bäckerei Müller & Söhne GmbH',
    buyer: 'Zakład Usług Łącznościowych „Źródło” Sp. z o.o.',
    currency: 'EUR',
    total: '12345.67',
    due: '12345.67',
  },
  events: statuses.map((status, n) => ({
    eventId: `evt_${n}`,
    sequence: n + 1,
    occurredAt: new Date(Date.parse('2026-10-05T07:00:00Z') + n * 61_000),
    status,
    sha256: 'e'.repeat(64),
    buyerStatus: n === 5 ? 'accepted' : undefined,
  })),
  address: 'https://invoices.example.com',
};

const STATEMENT = { name: PROOF_FILE, mediaType: 'application/jose', bytes: Buffer.from('e30.e30.AA') };
const DOCUMENT = { name: 'document-RE-1.xml', mediaType: 'application/xml', bytes: Buffer.from('<a/>') };

const textOf = (file: string): string => ran('pdftotext', ['-layout', file, '-']).replaceAll('\u00a0', ' ');

describe('the PDF of a proof, read by other programs', () => {
  const folder = emptyFolder();
  const files = LANGUAGES.map((language) => join(folder.path, `${language}.pdf`));

  before(async function () {
    for (const [n, language] of LANGUAGES.entries())
      writeFileSync(
        files[n]!,
        await makePdfWith(proofPage(facts, inLanguage(language)), [STATEMENT, DOCUMENT]),
      );
  });
  after(() => folder.remove());

  for (const flavour of ['3a', 'ua1'])
    it(`is ${flavour === '3a' ? 'PDF/A-3a' : 'PDF/UA-1'} according to veraPDF, in every language`, function () {
      if (!existsSync(PDFA_CHECK)) return this.skip();
      const verdicts = ran(PDFA_CHECK, [flavour, ...files], [0, 1])
        .trim()
        .split('\n');
      assert.deepEqual(
        verdicts.filter((line) => !line.startsWith('pass ')),
        [],
      );
      assert.equal(verdicts.length, files.length);
    });

  itWith(['qpdf'], 'is without fault to qpdf', () => {
    for (const file of files) ran('qpdf', ['--check', file]);
  });

  itWith(['poppler'], 'is one sheet, whose attachments come out as they were put in', () => {
    for (const file of files) {
      assert.match(ran('pdfinfo', [file]), /^Pages: +1$/m, file);
      ran('pdfdetach', ['-saveall', '-o', folder.path, file]);
      for (const { name, bytes } of [STATEMENT, DOCUMENT])
        assert.deepEqual(readFileSync(join(folder.path, name)), bytes);
    }
  });

  itWith(['poppler'], 'shows number, amount, hash, times and each answer', () => {
    const text = textOf(files[LANGUAGES.indexOf('de')]!);
    const parts = [
      'RE-1',
      '12.345,67',
      SHA256,
      '05.10.2026 09:05:05 MESZ (07:05 UTC)',
      'Angekommen',
      '05.10.2026 09:03:03 MESZ (07:03 UTC)',
      '05.10.2026 09:03 MESZ ',
      'a1'.repeat(32),
      'nimmt sie an',
      'DOC-1',
      'XML (UBL), 6,4 kB',
      'ids proof verify DATEI.pdf --url https://invoices.example.com',
    ];
    assert.deepEqual(
      parts.filter((part) => !text.includes(part)),
      [],
    );
  });

  itWith(
    ['poppler'],
    'shows times where the tax office of the route is, and in UTC beside them',
    async () => {
      const invoice = { ...facts.statement.invoice, route: 'PL-KSEF' };
      const events = facts.events.map((event, n) => ({
        ...event,
        occurredAt: new Date(Date.parse('2026-10-05T21:58:00Z') + n * 61_000),
      }));
      const file = join(folder.path, 'zone.pdf');
      const there = { ...facts, statement: { ...facts.statement, invoice }, events };
      const page = proofPage(there, inLanguage('de'));
      writeFileSync(file, await makePdfWith(page, []));
      assert.ok(JSON.stringify(page).includes('"05.10.2026 09:00 MESZ"'));
      const text = textOf(file);
      for (const part of [
        '05.10.2026 23:58:00 MESZ (21:58 UTC)',
        '05.10.2026 23:59:01 MESZ (21:59 UTC)',
        '06.10.2026 00:00:02 MESZ (05.10.2026 22:00 UTC)',
      ])
        assert.ok(text.includes(part), part);
    },
  );

  it('has UTC alone if the seller’s country is not known, or has clocks that show several times', () => {
    for (const sellerCountry of [undefined, 'US', 'XX', 'Germany']) {
      const { sellerCountry: _, ...summary } = facts.summary;
      const other = {
        ...facts,
        summary: { ...summary, ...(sellerCountry !== undefined && { sellerCountry }) },
      };
      const text = JSON.stringify(proofPage(other, inLanguage('de')));
      assert.ok(text.includes('"05.10.2026 07:03:03 UTC"'), sellerCountry);
      assert.doesNotMatch(text, /MESZ/, sellerCountry);
    }
  });
});
