import assert from 'node:assert/strict';
import { PDF_CODES } from '../../../src/domain/catalogue/pdf-codes.ts';
import { hybridDraft, PARTS } from '../../support/pdf/hybrid.ts';
import { HYBRID_LINES, HYBRID_XML, invoiceXml } from '../../support/pdf/invoice-xml.ts';
import { judgePdf } from '../../support/pdf/judge.ts';
import type { PdfDraft } from '../../support/pdf/pdf-draft.ts';

const good = (): PdfDraft => hybridDraft({ xml: HYBRID_XML, lines: HYBRID_LINES });
const inXmp =
  (from: string | RegExp, to: string) =>
  (draft: PdfDraft): PdfDraft =>
    draft.editStream(PARTS.xmp, (text) => text.replace(from, to));
const inPart =
  (part: keyof typeof PARTS, from: string | RegExp, to: string) =>
  (draft: PdfDraft): PdfDraft =>
    draft.edit(PARTS[part], from, to);

function secondInvoice(draft: PdfDraft): PdfDraft {
  const [specification, file] = [draft.next(), draft.next() + 1];
  return draft
    .put(
      specification,
      `<< /Type /Filespec /F (xrechnung.xml) /UF (xrechnung.xml) /AFRelationship /Alternative /EF << /F ${file} 0 R /UF ${file} 0 R >> >>`,
    )
    .put(file, '<< /Type /EmbeddedFile /Subtype /text#2Fxml >>', HYBRID_XML)
    .edit(PARTS.catalog, /\/AF \[/, `/AF [ ${specification} 0 R`)
    .edit(
      PARTS.catalog,
      '/Names [ (factur-x.xml)',
      `/Names [ (xrechnung.xml) ${specification} 0 R (factur-x.xml)`,
    );
}

const onPage =
  (...lines: readonly string[]) =>
  (): PdfDraft =>
    hybridDraft({ xml: HYBRID_XML, lines });

const of = (specification: string, level: string, relationship: string) => (): PdfDraft =>
  hybridDraft({ xml: invoiceXml({ specification }), level, relationship, lines: HYBRID_LINES });
const BASIC = 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic';

const ofLine = (isCharge: 'true' | 'false', amount: string): string =>
  `<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>${isCharge}</udt:Indicator></ram:ChargeIndicator><ram:ActualAmount>${amount}</ram:ActualAmount></ram:SpecifiedTradeAllowanceCharge>`;

/** The line as a sub-line, and lines of these kinds before it with an amount of their own. */
const withSubLines =
  (...kinds: readonly string[]) =>
  (): PdfDraft => {
    const xml = HYBRID_XML.replace(/<ram:IncludedSupplyChainTradeLineItem>[^]*?LineItem>/, (line) => {
      const of = (kind: string) =>
        line.replace(
          '</ram:LineID>',
          `</ram:LineID><ram:LineStatusReasonCode>${kind}</ram:LineStatusReasonCode>`,
        );
      const others = kinds.map((kind) =>
        of(kind).replace('>10.00</ram:ChargeAmount>', '>0.00</ram:ChargeAmount>'),
      );
      return others.join('') + of('DETAIL');
    });
    return hybridDraft({ xml, lines: HYBRID_LINES });
  };

interface Row {
  readonly it: string;
  readonly edit: (draft: PdfDraft) => PdfDraft;
  /** Codes of errors; of warnings with `~` before them. */
  readonly finds: readonly string[];
}

/** Each breaks one rule of the checklist in an otherwise valid file. */
const ROWS: readonly Row[] = [
  { it: 'accepts the good file', edit: (draft) => draft, finds: [] },
  { it: 'takes properties that are written as attributes', edit: asAttributes, finds: [] },
  {
    it: 'must meet PDF/A',
    edit: (draft) => {
      draft.header = '%PDF-1.7\n';
      return draft;
    },
    finds: ['EI-PDF-2'],
  },
  {
    it: 'misses metadata',
    edit: inPart('catalog', /\/Metadata \d+ 0 R/, ''),
    finds: ['EI-PDF-3'],
  },
  { it: 'refuses XMP that is not well-formed', edit: inXmp('</rdf:RDF>', ''), finds: ['EI-PDF-3'] },
  {
    it: 'refuses XMP that is not UTF-8',
    edit: inXmp('Invoice</rdf:li>', '\xff</rdf:li>'),
    finds: ['EI-PDF-3'],
  },
  {
    it: 'refuses XMP with a declared entity',
    edit: inXmp('<x:xmpmeta', '<!DOCTYPE a><x:xmpmeta'),
    finds: ['EI-PDF-3'],
  },
  {
    it: 'misses DocumentType',
    edit: inXmp(/<fx:DocumentType>.*<\/fx:DocumentType>/, ''),
    finds: ['EI-PDF-4'],
  },
  { it: 'refuses another DocumentType', edit: inXmp('>INVOICE<', '>ORDER<'), finds: ['EI-PDF-4'] },
  {
    it: 'refuses a DocumentFileName of nothing',
    edit: inXmp('>factur-x.xml<', '>xrechnung.xml<'),
    finds: ['EI-PDF-5'],
  },
  { it: 'misses DocumentFileName', edit: inXmp(/<fx:DocumentFileName>.*e>/, ''), finds: ['EI-PDF-5'] },
  { it: 'refuses a Version that does not exist', edit: inXmp('>1.0<', '>9.9<'), finds: ['EI-PDF-6'] },
  { it: 'takes an older Version', edit: inXmp('>1.0<', '>2p0<'), finds: [] },
  { it: 'refuses a level without its blank', edit: inXmp('>EN 16931<', '>EN16931<'), finds: ['EI-PDF-7'] },
  { it: 'takes COMFORT of older files', edit: inXmp('>EN 16931<', '>COMFORT<'), finds: [] },
  {
    it: 'misses the extension schema',
    edit: inXmp(/<pdfaExtension:schemas>[^]*<\/pdfaExtension:schemas>/, ''),
    finds: ['EI-PDF-8'],
  },
  {
    it: 'misses a property of the extension schema',
    edit: inXmp(/<rdf:li [^>]*><pdfaProperty:name>Version<[^]*?<\/rdf:li>/, ''),
    finds: ['EI-PDF-8'],
  },
  {
    it: 'refuses a category that does not exist',
    edit: inXmp('<pdfaProperty:category>external<', '<pdfaProperty:category>foreign<'),
    finds: ['EI-PDF-8'],
  },
  {
    it: 'finds a second invoice although the XMP says which counts',
    edit: secondInvoice,
    finds: ['EI-PDF-9'],
  },
  {
    it: 'remarks a name in other letters',
    edit: (draft) =>
      inXmp(
        '>factur-x.xml<',
        '>Factur-X.xml<',
      )(
        draft.edit(
          PARTS.specification,
          '/F (factur-x.xml) /UF (factur-x.xml)',
          '/F (Factur-X.xml) /UF (Factur-X.xml)',
        ),
      ),
    finds: ['~EI-PDF-9', 'EI-PDF-5'],
  },
  {
    it: 'misses the name tree',
    edit: inPart('catalog', /\/Names << .* >> >> (?=\/AF)/, ''),
    finds: ['EI-PDF-10'],
  },
  { it: 'misses /AF', edit: inPart('catalog', /\/AF \[.*\] (?=\/Lang)/, ''), finds: ['EI-PDF-10'] },
  { it: 'misses /F', edit: inPart('specification', '/F (factur-x.xml)', ''), finds: ['EI-PDF-10'] },
  { it: 'misses /UF', edit: inPart('specification', '/UF (factur-x.xml)', ''), finds: ['EI-PDF-10'] },
  { it: 'misses the MIME type', edit: inPart('embedded', '/Subtype /text#2Fxml', ''), finds: ['EI-PDF-10'] },
  {
    it: 'refuses another MIME type',
    edit: inPart('embedded', 'text#2Fxml', 'text#2Fplain'),
    finds: ['EI-PDF-10'],
  },
  { it: 'takes application/xml', edit: inPart('embedded', 'text#2Fxml', 'application#2Fxml'), finds: [] },
  {
    it: 'misses the date',
    edit: inPart('embedded', '/ModDate (D:20261005000000Z)', ''),
    finds: ['EI-PDF-10'],
  },
  { it: 'refuses what is no date', edit: inPart('embedded', 'D:2026', '2026'), finds: ['EI-PDF-10'] },
  {
    it: 'misses the relationship',
    edit: inPart('specification', '/AFRelationship /Alternative', ''),
    finds: ['EI-PDF-11'],
  },
  {
    it: 'refuses Unspecified',
    edit: inPart('specification', '/Alternative', '/Unspecified'),
    finds: ['EI-PDF-11'],
  },
  { it: 'takes Source', edit: inPart('specification', '/Alternative', '/Source'), finds: [] },
  { it: 'warns of Data on BASIC', edit: of(BASIC, 'BASIC', 'Data'), finds: ['~EI-PDF-11'] },
  { it: 'takes Data on MINIMUM', edit: of('urn:factur-x.eu:1p0:minimum', 'MINIMUM', 'Data'), finds: [] },
  {
    it: 'refuses Alternative on BASIC WL',
    edit: of('urn:factur-x.eu:1p0:basicwl', 'BASIC WL', 'Alternative'),
    finds: ['EI-PDF-11'],
  },
  {
    it: 'knows the German names of levels',
    edit: of('urn:zugferd.de:2p0:minimum', 'MINIMUM', 'Data'),
    finds: [],
  },
  {
    it: 'refuses another level than promised',
    edit: inXmp('>EN 16931<', '>EXTENDED<'),
    finds: ['EI-PDF-12'],
  },
  {
    it: 'remarks a total that does not add up',
    edit: () => hybridDraft({ xml: invoiceXml({ total: '120.00' }), lines: [...HYBRID_LINES, '120,00'] }),
    finds: ['~EI-PDF-15'],
  },
  {
    it: 'remarks a line that does not add up',
    edit: () =>
      hybridDraft({
        xml: HYBRID_XML.replace('>10.00</ram:ChargeAmount>', '>11.00</ram:ChargeAmount>'),
        lines: HYBRID_LINES,
      }),
    finds: ['~EI-PDF-15'],
  },
  {
    it: 'adds the charges of a line to it, and takes its allowances off it',
    edit: () =>
      hybridDraft({
        xml: HYBRID_XML.replace('>10.00</ram:ChargeAmount>', '>9.90</ram:ChargeAmount>').replace(
          '<ram:SpecifiedTradeSettlementLineMonetarySummation>',
          (sums) => ofLine('true', '3.00') + ofLine('false', '2.00') + sums,
        ),
        lines: HYBRID_LINES,
      }),
    finds: [],
  },
  {
    it: 'takes the allowances of the invoice off the sum of its lines, and adds its charges',
    edit: () =>
      hybridDraft({
        xml: invoiceXml({ total: '116.00' }).replace(
          '<ram:TaxBasisTotalAmount>100.00',
          '<ram:ChargeTotalAmount>2.00</ram:ChargeTotalAmount><ram:AllowanceTotalAmount>5.00</ram:AllowanceTotalAmount><ram:TaxBasisTotalAmount>97.00',
        ),
        lines: [...HYBRID_LINES, '116,00'],
      }),
    finds: [],
  },
  {
    it: 'adds up neither lines that group others nor lines that only inform',
    edit: withSubLines('GROUP', 'INFORMATION'),
    finds: [],
  },
  { it: 'adds up each line of detail', edit: withSubLines('DETAIL'), finds: ['~EI-PDF-15'] },
  {
    it: 'remarks a page without the number',
    edit: onPage('Date 05.10.2026', 'Total 119,00 EUR'),
    finds: ['~EI-PDF-16'],
  },
  {
    it: 'remarks a page without the date',
    edit: onPage('Invoice R-2026-17', 'Total 119,00 EUR'),
    finds: ['~EI-PDF-16'],
  },
  {
    it: 'remarks another total',
    edit: onPage('R-2026-17', '5 October 2026', '118,00 EUR'),
    finds: ['~EI-PDF-16'],
  },
  {
    it: 'reads a date with its month and a point for cents',
    edit: onPage('R-2026-17', '5. Oktober 2026', '119.00'),
    finds: [],
  },
  { it: 'reads spaced letters', edit: onPage('R - 2026 - 17', '2026-10-05', '1 1 9 , 0 0'), finds: [] },
  { it: 'remarks pages without a text', edit: onPage(''), finds: ['~EI-PDF-16'] },
];

function asAttributes(draft: PdfDraft): PdfDraft {
  return draft.editStream(PARTS.xmp, (text) => {
    const values = [...text.matchAll(/<(fx:\w+)>([^<]*)<\/\1>/g)];
    const attributes = values.map(([, name, value]) => `${name}="${value}"`).join(' ');
    return text
      .replaceAll(/<(fx:\w+)>[^<]*<\/\1>\n/g, '')
      .replace(/(xmlns:fx="[^"]*")>/, (_, declared: string) => `${declared} ${attributes}>`);
  });
}

const told = (outcome: ReturnType<typeof judgePdf>): readonly string[] => [
  ...new Set(outcome.findings.map(({ code, severity }) => (severity === 'error' ? code : `~${code}`))),
];

describe('a hybrid PDF', () => {
  for (const { it: title, edit, finds } of ROWS)
    it(title, () => {
      const outcome = judgePdf(edit(good()).build());
      assert.deepEqual(told(outcome).toSorted(), [...finds].toSorted(), JSON.stringify(outcome));
    });

  const twoFaults = (): Buffer =>
    inXmp('>1.0<', '>9.9<')(inPart('specification', '/Alternative', '/Unspecified')(good())).build();

  it('submitted for Germany gets only warnings for parts that most German senders leave out', () =>
    assert.deepEqual(told(judgePdf(twoFaults(), { route: 'DE-XRECHNUNG' })), ['~EI-PDF-6', 'EI-PDF-11']));

  it('built by the service has to pass every rule, and its errors are assigned to us', () => {
    const { findings } = judgePdf(twoFaults(), { route: 'DE-XRECHNUNG', isBuiltHere: true });
    assert.deepEqual(
      findings.map(({ code, severity, whoFixes }) => [code, severity, whoFixes]),
      [
        ['EI-PDF-6', 'error', 'us'],
        ['EI-PDF-11', 'error', 'us'],
      ],
    );
  });

  it('has a row that breaks only it for each check, except checks of its content', () => {
    const alone = new Set(
      ROWS.flatMap(({ finds }) => (finds.length === 1 ? finds[0]!.replace('~', '') : [])),
    );
    assert.deepEqual(
      PDF_CODES.flatMap(({ codes }) => codes.map(([code]) => code)).filter(
        (code) => /-\d+$/.test(code) && !alone.has(code),
      ),
      ['EI-PDF-1', 'EI-PDF-13', 'EI-PDF-14'],
    );
  });

  for (const [what, edit] of [
    [
      '/F and /UF of /EF are two files',
      (draft: PdfDraft, other: number) =>
        draft.edit(PARTS.specification, /\/EF << \/F \d+/, `/EF << /F ${other}`),
    ],
    [
      'a third name in /EF is another file',
      (draft: PdfDraft, other: number) =>
        draft.edit(PARTS.specification, '/EF <<', `/EF << /Unix ${other} 0 R`),
    ],
    [
      '/EF has a key twice',
      (draft: PdfDraft, other: number) =>
        draft.edit(PARTS.specification, '/EF <<', `/EF << /UF ${other} 0 R`),
    ],
    [
      'its specification has /EF twice',
      (draft: PdfDraft, other: number) =>
        draft.edit(PARTS.specification, '/EF <<', `/EF << /F ${other} 0 R /UF ${other} 0 R >> /EF <<`),
    ],
    [
      'its specification has two names under one key',
      (draft: PdfDraft) => draft.edit(PARTS.specification, '/UF (', '/UF (other.xml) /UF ('),
    ],
    [
      'the list of attachments has /Names twice',
      (draft: PdfDraft) => draft.edit(PARTS.catalog, '/EmbeddedFiles <<', '/EmbeddedFiles << /Names [ ]'),
    ],
    ['the catalog has /AF twice', (draft: PdfDraft) => draft.edit(PARTS.catalog, '/AF [', '/AF [ ] /AF [')],
    [
      'its stream has two filters under one key',
      (draft: PdfDraft) =>
        draft.edit(PARTS.embedded, '/Subtype', '/Filter /FlateDecode /Filter [ ] /Subtype'),
    ],
  ] as const)
    it(`is refused if readers may take different invoices out of it: ${what}`, () => {
      const draft = good();
      const other = draft.next();
      draft.put(other, '<< /Type /EmbeddedFile /Subtype /text#2Fxml >>', invoiceXml({ number: 'R-2' }));
      const outcome = judgePdf(edit(draft, other).build());
      assert.deepEqual(told(outcome), ['EI-PDF-9'], JSON.stringify(outcome));
    });

  it('may have the same invoice under /F and /UF, in two streams', () => {
    const draft = good();
    const other = draft.next();
    draft
      .put(other, '<< /Type /EmbeddedFile /Subtype /text#2Fxml >>', HYBRID_XML, true)
      .edit(PARTS.specification, /\/EF << \/F \d+/, `/EF << /F ${other}`);
    assert.deepEqual(told(judgePdf(draft.build())), []);
  });

  it('may have a key twice that does not lead to the invoice', () =>
    assert.deepEqual(
      told(judgePdf(inPart('catalog', '/Lang (en)', '/Lang (de) /Lang (en)')(good()).build())),
      [],
    ));

  it('is refused if its trailer names two catalogs', () => {
    const draft = good();
    draft.trailer = `/Root ${PARTS.pages} 0 R ${draft.trailer}`;
    assert.deepEqual(told(judgePdf(draft.build())), ['EI-PDF-1']);
  });

  it('is refused without further findings if it is encrypted', () => {
    const draft = good();
    draft.trailer += ' /Encrypt << /Filter /Standard /V 1 >>';
    assert.deepEqual(told(judgePdf(draft.build())), ['EI-PDF-1']);
  });

  const layer = (name: string, code: string, source: string) =>
    ({
      layer: name,
      source,
      pack: null,
      durationMs: 0,
      outcome: 'invalid',
      findings: [{ code, severity: 'error', source, message: 'wrong' }],
    }) as const;

  for (const [what, before, code] of [
    ['its schema', layer('xsd', 'EI-XSD', 'XSD'), 'EI-PDF-13'],
    ['a rule', layer('en16931', 'BR-1', 'EN16931'), 'EI-PDF-14'],
  ] as const)
    it(`is not valid if its invoice breaks ${what}, and the finding names the path`, () => {
      const [{ code: cause, source }] = before.findings;
      assert.deepEqual(
        judgePdf(good().build(), { layers: [before] }).findings.map((one) => [one.code, one.related]),
        [[code, [{ code: cause, source }]]],
      );
    });
});
