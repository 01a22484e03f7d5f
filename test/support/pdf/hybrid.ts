import { PdfDraft } from './pdf-draft.ts';
import { GLYPH_WIDTH, glyphOf, plainFont } from './plain-font.ts';
import { srgbProfile } from './srgb-profile.ts';

/** Numbers of the objects of a valid hybrid. */
export const PARTS = {
  catalog: 1,
  pages: 2,
  page: 3,
  content: 4,
  font: 5,
  cidFont: 6,
  descriptor: 7,
  fontFile: 8,
  toUnicode: 9,
  xmp: 10,
  intent: 11,
  profile: 12,
  specification: 13,
  embedded: 14,
  info: 15,
} as const;

export interface HybridContent {
  readonly xml: string | Uint8Array;
  readonly name?: string;
  readonly level?: string;
  readonly relationship?: string;
  /** Lines of the page. */
  readonly lines: readonly string[];
}

/** A PDF/A-3U with one page and an invoice that conforms to every rule. Nothing is compressed, so a test can change any byte. */
export function hybridDraft(content: HybridContent): PdfDraft {
  const { xml, name = 'factur-x.xml', level = 'EN 16931', relationship = 'Alternative', lines } = content;
  const file = typeof xml === 'string' ? Buffer.from(xml) : Buffer.from(xml);
  const P = PARTS;
  const draft = new PdfDraft()
    .put(
      P.catalog,
      `<< /Type /Catalog /Pages ${P.pages} 0 R /Metadata ${P.xmp} 0 R /OutputIntents [ ${P.intent} 0 R ] /Names << /EmbeddedFiles << /Names [ (${name}) ${P.specification} 0 R ] >> >> /AF [ ${P.specification} 0 R ] /Lang (en) >>`,
    )
    .put(P.pages, `<< /Type /Pages /Kids [ ${P.page} 0 R ] /Count 1 >>`)
    .put(
      P.page,
      `<< /Type /Page /Parent ${P.pages} 0 R /MediaBox [ 0 0 595 842 ] /Resources << /Font << /F1 ${P.font} 0 R >> >> /Contents ${P.content} 0 R >>`,
    )
    .put(P.content, '<< >>', pageContent(lines))
    .put(
      P.font,
      `<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Boxes /Encoding /Identity-H /DescendantFonts [ ${P.cidFont} 0 R ] /ToUnicode ${P.toUnicode} 0 R >>`,
    )
    .put(
      P.cidFont,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Boxes /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${P.descriptor} 0 R /DW ${GLYPH_WIDTH} /W [ 0 [ ${GLYPH_WIDTH} ${GLYPH_WIDTH} ] ] /CIDToGIDMap /Identity >>`,
    )
    .put(
      P.descriptor,
      `<< /Type /FontDescriptor /FontName /ABCDEF+Boxes /Flags 4 /FontBBox [ 50 0 450 700 ] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 ${P.fontFile} 0 R >>`,
    )
    .put(P.fontFile, `<< /Length1 ${plainFont().length} >>`, plainFont())
    .put(P.toUnicode, '<< >>', TO_UNICODE)
    .put(P.xmp, '<< /Type /Metadata /Subtype /XML >>', Buffer.from(xmpPacket({ name, level })))
    .put(
      P.intent,
      `<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /Info (near sRGB) /DestOutputProfile ${P.profile} 0 R >>`,
    )
    .put(P.profile, '<< /N 3 >>', srgbProfile())
    .put(
      P.specification,
      `<< /Type /Filespec /F (${name}) /UF (${name}) /Desc (Invoice) /AFRelationship /${relationship} /EF << /F ${P.embedded} 0 R /UF ${P.embedded} 0 R >> >>`,
    )
    .put(
      P.embedded,
      `<< /Type /EmbeddedFile /Subtype /text#2Fxml /Params << /ModDate (D:20261005000000Z) /Size ${file.length} >> >>`,
      file,
    )
    .put(P.info, '<< /Title (Invoice) /Producer (test) /CreationDate (D:20261005000000Z) >>');
  draft.trailer = `/Root ${P.catalog} 0 R /Info ${P.info} 0 R /ID [ <00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff> ]`;
  return draft;
}

const pageContent = (lines: readonly string[]): string =>
  [
    '0 0 0 rg',
    'BT',
    '/F1 10 Tf',
    '50 780 Td',
    '14 TL',
    ...lines.map((line) => `<${hexOf(line)}> Tj T*`),
    'ET',
    '',
  ].join('\n');

const hexOf = (line: string): string =>
  [...line].map((character) => glyphOf(character).toString(16).padStart(4, '0')).join('');

const TO_UNICODE = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
1 beginbfrange
<0001> <005f> <0020>
endbfrange
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;

const PROPERTY = (name: string, description: string): string =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`;

const xmpPacket = ({ name, level }: { readonly name: string; readonly level: string }): string =>
  `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>3</pdfaid:part>
<pdfaid:conformance>U</pdfaid:conformance>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Invoice</rdf:li></rdf:Alt></dc:title>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<xmp:CreateDate>2026-10-05T00:00:00Z</xmp:CreateDate>
<pdf:Producer>test</pdf:Producer>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
<fx:DocumentType>INVOICE</fx:DocumentType>
<fx:DocumentFileName>${name}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version>
<fx:ConformanceLevel>${level}</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${PROPERTY('DocumentFileName', 'The name of the invoice')}
${PROPERTY('DocumentType', 'The type of the document')}
${PROPERTY('Version', 'The version of the standard')}
${PROPERTY('ConformanceLevel', 'The level of the invoice')}
</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
