import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { openPdf } from 'en16931-rules/pdf/hybrid-pdf.ts';
import { emptyFolder } from '../../support/folder.ts';
import { hybridDraft, PARTS } from '../../support/pdf/hybrid.ts';
import { HYBRID_LINES, HYBRID_XML, invoiceXml } from '../../support/pdf/invoice-xml.ts';
import { judgePdf } from '../../support/pdf/judge.ts';
import type { PdfDraft } from '../../support/pdf/pdf-draft.ts';
import { hybridReferences, inStreams, updated } from '../../support/pdf/structures.ts';
import { itWith } from '../../support/judges.ts';
import { ran } from '../../support/programs.ts';

const good = (): PdfDraft => hybridDraft({ xml: HYBRID_XML, lines: HYBRID_LINES });

const LATER_XML = invoiceXml({ number: 'R-2026-18' });
const LATER = {
  text: '<< /Type /EmbeddedFile /Subtype /text#2Fxml /Params << /ModDate (D:20261006000000Z) >> >>',
  stream: Buffer.from(LATER_XML),
};
const objectOf = (draft: PdfDraft, part: keyof typeof PARTS) => draft.objects.get(PARTS[part])!;

function updatedGood(changed: (draft: PdfDraft) => Parameters<typeof updated>[1]): Buffer {
  const draft = good();
  return updated(draft.build(), changed(draft.copy()), draft.trailer);
}

/** The list of attachments in two levels, as `pdftk` and iText write long ones. */
function withKids(draft: PdfDraft): PdfDraft {
  const [middle, leaf, other] = [draft.next(), draft.next() + 1, draft.next() + 2];
  return draft
    .edit(
      PARTS.catalog,
      /\/EmbeddedFiles << .*? >> >> (?=\/AF)/,
      `/EmbeddedFiles << /Kids [ ${other} 0 R ${middle} 0 R ] >> >> `,
    )
    .put(middle, `<< /Kids [ ${leaf} 0 R ] /Limits [ (factur-x.xml) (factur-x.xml) ] >>`)
    .put(
      leaf,
      `<< /Names [ (factur-x.xml) ${PARTS.specification} 0 R ] /Limits [ (factur-x.xml) (factur-x.xml) ] >>`,
    )
    .put(other, '<< /Names [ ] /Limits [ (a) (b) ] >>');
}

const named = (f: string, uf: string): PdfDraft =>
  good().edit(PARTS.specification, '/F (factur-x.xml) /UF (factur-x.xml)', `/F ${f} /UF ${uf}`);

const utf16 = (text: string): string =>
  `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`.toUpperCase();

const encoded = (filter: string, stream: string | Uint8Array): PdfDraft => {
  const draft = good().put(PARTS.embedded, '', stream);
  const text = objectOf(good(), 'embedded').text.replace(/>>$/, `/Filter ${filter} >>`);
  draft.objects.set(PARTS.embedded, { ...draft.objects.get(PARTS.embedded)!, text });
  return draft;
};
const HEX = `${Buffer.from(HYBRID_XML).toString('hex')}>`;
/** Runs of different bytes, then a run of one. */
const RUNS = Buffer.concat([
  ...Array.from({ length: Math.ceil(HYBRID_XML.length / 100) }, (_, run) => {
    const piece = Buffer.from(HYBRID_XML).subarray(run * 100, run * 100 + 100);
    return Buffer.concat([Buffer.from([piece.length - 1]), piece]);
  }),
  Buffer.from([257 - 40, 0x20, 128]),
]);
const DEFLATED_HEX = `${deflateSync(HYBRID_XML).toString('hex')}>`;

/** The list of associated files has the specification itself. */
function inEachList(changed: (text: string) => string): Buffer {
  const draft = good();
  const text = changed(objectOf(draft, 'specification').text);
  return draft.edit(PARTS.catalog, `) ${PARTS.specification} 0 R ]`, `) ${text} ]`).build();
}

interface Row {
  readonly it: string;
  readonly make: () => Buffer;
  /** The attached XML; that of the valid file by default. */
  readonly xml?: string;
  /** Of the layer; of warnings with `~` before them. */
  readonly finds: readonly string[];
}

const ROWS: readonly Row[] = [
  { it: 'a list of attachments in levels', make: () => withKids(good()).build(), finds: [] },
  {
    it: 'a specification that stands in each list, without a reference',
    make: () => inEachList((text) => text),
    finds: [],
  },
  { it: 'objects and cross-references in streams', make: () => inStreams(good()), finds: [] },
  { it: 'a list in levels, in streams', make: () => inStreams(withKids(good())), finds: [] },
  { it: 'a table beside streams', make: () => hybridReferences(good()), finds: [] },
  {
    it: 'a later change of the invoice: the last one counts',
    make: () => updatedGood(() => [[PARTS.embedded, LATER]]),
    xml: LATER_XML,
    finds: ['~EI-PDF-16'],
  },
  {
    it: 'a later change behind streams',
    make: () => updated(inStreams(good()), [[PARTS.embedded, LATER]], good().trailer),
    xml: LATER_XML,
    finds: ['~EI-PDF-16'],
  },
  {
    it: 'three changes in a row',
    make: () => {
      const draft = good();
      const first = updated(draft.build(), [[PARTS.embedded, LATER]], draft.trailer);
      const second = updated(first, [[PARTS.info, objectOf(draft, 'info')]], draft.trailer);
      return updated(second, [[PARTS.embedded, objectOf(draft, 'embedded')]], draft.trailer);
    },
    finds: [],
  },
  {
    it: 'a second catalog that no longer associates the invoice',
    make: () =>
      updatedGood((draft) => [
        [PARTS.catalog, objectOf(draft.edit(PARTS.catalog, /\/AF \[.*\] (?=\/Lang)/, ''), 'catalog')],
      ]),
    finds: ['EI-PDF-10'],
  },
  {
    it: 'an attachment that only /AF has',
    make: () =>
      good()
        .edit(PARTS.catalog, /\/Names << .* >> >> (?=\/AF)/, '')
        .build(),
    finds: ['EI-PDF-10'],
  },
  {
    it: 'an attachment that is only pinned to a page',
    make: () => {
      const draft = good();
      const note = draft.next();
      return draft
        .edit(PARTS.catalog, /\/Names << .* >> >> (?=\/AF)/, '')
        .edit(PARTS.catalog, /\/AF \[.*\] (?=\/Lang)/, '')
        .edit(PARTS.page, '/Contents', `/Annots [ ${note} 0 R ] /Contents`)
        .put(
          note,
          `<< /Type /Annot /Subtype /FileAttachment /F 4 /Rect [ 0 0 0 0 ] /FS ${PARTS.specification} 0 R >>`,
        )
        .build();
    },
    finds: ['EI-PDF-10'],
  },
  { it: 'a name in UTF-16', make: () => named('(x)', utf16('factur-x.xml')).build(), finds: [] },
  { it: 'a name in UTF-8', make: () => named('(x)', '(\xef\xbb\xbffactur-x.xml)').build(), finds: [] },
  { it: 'a name in octal escapes', make: () => named('(x)', '(\\146actur-x.xml)').build(), finds: [] },
  { it: 'hexadecimal XML', make: () => encoded('/ASCIIHexDecode', HEX).build(), finds: [] },
  {
    it: 'XML in runs',
    make: () => encoded('/RunLengthDecode', RUNS).build(),
    xml: `${HYBRID_XML}${' '.repeat(40)}`,
    finds: [],
  },
  {
    it: 'deflated XML in hexadecimal',
    make: () => encoded('[ /ASCIIHexDecode /FlateDecode ]', DEFLATED_HEX).build(),
    finds: [],
  },
  {
    it: 'deflated XML whose length is wrong',
    make: () => encoded('/FlateDecode', deflateSync(HYBRID_XML)).lengthOf(PARTS.embedded, '7').build(),
    finds: ['EI-PDF-2'],
  },
  {
    it: 'words before the header, so that every offset is wrong',
    make: () => Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), good().build()]),
    finds: ['EI-PDF-2'],
  },
];

const told = ({ findings }: ReturnType<typeof judgePdf>): readonly string[] =>
  [...new Set(findings.map(({ code, severity }) => (severity === 'error' ? code : `~${code}`)))].toSorted();

function taken(bytes: Uint8Array): string {
  const opened = openPdf(bytes);
  return opened.opened ? new TextDecoder().decode(opened.pdf.xml) : JSON.stringify(opened.findings);
}

describe('a hybrid PDF in the structures of real programs', () => {
  for (const { it: what, make, xml = HYBRID_XML, finds } of ROWS)
    it(`may have ${what}`, () => {
      const bytes = make();
      assert.equal(taken(bytes), xml);
      const checked = judgePdf(bytes);
      assert.deepEqual(told(checked), finds, JSON.stringify(checked.findings));
    });

  it('has no invoice if a later change deleted it', () => {
    const { findings } = judgePdf(updatedGood(() => [[PARTS.specification, 'free']]));
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['EI-PDF-9'],
    );
  });

  for (const [what, change] of [
    ['a second file', (text) => text.replace('/EF << ', `/EF << /DOS ${PARTS.xmp} 0 R `)],
    ['another relationship', (text) => text.replace(/\/AFRelationship \/\w+/, '/AFRelationship /Source')],
    ['a key that stands twice', (text) => text.replace('/EF <<', '/Desc (a) /Desc (b) /EF <<')],
  ] as const satisfies readonly (readonly [string, (text: string) => string])[])
    it(`has two invoices if the lists differ by ${what}`, () => {
      const { findings } = judgePdf(inEachList(change));
      assert.deepEqual([...new Set(findings.map(({ code }) => code))], ['EI-PDF-9']);
    });

  describe('rewritten by qpdf', () => {
    const folder = emptyFolder();
    after(() => folder.remove());
    // ISO 19005-3, 6.1.7.1, requires a line end before `endstream`; veraPDF also reports these files without that option.
    const PDFA = '--newline-before-endstream';
    for (const [options, finds] of [
      [['--object-streams=generate', PDFA], []],
      [['--object-streams=generate', '--compress-streams=y', '--recompress-flate', PDFA], []],
      [['--linearize', PDFA], []],
      [['--object-streams=generate', '--linearize', PDFA], []],
      [['--object-streams=generate'], ['EI-PDF-2']],
      [['--qdf'], ['EI-PDF-2']],
    ] as const)
      itWith(['qpdf'], `with ${options.join(' ')}, is read as before`, () => {
        const [from, to] = ['from.pdf', `${options.join('')}.pdf`].map((name) => join(folder.path, name));
        writeFileSync(from!, withKids(good()).build());
        ran('qpdf', [...options, from!, to!], [0, 3]);
        const bytes = readFileSync(to!);
        assert.equal(taken(bytes), HYBRID_XML);
        assert.deepEqual(told(judgePdf(bytes)), finds);
      });

    for (const [what, make] of [
      ['its objects in streams', () => inStreams(withKids(good()))],
      ['a table beside streams', () => hybridReferences(good())],
      ['a later change', () => updatedGood(() => [[PARTS.embedded, LATER]])],
    ] as const)
      itWith(['qpdf'], `is without fault there with ${what}`, () => {
        const file = join(folder.path, 'judged.pdf');
        writeFileSync(file, make());
        ran('qpdf', ['--check', file]);
      });
  });
});
