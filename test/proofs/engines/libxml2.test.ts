import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Random } from '../../validators/engine/support/random.ts';
import { TRICKY } from '../../validators/engine/xml/documents.ts';
import { libxmlElements, libxmlRefusal } from '../../validators/engine/xml/libxml2.ts';
import { elementsOf, read } from '../../validators/engine/xml/reading.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { type Engine, type Exception, type Named, sameAcceptance } from '../verdicts/compare.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';

interface Text {
  readonly bytes: Uint8Array;
  /** Its elements are compared as well. */
  readonly isRead: boolean;
}

/** A text in which it reads other elements than libxml2 counts as refused. */
const parser: Engine<Text> = ({ bytes, isRead }) => {
  const ours = read(bytes);
  if ('kind' in ours) return [`${ours.kind}: ${ours.message.say}`];
  const theirs = isRead ? libxmlElements(bytes) : undefined;
  // A text that libxml2 refuses has no elements to compare: that we accept it is the difference.
  const isSame = !Array.isArray(theirs) || isDeepStrictEqual(elementsOf(ours), theirs);
  return isSame ? [] : ['other elements'];
};

const libxml2: Engine<Text> = ({ bytes }) => {
  const refusal = libxmlRefusal(bytes);
  return refusal === undefined ? [] : [refusal];
};

/** libxml2 reads these; the decisions ("XML encodings", no DTD) exclude them. */
const REFUSED_ON_PURPOSE: readonly string[] = [
  'UTF-8 declared as Latin 1, with byte order mark',
  'UTF-16 with a declaration of UTF-8',
  'UTF-16 without byte order mark',
  'UTF-16 without byte order mark, big end first',
  'UTF-16 declared with its big end first, little end first',
  'windows-1252',
  'windows-1250',
  'ISO-8859-2',
  'ISO-8859-15',
  'a document type',
  'a document type with entities',
  'a document type behind a comment',
];

const ON_PURPOSE: readonly Exception[] = REFUSED_ON_PURPOSE.map((name) => ({
  of: new RegExp(`^${name}$`),
  difference: /^\+(?!syntax)/,
  cause: 'the decisions exclude it',
}));

/** Of mutants and recorded cases. */
const EXCEPTIONS: readonly Exception[] = [
  {
    difference:
      /^\+(doctype|encoding): xml\.(document-type-declaration-|encoding-is-not-read|encoding-.*is-declared-but-|utf-16-or-utf-32-without-byte-order)/,
    cause: 'the decisions exclude it, not XML',
  },
  {
    difference: /^\+syntax: xml\.version-is-not-read$/,
    cause: 'libxml2 takes every version 1.x as 1.0, Xerces refuses what is neither 1.0 nor 1.1',
  },
  {
    difference: /^-[^]*is not a valid URI/,
    cause:
      'Namespaces in XML requires URIs, but not their check; the schema check refuses such documents before our parser',
  },
];

const whole = ([name, bytes]: readonly [string, Uint8Array]): Named<Text> => ({
  name,
  document: { bytes, isRead: true },
});
const nested = (depth: number): readonly [string, Uint8Array] => [
  `${depth} deep`,
  Buffer.from('<a>'.repeat(depth) + '</a>'.repeat(depth)),
];

const MUTANTS = 20_000;

/** Texts with one or several changed bytes. */
function* mutants(): Generator<Named<Text>> {
  const random = new Random(20_261_120);
  const originals = Object.entries(TRICKY).filter(([name, bytes]) => isPlain(name, bytes));
  for (let i = 0; i < MUTANTS; i++) {
    const [name, original] = random.pick(originals);
    const bytes = mutated(original, random);
    yield {
      name: `${name}: ${JSON.stringify(bytes.toString('latin1'))}`,
      document: { bytes, isRead: i % 10 === 0 },
    };
  }
}

function* recordedTexts(): Generator<Named<Text>> {
  const folder = join(REFERENCE_DATA, 'conformance/cases');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.xml'),
  );
  for (const [i, name] of names.sort().entries())
    yield { name, document: { bytes: readFileSync(join(folder, name)), isRead: i % 20 === 0 } };
}

describe('the parser, compared with libxml2', () => {
  const common = { engines: { 'our parser': parser }, judge: libxml2, by: sameAcceptance } as const;

  itAgrees(
    'reads the same of tricky texts; what the decisions exclude it alone refuses',
    { compared: Object.keys(TRICKY).length, excused: REFUSED_ON_PURPOSE.length },
    () => ({ ...common, corpus: Object.entries(TRICKY).map(whole), exceptions: ON_PURPOSE }),
  );

  itAgrees('agrees on the deepest nesting', { compared: 4, refused: 2, accepted: 4 }, () => ({
    ...common,
    corpus: [255, 256, 257, 300].map(nested).map(whole),
    engines: {
      ...common.engines,
      'the limit of 256': ({ bytes }) => (bytes.length > 256 * 7 ? ['too deep'] : []),
    },
  }));

  itAgrees('agrees on documents with one or several changed bytes', { compared: MUTANTS }, () => ({
    ...common,
    corpus: mutants(),
    exceptions: EXCEPTIONS,
  }));
});

describeByReference('the parser, compared with libxml2 on the reference data', () =>
  itAgrees('agrees on every case', { compared: 1_000 }, () => ({
    engines: { 'our parser': parser },
    judge: libxml2,
    by: sameAcceptance,
    corpus: recordedTexts(),
    exceptions: EXCEPTIONS,
  })),
);

/** Encodings are in the table: mutants of others would only repeat that libxml2 reads encodings that we refuse. */
const isPlain = (name: string, bytes: Uint8Array): boolean =>
  !REFUSED_ON_PURPOSE.includes(name) && bytes.length < 400 && !/UTF-(16|32)|EBCDIC/.test(name);

const PIECES = [...'<>&;"\'/?!-=[] \n\t\r:#x1aA\0\x01\x7f']
  .map((character) => Buffer.from(character))
  .concat(
    [
      '&amp;',
      '&#65;',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<b>',
      '</b>',
      '<?p',
      '?>',
      ' xmlns="u"',
      ' xmlns:p="v"',
      'p:',
      ' b="1"',
      'ß',
      '€',
      '\ufeff',
      '\ufffe',
    ].map((piece) => Buffer.from(piece)),
    [Buffer.from([0x80]), Buffer.from([0xff])],
  );

function mutated(bytes: Uint8Array, random: Random): Buffer {
  let result = Buffer.from(bytes);
  for (let edits = 1 + random.below(3); edits > 0; edits--) {
    const at = random.below(result.length + 1);
    const removed = random.below(3) === 0 ? 0 : 1 + random.below(3);
    const inserted = random.below(4) === 0 ? Buffer.alloc(0) : random.pick(PIECES);
    result = Buffer.concat([result.subarray(0, at), inserted, result.subarray(at + removed)]);
  }
  return result;
}
