import { type Message, say } from '../../vocabulary/message.ts';
import { quotedName } from '../../vocabulary/quoted.ts';
import { PdfName, type PdfDict } from '../read/objects.ts';
import type { Clause } from './clause.ts';
import type { Found, PdfaDocument } from './document.ts';

const RENDERING = ['RelativeColorimetric', 'AbsoluteColorimetric', 'Perceptual', 'Saturation'];
const BLENDING = new Set([
  ...[
    'Normal',
    'Compatible',
    'Multiply',
    'Screen',
    'Overlay',
    'Darken',
    'Lighten',
    'ColorDodge',
    'ColorBurn',
  ],
  ...['HardLight', 'SoftLight', 'Difference', 'Exclusion', 'Hue', 'Saturation', 'Color', 'Luminosity'],
]);

function* content({ drawn }: PdfaDocument): Iterable<Message> {
  for (const name of drawn.unknownOperators)
    yield say('pdfa.content-has-operator-which-does-not', { name: quotedName(name, 40) });
  for (const reason of drawn.broken.slice(0, 3)) yield say('pdfa.content-cannot-be-read', { reason });
  if (drawn.inherits) yield say('pdfa.content-uses-resources-that-are-not');
}

function* states({ file, drawn }: PdfaDocument): Iterable<Message> {
  for (const { entries } of drawn.states) {
    if (entries.has('TR')) yield say('pdfa.graphics-state-has-transfer-function-tr');
    const second = file.resolve(entries.get('TR2'));
    if (second !== null && !(second instanceof PdfName && second.text === 'Default'))
      yield say('pdfa.graphics-state-has-transfer-function-tr2');
    if (entries.has('HTP')) yield say('pdfa.graphics-state-has-halftone-origin-htp');
    const halftone = file.dict(entries.get('HT'));
    if (halftone && ![1, 5].includes(file.number(halftone.entries.get('HalftoneType')) ?? 0))
      yield say('pdfa.halftone-is-of-type-other-than');
    if (halftone?.entries.has('HalftoneName')) yield say('pdfa.halftone-has-name');
  }
}

function* intents({ file, drawn, objects }: PdfaDocument): Iterable<Message> {
  const stated = [...drawn.states, ...imagesIn(objects, file)].flatMap(({ entries }) =>
    ['RI', 'Intent'].flatMap((key) => file.name(entries.get(key)) ?? []),
  );
  for (const name of [...drawn.intents, ...stated])
    if (!RENDERING.includes(name))
      yield say('pdfa.rendering-intent-does-not-exist', { name: quotedName(name, 40) });
}

const streamsOf = (
  objects: readonly Found[],
  file: PdfaDocument['file'],
  subtype: string,
): readonly PdfDict[] =>
  objects
    .filter(({ stream, dict }) => stream && file.name(dict.entries.get('Subtype')) === subtype)
    .map(({ dict }) => dict);
const imagesIn = (objects: readonly Found[], file: PdfaDocument['file']) => streamsOf(objects, file, 'Image');

function* images({ file, objects }: PdfaDocument): Iterable<Message> {
  for (const { entries } of imagesIn(objects, file)) {
    if (entries.has('Alternates')) yield say('pdfa.picture-has-others-in-its-place');
    if (entries.has('OPI')) yield say('pdfa.picture-lies-outside-of-file-opi');
    if (file.resolve(entries.get('Interpolate')) === true) yield say('pdfa.picture-is-smoothed-when-it-is');
    const bits = file.number(entries.get('BitsPerComponent'));
    const isMask = file.resolve(entries.get('ImageMask')) === true;
    if (bits !== undefined && !(isMask ? [1] : [1, 2, 4, 8, 16]).includes(bits))
      yield say('pdfa.picture-has-bits-for-component', { n: bits });
  }
}

function* forms({ file, objects }: PdfaDocument): Iterable<Message> {
  for (const { entries } of streamsOf(objects, file, 'Form')) {
    if (entries.has('OPI') || entries.has('PS') || file.name(entries.get('Subtype2')) === 'PS')
      yield say('pdfa.form-holds-postscript-or-lies-outside');
    if (entries.has('Ref')) yield say('pdfa.form-refers-to-another-file-ref');
  }
  if (streamsOf(objects, file, 'PS').length > 0) yield say('pdfa.postscript-stands-in-file');
}

/** Blend modes, and a space for transparency if no intent names one. */
function* transparency({ file, drawn, objects, pages, outputSpace }: PdfaDocument): Iterable<Message> {
  for (const { entries } of drawn.states)
    for (const mode of [file.resolve(entries.get('BM'))].flat().map((one) => file.name(one as PdfName) ?? ''))
      if (mode !== '' && !BLENDING.has(mode))
        yield say('pdfa.blend-mode-does-not-exist', { mode: quotedName(mode, 40) });
  const isThere =
    drawn.hasTransparency || imagesIn(objects, file).some(({ entries }) => entries.has('SMask'));
  const hasSpace = pages.every(({ dict }) => file.entry(dict, 'Group', 'CS') !== null);
  if (isThere && outputSpace === undefined && !hasSpace)
    yield say('pdfa.something-shines-through-but-neither-page');
}

/** Clauses on graphics. */
export const GRAPHICS: readonly Clause[] = [
  { clause: '6.2.2', breaches: content },
  { clause: '6.2.5', breaches: states },
  { clause: '6.2.6', breaches: intents },
  { clause: '6.2.8', breaches: images },
  { clause: '6.2.9', breaches: forms },
  { clause: '6.2.10', breaches: transparency },
];
