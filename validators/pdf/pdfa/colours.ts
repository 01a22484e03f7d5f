import { type Message, say } from '../../vocabulary/message.ts';
import { rowOf } from '../../vocabulary/row-of.ts';
import { PdfName, type PdfObject } from '../read/objects.ts';
import type { Clause } from './clause.ts';
import { type PdfaDocument, profileOf } from './document.ts';

const OUTPUT_KINDS = ['prtr', 'mntr'];
const OUTPUT_SPACES = ['RGB ', 'CMYK', 'GRAY'];
const INPUT_KINDS = [...OUTPUT_KINDS, 'scnr', 'spac'];
const INPUT_SPACES = [...OUTPUT_SPACES, 'Lab '];

function* intents({ file, intents: all }: PdfaDocument): Iterable<Message> {
  const profiles = new Set<unknown>();
  for (const intent of all) {
    const profile = file.stream(intent.entries.get('DestOutputProfile'));
    if (!profile) continue;
    profiles.add(profile);
    const header = profileOf(file, profile);
    if (
      !header ||
      !OUTPUT_KINDS.includes(header.kind) ||
      !OUTPUT_SPACES.includes(header.space) ||
      header.major > 4
    )
      yield say('pdfa.profile-of-output-intent-is-no');
  }
  if (profiles.size > 1) yield say('pdfa.two-output-intents-have-different-profiles');
  for (const intent of all)
    if (file.name(intent.entries.get('S')) === 'GTS_PDFX' && intent.entries.has('DestOutputProfileRef'))
      yield say('pdfa.output-intent-refers-to-profile-outside');
}

const NEEDS: Readonly<Record<string, (output: string | undefined) => Message | false>> = {
  DeviceRGB: (output) => output !== 'RGB ' && say('pdfa.rgb-colours-are-used-but-no'),
  DeviceCMYK: (output) => output !== 'CMYK' && say('pdfa.cmyk-colours-are-used-but-no'),
  DeviceGray: (output) => output === undefined && say('pdfa.grey-is-used-but-no-output'),
};

/** Device spaces within a space: it may contain others. */
function* devicesIn({ file }: PdfaDocument, space: PdfObject | string, depth = 0): Iterable<string> {
  const name = typeof space === 'string' ? space : space instanceof PdfName ? space.text : undefined;
  if (name !== undefined) {
    if (name in NEEDS) yield name;
    return;
  }
  if (depth > 8) return;
  const [kind, base, alternate] = file.array(space as PdfObject);
  switch (file.name(kind)) {
    case 'Indexed':
    case 'Pattern':
      if (base !== undefined) yield* devicesIn({ file } as PdfaDocument, file.resolve(base), depth + 1);
      return;
    case 'Separation':
    case 'DeviceN':
      if (alternate !== undefined)
        yield* devicesIn({ file } as PdfaDocument, file.resolve(alternate), depth + 1);
      return;
    default:
      yield* devicesIn({ file } as PdfaDocument, file.name(kind) ?? '', depth + 1);
  }
}

function* deviceColours(document: PdfaDocument): Iterable<Message> {
  const used = new Set<string>();
  for (const space of document.drawn.spaces) for (const name of devicesIn(document, space)) used.add(name);
  for (const name of used) yield* [rowOf(NEEDS, name)?.(document.outputSpace) || []].flat();
}

function* iccSpaces({ file, objects }: PdfaDocument): Iterable<Message> {
  const visited = new Set<unknown>();
  for (const { dict } of objects)
    for (const value of dict.entries.values()) {
      const [kind, profile] = Array.isArray(value) ? (value as readonly PdfObject[]) : [];
      if (!(kind instanceof PdfName) || kind.text !== 'ICCBased') continue;
      const stream = file.stream(profile);
      if (!stream || visited.has(stream)) continue;
      visited.add(stream);
      const header = profileOf(file, stream);
      if (
        !header ||
        !INPUT_KINDS.includes(header.kind) ||
        !INPUT_SPACES.includes(header.space) ||
        header.major > 4
      )
        yield say('pdfa.colour-space-has-no-icc-profile');
    }
}

function* separations({ file, objects }: PdfaDocument): Iterable<Message> {
  for (const { dict } of objects)
    for (const value of dict.entries.values()) {
      const [kind, names] = Array.isArray(value) ? (value as readonly PdfObject[]) : [];
      if (kind instanceof PdfName && kind.text === 'DeviceN' && file.array(names).length > 32)
        yield say('pdfa.colour-space-has-more-than-32');
    }
}

/** Clauses on colours. */
export const COLOURS: readonly Clause[] = [
  { clause: '6.2.3', breaches: intents },
  { clause: '6.2.4.2', breaches: iccSpaces },
  { clause: '6.2.4.3', breaches: deviceColours },
  { clause: '6.1.13', breaches: separations },
];
