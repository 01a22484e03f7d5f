import { hybridDraft, PARTS as P } from './hybrid.ts';
import { HYBRID_LINES, HYBRID_XML } from './invoice-xml.ts';
import type { PdfDraft } from './pdf-draft.ts';
import { srgbProfile } from './srgb-profile.ts';

/** A fault that one clause of ISO 19005-3 forbids, in a file without other faults. */
export interface PdfaFault {
  readonly it: string;
  /** The clause in the finding; undefined if the file stays valid. */
  readonly clause: string | undefined;
  readonly make: (draft: PdfDraft) => PdfDraft | Buffer;
  /** veraPDF's name of the clause, if it differs. */
  readonly veraPdf?: string;
  /** The reason why veraPDF does not check it. */
  readonly alone?: string;
}

export const goodHybrid = (): PdfDraft => hybridDraft({ xml: HYBRID_XML, lines: HYBRID_LINES });

const edit =
  (part: keyof typeof P, from: string | RegExp, to: string) =>
  (draft: PdfDraft): PdfDraft =>
    draft.edit(P[part], from, to);
const inXmp =
  (from: string | RegExp, to: string) =>
  (draft: PdfDraft): PdfDraft =>
    draft.editStream(P.xmp, (text) => text.replace(from, to));
const inContent =
  (words: string) =>
  (draft: PdfDraft): PdfDraft =>
    draft.editStream(P.content, (text) => `${text}${words}\n`);
const bytesOf =
  (change: (text: string) => string) =>
  (draft: PdfDraft): Buffer =>
    Buffer.from(change(draft.build().toString('latin1')), 'latin1');
const withTrailer =
  (change: (draft: PdfDraft) => void) =>
  (draft: PdfDraft): PdfDraft => {
    change(draft);
    return draft;
  };
const inCatalog = (words: string) => edit('catalog', '/Lang (en)', `/Lang (en) ${words}`);
const onPage = (words: string) => edit('page', '/Type /Page /Parent', `/Type /Page ${words} /Parent`);
const annotation = (words: string) => onPage(`/Annots [ << /Type /Annot /Rect [ 0 0 10 10 ] ${words} >> ]`);
const LINK = '/Subtype /Link /F 4';
const resource = (kind: string, name: string, value: string) =>
  edit('page', '/Resources << ', `/Resources << /${kind} << /${name} ${value} >> `);
const both =
  (...changes: readonly ((draft: PdfDraft) => PdfDraft)[]) =>
  (draft: PdfDraft): PdfDraft =>
    changes.reduce((changed, change) => change(changed), draft);

const image = (words: string) => (draft: PdfDraft) => {
  const number = draft.next();
  draft.put(
    number,
    `<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceRGB ${words} >>`,
    '\x10\x20\x30',
  );
  return both(resource('XObject', 'I', `${number} 0 R`), inContent('/I Do'))(draft);
};
const BITS = '/BitsPerComponent 8';
const form = (words: string, content: string) => (draft: PdfDraft) => {
  const number = draft.next();
  draft.put(number, `<< /Type /XObject /Subtype /Form /BBox [ 0 0 9 9 ] ${words} >>`, content);
  return both(resource('XObject', 'X', `${number} 0 R`), inContent('/X Do'))(draft);
};
const state = (words: string) => both(resource('ExtGState', 'G', `<< ${words} >>`), inContent('/G gs'));
const withoutIntent = edit('catalog', /\/OutputIntents \[ \d+ 0 R \] /, '');
const profile = (bytes: Uint8Array, n: number) => (draft: PdfDraft) =>
  draft.put(P.profile, `<< /N ${n} >>`, bytes);
const attachment =
  (specification: string, stream = '/Subtype /text#2Fplain', isAssociated = true) =>
  (draft: PdfDraft) => {
    const [spec, file] = [draft.next(), draft.next() + 1];
    draft
      .put(spec, `<< /Type /Filespec ${specification} /EF << /F ${file} 0 R >> >>`)
      .put(file, `<< /Type /EmbeddedFile ${stream} >>`, 'more')
      .edit(P.catalog, '] >> >>', `(z) ${spec} 0 R ] >> >>`);
    return isAssociated ? draft.edit(P.catalog, '/AF [', `/AF [ ${spec} 0 R`) : draft;
  };
const plainFont = (words: string) =>
  both(
    resource('Font', 'F2', `<< /Type /Font ${words} >>`),
    inContent('BT /F2 9 Tf 9 9 Td (x) Tj ET'),
    (draft) =>
      draft
        .edit(P.page, /\/Font << \/F1 (\d+ 0 R) >> /, '')
        .edit(P.page, '/Font << ', `/Font << /F1 ${P.font} 0 R `),
  );

const GLYPHS = 96;
/** A `/CIDSet`: a bit for each glyph of the font, the highest first. */
function glyphBits(lists: (glyph: number) => boolean): Buffer {
  const bits = Buffer.alloc(GLYPHS / 8);
  for (let glyph = 0; glyph < GLYPHS; glyph += 1) if (lists(glyph)) bits[glyph >> 3]! |= 0x80 >> (glyph & 7);
  return bits;
}
const cidSet =
  (bits: Uint8Array) =>
  (draft: PdfDraft): PdfDraft => {
    const number = draft.next();
    return draft
      .put(number, '<< >>', bits)
      .edit(P.descriptor, '/FontFile2', `/CIDSet ${number} 0 R /FontFile2`);
  };
/** An object whose value and `endobj` share a line. */
const besideEnd = (value: string, gap: string) => (draft: PdfDraft) => {
  const number = draft.next();
  draft.put(number, value).edit(P.info, '<< ', `<< /Own ${number} 0 R `);
  return bytesOf((text) =>
    text.replace(`\n${value}\nendobj\n`, `\n${value}${gap}endobj\n${gap === '' ? '\n' : ''}`),
  )(draft);
};

/** A hybrid without another fault. */
export function bytesWith({ make }: PdfaFault): Buffer {
  const file = make(goodHybrid());
  return Buffer.isBuffer(file) ? file : file.build();
}

export const PDFA_FAULTS: readonly PdfaFault[] = [
  { it: 'nothing', clause: undefined, make: (draft) => draft },
  {
    it: 'a line before the header',
    clause: '6.1.2',
    make: bytesOf((text) => `\n${text}`),
  },
  {
    it: 'another version',
    clause: '6.1.2',
    make: withTrailer((draft) => (draft.header = '%PDF-2.0\n%\xe2\xe3\xcf\xd3\n')),
  },
  {
    it: 'no binary comment',
    clause: '6.1.2',
    make: withTrailer((draft) => (draft.header = '%PDF-1.7\n%abcd\n')),
  },
  {
    it: 'no /ID',
    clause: '6.1.3',
    make: withTrailer((draft) => (draft.trailer = draft.trailer.replace(/\/ID .*/, ''))),
  },
  { it: 'more behind the end', clause: '6.1.3', make: withTrailer((draft) => (draft.footer += 'more\n')) },
  {
    it: 'two line ends behind the end',
    clause: '6.1.3',
    make: withTrailer((draft) => (draft.footer += '\n')),
  },
  {
    it: 'no line end behind the end',
    clause: undefined,
    make: withTrailer((draft) => (draft.footer = '%%EOF')),
  },
  { it: 'an odd hexadecimal text', clause: '6.1.6', make: edit('info', '(test)', '<414>') },
  { it: 'another character in it', clause: '6.1.6', make: edit('info', '(test)', '<41x4>') },
  {
    it: 'a stream that is shorter than stated',
    clause: '6.1.7.1',
    make: (draft) => draft.lengthOf(P.content, '9999'),
  },
  {
    it: 'a stream that is longer than stated',
    clause: '6.1.7.1',
    make: (draft) => draft.lengthOf(P.content, '20'),
  },
  {
    it: 'no line end before endstream',
    clause: '6.1.7.1',
    make: bytesOf((text) =>
      text.replace('ET\n\nendstream', 'ET\nX endstream').replace('\nX endstream', '\n\tendstream'),
    ),
    alone: 'it takes the tab for a part of the stream',
  },
  {
    it: 'LZW',
    clause: '6.1.7.2',
    make: edit('content', '<< >>', '<< /Filter /LZWDecode >>'),
    alone: 'it falls over such a stream',
  },
  {
    it: 'a stream in another file',
    clause: '6.1.7.1',
    make: edit('xmp', '/Subtype /XML', '/Subtype /XML /F (x)'),
  },
  { it: 'a number beside endobj', clause: undefined, make: besideEnd('4242', '') },
  { it: 'a number in the line of endobj', clause: undefined, make: besideEnd('-3', ' ') },
  { it: 'a word beside endobj', clause: undefined, make: besideEnd('true', '') },
  { it: 'a word in the line of endobj', clause: '6.1.9', make: besideEnd('null', ' ') },
  { it: 'a decimal number beside endobj', clause: '6.1.9', make: besideEnd('1.0', '') },
  { it: 'a text beside endobj', clause: '6.1.9', make: besideEnd('(x)', '') },
  {
    it: 'two blanks in the head of an object',
    clause: '6.1.9',
    make: (draft) => bytesOf((text) => text.replace('\n15 0 obj\n<< ', '\n15  0 obj\n<<'))(draft),
  },
  { it: 'permissions', clause: '6.1.12', make: inCatalog('/Perms << /Mine 1 >>') },
  { it: 'a number beyond 32 bits', clause: '6.1.13', make: edit('info', '(test)', '9999999999') },
  {
    it: 'a text beyond 32,767 bytes',
    clause: '6.1.13',
    make: edit('info', '(test)', `(${'x'.repeat(32_768)})`),
  },
  { it: 'a name beyond 127 bytes', clause: '6.1.13', make: edit('info', '(test)', `/${'x'.repeat(128)}`) },
  { it: 'a tiny page', clause: '6.1.13', make: edit('page', '0 0 595 842', '0 0 595 2') },
  { it: 'q within q', clause: '6.1.13', make: inContent(`${'q '.repeat(29)}${'Q '.repeat(29)}`) },
  { it: 'an operator that does not exist', clause: '6.2.2', make: inContent('what') },
  {
    it: 'resources of the node above',
    clause: '6.2.2',
    make: (draft) => {
      const [, resources] = /(\/Resources << \/Font << .*? >> >> )/.exec(draft.objects.get(P.page)!.text)!;
      return draft.edit(P.page, resources!, '').edit(P.pages, '/Type /Pages', `/Type /Pages ${resources}`);
    },
  },
  { it: 'a profile that is none', clause: '6.2.3', make: profile(Buffer.alloc(200), 3) },
  { it: 'a profile of a scanner', clause: '6.2.3', make: profile(srgbProfile('RGB ', 'scnr'), 3) },
  {
    it: 'two intents with two profiles',
    clause: '6.2.3',
    make: (draft) => {
      const number = draft.next();
      draft.put(number, '<< /N 3 >>', srgbProfile());
      return draft.edit(
        P.catalog,
        '/OutputIntents [',
        `/OutputIntents [ << /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier (x) /DestOutputProfile ${number} 0 R >>`,
      );
    },
  },
  { it: 'no intent, and RGB', clause: '6.2.4.3', make: withoutIntent },
  { it: 'CMYK with an RGB intent', clause: '6.2.4.3', make: inContent('0 0 0 1 k 0 0 5 5 re f') },
  {
    it: 'a CMYK colour that paints nothing',
    clause: undefined,
    make: inContent('0 0 0 1 k'),
    alone: 'see the next',
  },
  { it: 'RGB with a CMYK intent', clause: '6.2.4.3', make: profile(srgbProfile('CMYK', 'prtr'), 4) },
  { it: 'grey with an RGB intent', clause: undefined, make: inContent('0 g 0 0 5 5 re f') },
  { it: 'a transfer function', clause: '6.2.5', make: state('/TR /Identity') },
  { it: 'another transfer function', clause: '6.2.5', make: state('/TR2 /Identity') },
  { it: 'the usual transfer function', clause: undefined, make: state('/TR2 /Default') },
  { it: 'a rendering intent that does not exist', clause: '6.2.6', make: inContent('/Mine ri') },
  { it: 'a picture', clause: undefined, make: image(BITS) },
  { it: 'a picture with others in its place', clause: '6.2.8', make: image(`${BITS} /Alternates [ ]`) },
  { it: 'a smoothed picture', clause: '6.2.8', make: image(`${BITS} /Interpolate true`) },
  { it: 'a picture of three bits', clause: '6.2.8', make: image('/BitsPerComponent 3') },
  {
    it: 'a picture that lies about its size',
    clause: undefined,
    make: (draft) =>
      image(BITS)(draft).edit(draft.next() - 1, '/Width 1 /Height 1', '/Width 99999999 /Height 99999999'),
  },
  { it: 'a form', clause: undefined, make: form('/Resources << >>', '0 0 5 5 re f') },
  {
    it: 'a form of another file',
    clause: '6.2.9',
    make: form('/Resources << >> /Ref << >>', '0 0 5 5 re f'),
  },
  {
    it: 'a form with PostScript',
    clause: '6.2.9',
    make: form('/Resources << >> /Subtype2 /PS', '0 0 5 5 re f'),
  },
  { it: 'a blend mode that does not exist', clause: '6.2.10', make: state('/BM /Mine') },
  { it: 'transparency with an intent', clause: undefined, make: state('/ca 0.5') },
  {
    it: 'transparency without an intent',
    clause: '6.2.10',
    make: (draft) => {
      const colour = '/CS cs 0 0 0 sc 0 0 5 5 re f';
      const plain = both(withoutIntent, resource('ColorSpace', 'CS', `[ /ICCBased ${P.profile} 0 R ]`));
      return both(plain, state('/ca 0.5'), inContent(colour))(draft.put(P.content, '<< >>', ''));
    },
  },
  {
    it: 'a profile of its own without an intent',
    clause: undefined,
    make: (draft) =>
      both(
        withoutIntent,
        resource('ColorSpace', 'CS', `[ /ICCBased ${P.profile} 0 R ]`),
      )(draft.put(P.content, '<< >>', '/CS cs 0 0 0 sc 0 0 5 5 re f\n')),
  },
  {
    it: 'a standard font',
    clause: '6.2.11.4.1',
    make: plainFont('/Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding'),
  },
  {
    it: 'a standard font that is not seen',
    clause: undefined,
    make: (draft) =>
      plainFont('/Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding')(draft).editStream(
        P.content,
        (text) => text.replace('BT /F2', 'BT 3 Tr /F2'),
      ),
  },
  {
    it: 'a font without its program',
    clause: '6.2.11.4.1',
    make: edit('descriptor', /\/FontFile2 \d+ 0 R/, ''),
  },
  {
    it: 'a font that does not map its characters',
    clause: '6.2.11.3',
    make: edit('cidFont', '/CIDToGIDMap /Identity', ''),
    veraPdf: '6.2.11.3.2',
  },
  { it: 'other widths', clause: '6.2.11.5', make: edit('cidFont', '/DW 500', '/DW 700') },
  {
    it: 'a character without a glyph',
    clause: '6.2.11.8',
    make: (draft) => draft.editStream(P.content, (text) => text.replace('<', '<0000')),
  },
  {
    it: 'a glyph beyond the font',
    clause: '6.2.11.4.1',
    make: (draft) => draft.editStream(P.content, (text) => text.replace('<', '<7fff')),
  },
  {
    it: 'no /ToUnicode on level U',
    clause: '6.2.11.7',
    make: edit('font', /\/ToUnicode \d+ 0 R/, ''),
    veraPdf: '6.2.11.7.2',
  },
  {
    it: 'a link',
    clause: undefined,
    make: annotation(`${LINK} /A << /S /URI /URI (https://example.com) >>`),
  },
  {
    it: 'a subset font with a list of all its glyphs',
    clause: undefined,
    make: cidSet(glyphBits((glyph) => glyph > 0)),
  },
  {
    it: 'a subset font whose list of glyphs lacks one that is not shown',
    clause: '6.2.11.4.2',
    make: cidSet(glyphBits((glyph) => glyph !== 95)),
  },
  {
    it: 'a subset font whose list of glyphs names one that it lacks',
    clause: '6.2.11.4.2',
    make: cidSet(Buffer.concat([glyphBits(() => true), Buffer.from([0x80])])),
  },
  {
    it: 'a subset font whose list of glyphs ends too early',
    clause: '6.2.11.4.2',
    make: cidSet(glyphBits(() => true).subarray(0, 11)),
  },
  {
    it: 'a whole font with an empty list of glyphs',
    clause: undefined,
    make: (draft) => {
      for (const part of [P.font, P.cidFont, P.descriptor]) draft.edit(part, '/ABCDEF+Boxes', '/Boxes');
      return cidSet(Buffer.alloc(12))(draft);
    },
  },
  {
    it: 'an annotation with sound',
    clause: '6.3.1',
    make: annotation('/Subtype /Sound /F 4 /AP << /N 4 0 R >>'),
  },
  { it: 'an annotation without flags', clause: '6.3.2', make: annotation('/Subtype /Link') },
  { it: 'an annotation that is not printed', clause: '6.3.2', make: annotation('/Subtype /Link /F 0') },
  { it: 'a note without an appearance', clause: '6.3.3', make: annotation('/Subtype /Text /F 4') },
  {
    it: 'JavaScript',
    clause: '6.5.1',
    make: annotation(`${LINK} /A << /S /JavaScript /JS (app.alert\\(1\\)) >>`),
  },
  {
    it: 'JavaScript when it is opened',
    clause: '6.5.1',
    make: inCatalog('/OpenAction << /S /JavaScript /JS (x) >>'),
  },
  { it: 'a program to start', clause: '6.5.1', make: annotation(`${LINK} /A << /S /Launch /F (x) >>`) },
  {
    it: 'a program to start, after another action',
    clause: '6.5.1',
    make: annotation(`${LINK} /A << /S /URI /URI (x) /Next << /S /Launch /F (x) >> >>`),
  },
  {
    it: 'a named action of its own',
    clause: '6.5.1',
    make: annotation(`${LINK} /A << /S /Named /N /Print >>`),
  },
  {
    it: 'something done when it is closed',
    clause: '6.5.2',
    make: inCatalog('/AA << /WC << /S /URI /URI (x) >> >>'),
  },
  {
    it: 'something done when a page is shown',
    clause: '6.5.2',
    make: onPage('/AA << /O << /S /URI /URI (x) >> >>'),
  },
  {
    it: 'fields without appearance',
    clause: '6.4.1',
    make: inCatalog('/AcroForm << /Fields [ ] /NeedAppearances true >>'),
  },
  { it: 'an XFA form', clause: '6.4.2', make: inCatalog('/AcroForm << /Fields [ ] /XFA (x) >>') },
  { it: 'an old XMP header', clause: '6.6.2.1', make: inXmp('id="W5M0', 'bytes="99" id="W5M0') },
  {
    it: 'a property that is not declared',
    clause: '6.6.2.3',
    make: inXmp('<pdf:Producer>', '<m:Own xmlns:m="urn:mine#">1</m:Own><pdf:Producer>'),
    veraPdf: '6.6.2.3.1',
  },
  { it: 'PDF/A-2', clause: '6.6.4', make: inXmp('<pdfaid:part>3', '<pdfaid:part>2') },
  { it: 'no level of PDF/A', clause: '6.6.4', make: inXmp('<pdfaid:conformance>U', '<pdfaid:conformance>X') },
  { it: 'no word of PDF/A', clause: '6.6.4', make: inXmp(/<pdfaid:.*\n<pdfaid:.*\n/, '') },
  {
    it: 'level A without structure',
    clause: '6.7',
    make: inXmp('<pdfaid:conformance>U', '<pdfaid:conformance>A'),
    alone: 'it is asked for level U here',
  },
  {
    it: 'a second attachment',
    clause: undefined,
    make: attachment('/F (z) /UF (z) /AFRelationship /Supplement'),
  },
  {
    it: 'a second attachment without MIME type',
    clause: '6.8',
    make: attachment('/F (z) /UF (z) /AFRelationship /Supplement', ''),
  },
  {
    it: 'a second attachment without /UF',
    clause: '6.8',
    make: attachment('/F (z) /AFRelationship /Supplement'),
  },
  { it: 'a second attachment without relationship', clause: '6.8', make: attachment('/F (z) /UF (z)') },
  {
    it: 'a second attachment that is not associated',
    clause: '6.8',
    make: attachment('/F (z) /UF (z) /AFRelationship /Supplement', undefined, false),
  },
  { it: 'layers without a name', clause: '6.9', make: inCatalog('/OCProperties << /OCGs [ ] /D << >> >>') },
  {
    it: 'layers that appear by themselves',
    clause: '6.9',
    make: inCatalog('/OCProperties << /OCGs [ ] /D << /Name (x) /AS [ ] >> >>'),
  },
  { it: 'steps of a presentation', clause: '6.10', make: onPage('/PresSteps << >>') },
  { it: 'requirements', clause: '6.11', make: inCatalog('/Requirements [ ]') },
];
