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

function* content({ drawn }: PdfaDocument): Iterable<string> {
  for (const name of drawn.unknownOperators)
    yield `Content has the operator ${quotedName(name, 40)}, which does not exist.`;
  for (const reason of drawn.broken.slice(0, 3)) yield `Content cannot be read: ${reason}.`;
  if (drawn.inherits) yield 'Content uses resources that are not its own.';
}

function* states({ file, drawn }: PdfaDocument): Iterable<string> {
  for (const { entries } of drawn.states) {
    if (entries.has('TR')) yield 'A graphics state has a transfer function (/TR).';
    const second = file.resolve(entries.get('TR2'));
    if (second !== null && !(second instanceof PdfName && second.text === 'Default'))
      yield 'A graphics state has a transfer function (/TR2).';
    if (entries.has('HTP')) yield 'A graphics state has a halftone origin (/HTP).';
    const halftone = file.dict(entries.get('HT'));
    if (halftone && ![1, 5].includes(file.number(halftone.entries.get('HalftoneType')) ?? 0))
      yield 'A halftone is of a type other than 1 and 5.';
    if (halftone?.entries.has('HalftoneName')) yield 'A halftone has a name.';
  }
}

function* intents({ file, drawn, found }: PdfaDocument): Iterable<string> {
  const stated = [...drawn.states, ...imagesIn(found, file)].flatMap(({ entries }) =>
    ['RI', 'Intent'].flatMap((key) => file.name(entries.get(key)) ?? []),
  );
  for (const name of [...drawn.intents, ...stated])
    if (!RENDERING.includes(name)) yield `The rendering intent ${quotedName(name, 40)} does not exist.`;
}

const streamsOf = (
  found: readonly Found[],
  file: PdfaDocument['file'],
  subtype: string,
): readonly PdfDict[] =>
  found
    .filter(({ stream, dict }) => stream && file.name(dict.entries.get('Subtype')) === subtype)
    .map(({ dict }) => dict);
const imagesIn = (found: readonly Found[], file: PdfaDocument['file']) => streamsOf(found, file, 'Image');

function* images({ file, found }: PdfaDocument): Iterable<string> {
  for (const { entries } of imagesIn(found, file)) {
    if (entries.has('Alternates')) yield 'A picture has others in its place (/Alternates).';
    if (entries.has('OPI')) yield 'A picture lies outside of the file (/OPI).';
    if (file.resolve(entries.get('Interpolate')) === true)
      yield 'A picture is smoothed when it is drawn (/Interpolate).';
    const bits = file.number(entries.get('BitsPerComponent'));
    const isMask = file.resolve(entries.get('ImageMask')) === true;
    if (bits !== undefined && !(isMask ? [1] : [1, 2, 4, 8, 16]).includes(bits))
      yield `A picture has ${bits} bits for a component.`;
  }
}

function* forms({ file, found }: PdfaDocument): Iterable<string> {
  for (const { entries } of streamsOf(found, file, 'Form')) {
    if (entries.has('OPI') || entries.has('PS') || file.name(entries.get('Subtype2')) === 'PS')
      yield 'A form holds PostScript or lies outside of the file.';
    if (entries.has('Ref')) yield 'A form refers to another file (/Ref).';
  }
  if (streamsOf(found, file, 'PS').length > 0) yield 'PostScript stands in the file.';
}

/** Blend modes, and a space for transparency if no intent names one. */
function* transparency({ file, drawn, found, pages, outputSpace }: PdfaDocument): Iterable<string> {
  for (const { entries } of drawn.states)
    for (const mode of [file.resolve(entries.get('BM'))].flat().map((one) => file.name(one as PdfName) ?? ''))
      if (mode !== '' && !BLENDING.has(mode)) yield `The blend mode ${quotedName(mode, 40)} does not exist.`;
  const isThere = drawn.hasTransparency || imagesIn(found, file).some(({ entries }) => entries.has('SMask'));
  const hasSpace = pages.every(({ dict }) => file.entry(dict, 'Group', 'CS') !== null);
  if (isThere && outputSpace === undefined && !hasSpace)
    yield 'Something shines through, but neither the page nor an output intent says in which colours.';
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
