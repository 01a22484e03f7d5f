import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePdf } from '../../../src/adapters/pdf/make-pdf.ts';
import { PAGE_LANGUAGES, Wording } from '../../../src/domain/page/wording.ts';
import { creditTransfer } from '../../../src/domain/page/epc-code.ts';
import { invoicePage } from '../../../src/domain/page/invoice-page.ts';
import { completed, FULL_INVOICE, pdfOf, withLines, XML } from '../../adapters/pdf/sample-pages.ts';
import { itWith } from '../../support/judges.ts';
import { ran } from '../../support/programs.ts';
import { REFERENCE_DATA } from '../../support/reference-data.ts';

const PDFA_CHECK = join(REFERENCE_DATA, 'bin/pdfa-check/run');
const REFUSAL = [
  {
    code: 'BR-CO-10',
    severity: 'error',
    source: 'EN16931',
    message: 'The sum of the lines is not the total.',
    field: 'lines[1].unit_price',
    fixHint: 'Send the lines again.',
    whoFixes: 'erp',
  },
] as const;

const VERIFIABLE = {
  qrUrl: 'https://qr.ksef.example',
  sha256: 'ab'.repeat(32),
  certificateLink: 'https://qr.ksef.example/certificate/Nip/1',
} as const;

/** Of 2, 3 and 20 pages. */
const LENGTHS = [
  { count: 12, sheets: 2 },
  { count: 40, sheets: 3 },
  { count: 548, sheets: 20 },
] as const;

/** Pages in Polish, Romanian, … letters; a name without a glyph in any font; everything that an invoice can contain. */
const invoices = LENGTHS.map(({ count, sheets }) => ({
  count,
  sheets,
  invoice: completed(withLines(count)),
}));

describe('a PDF of this service, read by other programs', () => {
  let folder = '';
  const files: string[] = [];
  const fileOf = (name: string): string => join(folder, `${name}.pdf`);

  before(async function () {
    folder = mkdtempSync(join(tmpdir(), 'pages-'));
    const put = (name: string, pdf: Uint8Array): void => {
      writeFileSync(fileOf(name), pdf);
      files.push(fileOf(name));
    };
    for (const lang of PAGE_LANGUAGES) {
      for (const { count, invoice } of invoices) put(`${lang}-${count}`, await pdfOf(invoice, { lang }));
      put(`${lang}-full`, await pdfOf(FULL_INVOICE, { lang, brandColor: '#fff', refusal: REFUSAL }));
    }
    const strange = { ...FULL_INVOICE, seller: { ...FULL_INVOICE.seller, name: '漢字 <& Söhne> 😀 Ωμέγα' } };
    put('strange', await pdfOf(strange, { lang: 'xx' }));
    put(
      'view',
      await makePdf(
        invoicePage(
          { ...FULL_INVOICE, seller: { ...FULL_INVOICE.seller, vatId: 'PL5260001246' } },
          { lang: 'pl', verifiable: VERIFIABLE },
        ),
      ),
    );
    put('zloty', await pdfOf({ ...invoices[0]!.invoice, currency: 'PLN' }));
    put('empty', await makePdf(invoicePage({})));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const flavour of ['3a', 'ua1'])
    it(`is ${flavour === '3a' ? 'PDF/A-3a' : 'PDF/UA-1'} according to veraPDF, in every language and length`, function () {
      if (!existsSync(PDFA_CHECK)) return this.skip();
      // Long ones take a second a page, and differ only in length.
      const judged = files.filter((file) => !/(en|fr|pl|ro)-548\.pdf$/.test(file));
      const verdicts = ran(PDFA_CHECK, [flavour, ...judged], [0, 1])
        .trim()
        .split('\n');
      assert.deepEqual(
        verdicts.filter((line) => !line.startsWith('pass ')),
        [],
      );
      assert.equal(verdicts.length, judged.length);
    });

  itWith(['qpdf'], 'is without fault to qpdf', () => {
    for (const file of files) ran('qpdf', ['--check', file]);
  });

  itWith(['poppler'], 'has all its fonts in it, with what their letters mean', () => {
    for (const file of files) {
      const [, , ...fonts] = ran('pdffonts', [file]).trim().split('\n');
      assert.ok(fonts.length > 0);
      for (const font of fonts) assert.match(font, /yes yes yes\s+\d+\s+0$/, `${file}: ${font}`);
    }
  });

  itWith(['poppler'], 'gives the XML back as it was put in', () => {
    ran('pdfdetach', ['-saveall', '-o', folder, fileOf('de-12')]);
    assert.deepEqual(readFileSync(join(folder, XML.fileName)), Buffer.from(XML.bytes));
    assert.ok(readdirSync(folder).includes('xrechnung.xml'));
  });

  for (const lang of PAGE_LANGUAGES)
    itWith(
      ['poppler'],
      `shows number, parties, every line and all totals in ${lang}, no word off the sheet or over another`,
      function () {
        const wording = new Wording(lang);
        for (const { count, sheets, invoice } of invoices) {
          const text = ran('pdftotext', ['-layout', fileOf(`${lang}-${count}`), '-']);
          const { seller, buyer, number, totals, lines } = invoice;
          const expected = [
            ...[number, seller.name, buyer.name],
            ...[totals.withoutVat, totals.vat, totals.withVat, totals.due].map((one) => wording.amount(one)),
          ];
          const unbroken = text.replaceAll(/\s/g, '');
          for (const one of expected)
            assert.ok(unbroken.includes(one.replaceAll(/\s/g, '')), `${count} lines: ${one}`);
          const rows = text.split('\n').map((row) => row.replaceAll(/\s/g, ''));
          for (const { id, name, netAmount } of lines)
            assert.ok(
              rows.some((row) => row.startsWith(`${id}${name}`) && row.endsWith(wording.amount(netAmount))),
              `${count} lines: ${name} ${wording.amount(netAmount)}`,
            );
          assert.equal(text.split('\f').length - 1, sheets);
          assert.deepEqual(misplaced(fileOf(`${lang}-${count}`)), []);
        }
        assert.deepEqual(misplaced(fileOf(`${lang}-full`)), []);
      },
    );

  /** What a scanner reads from the pages of a file, in the order of their text. */
  function scanned(name: string): readonly string[] {
    ran('pdftoppm', ['-r', '150', '-png', fileOf(name), join(folder, `scan-${name}`)]);
    const images = readdirSync(folder).filter((one) => one.startsWith(`scan-${name}-`));
    return images
      .flatMap((image) => ran('zbarimg', ['-q', '--raw', join(folder, image)], [0, 4]).split('\n\f'))
      .map((one) => one.trim())
      .filter((one) => one !== '');
  }

  itWith(['poppler', 'zbar'], 'has a code that a banking app reads', () => {
    assert.deepEqual(scanned('de-12').join('\n'), creditTransfer(invoices[0]!.invoice)?.payload);
  });

  itWith(['poppler', 'zbar'], 'has both codes of KSeF of an invoice that it does not have yet', () => {
    const scannedLines = scanned('view').join('\n').split('\n');
    const links = scannedLines.filter((line) => line.startsWith('https:')).sort();
    const [hash] = [Buffer.from(VERIFIABLE.sha256, 'hex').toString('base64url')];
    const [year, month, day] = FULL_INVOICE.issueDate.split('-');
    assert.deepEqual(links, [
      VERIFIABLE.certificateLink,
      `${VERIFIABLE.qrUrl}/invoice/5260001246/${day}-${month}-${year}/${hash}`,
    ]);
  });

  itWith(['poppler', 'zbar'], 'has no code if it is in another currency, or paid otherwise', () => {
    for (const name of ['zloty', 'empty']) assert.deepEqual(scanned(name), []);
  });
});

interface Word {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Words that are cut off by the edge or overlap another one. */
function misplaced(file: string): readonly string[] {
  const found: string[] = [];
  for (const sheet of ran('pdftotext', ['-bbox', file, '-']).split('<page ').slice(1)) {
    const [, width = '0', height = '0'] = /width="([\d.]+)" height="([\d.]+)"/.exec(sheet) ?? [];
    const words = [...sheet.matchAll(WORD)].map(wordOf);
    for (const word of words)
      if (word.left < 0 || word.top < 0 || word.right > Number(width) || word.bottom > Number(height))
        found.push(`${word.text} is cut off`);
    for (const [at, one] of words.entries())
      for (const other of words.slice(at + 1))
        if (overlap(one, other)) found.push(`${one.text} lies over ${other.text}`);
  }
  return found;
}

const WORD = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/g;

const wordOf = ([, left, top, right, bottom, text = '']: RegExpMatchArray): Word => ({
  text,
  left: Number(left),
  top: Number(top),
  right: Number(right),
  bottom: Number(bottom),
});

/** Boxes of words include space above and below the letters, which neighbouring lines share. */
function overlap(one: Word, other: Word): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const lower = Math.min(one.bottom - one.top, other.bottom - other.top);
  return across > 0.5 && down > lower * 0.35;
}
