import { deflateSync } from 'node:zlib';
import { hybridDraft, PARTS as P } from './hybrid.ts';
import { HYBRID_LINES, HYBRID_XML } from './invoice-xml.ts';
import type { PdfDraft } from './pdf-draft.ts';

export interface HostilePdf {
  readonly it: string;
  readonly make: () => Uint8Array;
  /** The code of the refusal, or of the layer; a list if a machine may stop it at either. */
  readonly code: string | undefined;
}

const good = (): PdfDraft => hybridDraft({ xml: HYBRID_XML, lines: HYBRID_LINES });
const text = (...parts: readonly string[]): Buffer => Buffer.from(parts.join(''), 'latin1');

/** Many times the allowed size of a stream, in some kilobytes. */
const bomb = (): Buffer => deflateSync(Buffer.alloc(60_000_000, 0x20), { level: 9 });
let kept: Buffer | undefined;
const theBomb = (): Buffer => (kept ??= bomb());
const bombAt = (part: keyof typeof P) => () => {
  const draft = good();
  const { text: dict } = draft.objects.get(P[part])!;
  return draft.put(P[part], dict.replace(/>>$/, '/Filter /FlateDecode >>'), theBomb()).build();
};
const filled = (words: string) => () =>
  text('%PDF-1.7\n', words.repeat(Math.floor(4_900_000 / words.length)));
const built = (change: (draft: PdfDraft) => unknown) => () => {
  const draft = good();
  change(draft);
  return draft.build();
};
const ending = (words: string) => () => text('%PDF-1.7\n', words, '\n%%EOF\n');
const xrefStream =
  (entries: string, data: Uint8Array = Buffer.alloc(20)) =>
  () =>
    Buffer.concat([
      text(
        '%PDF-1.7\n',
        `1 0 obj\n<< /Type /XRef /Root 2 0 R /Length ${data.length} ${entries} >>\nstream\n`,
      ),
      data,
      text('\nendstream\nendobj\nstartxref\n9\n%%EOF\n'),
    ]);

export const HOSTILE_PDFS: readonly HostilePdf[] = [
  { it: 'cut off after the header', make: () => good().build().subarray(0, 20), code: 'EI-PDF-1' },
  { it: 'cut off in the middle', make: () => good().build().subarray(0, 4_000), code: 'EI-PDF-1' },
  {
    it: 'encrypted',
    make: built((draft) => (draft.trailer += ' /Encrypt << /Filter /Standard /V 1 >>')),
    code: 'EI-PDF-1',
  },
  { it: 'of garbage', make: filled('\x93\x01zq]>'), code: 'EI-PDF-1' },
  { it: 'of open dictionaries', make: filled('<<'), code: 'EI-PDF-1' },
  { it: 'of open arrays', make: filled('['), code: 'EI-PDF-1' },
  { it: 'of open texts', make: filled('('), code: 'EI-PDF-1' },
  { it: 'of heads of objects', make: filled('1 0 obj '), code: 'EI-PDF-1' },
  { it: 'of trailers', make: filled('trailer '), code: 'EI-PDF-1' },
  {
    it: 'of streams of objects',
    make: () => text('%PDF-1.7\n', Array.from({ length: 150_000 }, (_, n) => `${n} 0 obj /ObjStm `).join('')),
    code: 'EI-PDF-1',
  },
  {
    it: 'with a circle of cross-references',
    make: built((draft) => (draft.trailer += ' /Prev 0000000000')),
    code: 'EI-PDF-2',
  },
  {
    it: 'with cross-references that lead to themselves',
    make: () => {
      const bytes = good().build().toString('latin1');
      const at = bytes.lastIndexOf('xref\n0 ');
      return text(bytes.replace('/Info ', `/Prev ${at} /Info `));
    },
    code: 'EI-PDF-2',
  },
  {
    it: 'with entries of no width',
    make: xrefStream('/W [ 0 0 0 ] /Index [ 0 4000000000 ]'),
    code: 'EI-PDF-1',
  },
  {
    it: 'with four thousand million entries',
    make: xrefStream('/W [ 1 1 1 ] /Size 4000000000'),
    code: 'EI-PDF-1',
  },
  {
    it: 'with a bomb for cross-references',
    make: () => xrefStream('/W [ 1 1 1 ] /Size 9 /Filter /FlateDecode', theBomb())(),
    code: 'EI-PDF-1',
  },
  {
    it: 'with rows of no possible width',
    make: () =>
      xrefStream(
        '/W [ 1 1 1 ] /Size 9 /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 999999999 >>',
        deflateSync(Buffer.alloc(99)),
      )(),
    code: 'EI-PDF-1',
  },
  {
    it: 'with a catalog that is itself',
    make: ending('1 0 obj\n1 0 R\nendobj\ntrailer << /Root 1 0 R >>'),
    code: 'EI-PDF-1',
  },
  {
    it: 'with a length that is its own',
    make: built((draft) => draft.lengthOf(P.embedded, `${P.embedded} 0 R`)),
    code: 'EI-PDF-1',
  },
  {
    it: 'with pages in a circle',
    make: built((draft) => draft.edit(P.pages, /\/Kids \[.*\]/, `/Kids [ ${P.pages} 0 R ]`)),
    code: 'EI-PDF-2',
  },
  {
    it: 'with a circle of attachments',
    make: built((draft) => {
      draft
        .put(90, '<< /Kids [ 90 0 R ] >>')
        .edit(P.catalog, /\/EmbeddedFiles << .* >> >> \/AF/, '/EmbeddedFiles 90 0 R >> /AF');
    }),
    code: 'EI-PDF-1',
  },
  { it: 'with a bomb for an invoice', make: bombAt('embedded'), code: 'EI-PDF-9' },
  { it: 'with a bomb for metadata', make: bombAt('xmp'), code: 'EI-PDF-3' },
  { it: 'with a bomb for a page', make: bombAt('content'), code: 'EI-PDF-CHECK' },
  { it: 'with a bomb for a font', make: bombAt('fontFile'), code: 'EI-PDF-CHECK' },
  { it: 'with a bomb for a profile', make: bombAt('profile'), code: 'EI-PDF-CHECK' },
  {
    it: 'with a bomb for objects',
    make: built((draft) =>
      draft
        .put(91, '<< /Type /ObjStm /N 9 /First 50 /Filter /FlateDecode >>', theBomb())
        .edit(P.info, '(test)', '91 0 R'),
    ),
    code: undefined,
  },
  {
    it: 'with a bomb in base 85',
    make: built((draft) => draft.put(P.content, '<< /Filter /ASCII85Decode >>', 'z'.repeat(4_500_000))),
    code: 'EI-PDF-CHECK',
  },
  {
    it: 'with a filter upon filters',
    make: built((draft) =>
      draft.edit(P.embedded, '/Params', `/Filter [ ${'/FlateDecode '.repeat(40)}] /Params`),
    ),
    code: 'EI-PDF-9',
  },
  {
    it: 'with an endless page',
    make: built((draft) => draft.put(P.content, '<< >>', '1 0 0 rg '.repeat(400_000))),
    code: undefined,
  },
  {
    it: 'with forms within themselves',
    make: built((draft) =>
      draft
        .put(
          92,
          '<< /Type /XObject /Subtype /Form /BBox [ 0 0 9 9 ] /Resources << /XObject << /X 92 0 R >> >> >>',
          '/X Do /X Do',
        )
        .edit(P.page, '/Resources << ', '/Resources << /XObject << /X 92 0 R >> ')
        .editStream(P.content, (before) => `${before}/X Do\n`),
    ),
    code: undefined,
  },
  {
    it: 'with arrays within arrays',
    make: built((draft) => draft.edit(P.info, '(test)', `${'['.repeat(100_000)}${']'.repeat(100_000)}`)),
    code: 'EI-PDF-2',
  },
  {
    it: 'with half a million values',
    make: built((draft) => draft.edit(P.info, '(test)', `[ ${'1 '.repeat(600_000)}]`)),
    code: 'EI-PDF-CHECK',
  },
  {
    it: 'with a name of megabytes',
    make: built((draft) => draft.edit(P.info, '(test)', `/${'a'.repeat(4_500_000)}`)),
    code: 'EI-PDF-CHECK',
  },
  {
    it: 'with names of millions of escapes',
    make: built((draft) => draft.edit(P.info, '(test)', `[ ${`/${'#41'.repeat(42)} `.repeat(35_000)}]`)),
    code: 'EI-PDF-CHECK',
  },
  {
    it: 'with a page of a million operators',
    make: built((draft) => draft.put(P.content, '<< >>', 'q Q '.repeat(500_000))),
    code: 'EI-PDF-CHECK',
  },
  {
    it: 'with a font that lies about its size',
    make: built((draft) =>
      draft.put(
        P.fontFile,
        '<< >>',
        Buffer.concat([Buffer.from([0, 1, 0, 0, 255, 255]), Buffer.alloc(500, 0xff)]),
      ),
    ),
    code: 'EI-PDF-2',
  },
  {
    it: 'with a profile that is cut off',
    make: built((draft) => draft.put(P.profile, '<< /N 3 >>', Buffer.alloc(10))),
    code: 'EI-PDF-2',
  },
  {
    it: 'with JavaScript',
    make: built((draft) =>
      draft.edit(P.catalog, '/Lang', '/OpenAction << /S /JavaScript /JS (while\\(1\\);) >> /Lang'),
    ),
    code: 'EI-PDF-2',
  },
  {
    it: 'with a program to start',
    make: built((draft) => draft.edit(P.catalog, '/Lang', '/OpenAction << /S /Launch /F (/bin/sh) >> /Lang')),
    code: 'EI-PDF-2',
  },
  {
    it: 'with an invoice in another file',
    make: built((draft) => draft.edit(P.embedded, '/Params', '/F (/etc/passwd) /Params')),
    code: 'EI-PDF-2',
  },
];
