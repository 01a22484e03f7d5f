import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Random } from '../../validators/engine/support/random.ts';
import { TRICKY } from '../../validators/engine/xml/documents.ts';
import { libxmlElements, libxmlRefusal } from '../../validators/engine/xml/libxml2.ts';
import { elementsOf, read } from '../../validators/engine/xml/reading.ts';

/** libxml2 reads these; the decisions ("XML encodings", no DTD) exclude them. */
const REFUSED_ON_PURPOSE: readonly string[] = [
  'UTF-8 declared as Latin 1, with byte order mark',
  'UTF-16 with a declaration of UTF-8',
  'UTF-16 without byte order mark',
  'windows-1252',
  'ISO-8859-15',
  'a document type',
  'a document type with entities',
  'a document type behind a comment',
];

const CASES = path.join(process.env['REFERENCE_DATA'] ?? '../shared', 'conformance/cases');

describe('the parser, compared with libxml2', () => {
  for (const [name, bytes] of Object.entries(TRICKY)) {
    const onPurpose = REFUSED_ON_PURPOSE.includes(name);
    it(`${onPurpose ? 'alone refuses' : 'agrees on'} ${name}`, () => {
      const ours = read(bytes);
      assert.equal(libxmlRefusal(bytes) === undefined, onPurpose || !('kind' in ours));
      if (onPurpose) assert.ok('kind' in ours && ours.kind !== 'syntax');
      if (!('kind' in ours)) assert.deepEqual(elementsOf(ours), libxmlElements(bytes));
    });
  }

  it('agrees on the deepest nesting', () => {
    const nested = (depth: number) => Buffer.from('<a>'.repeat(depth) + '</a>'.repeat(depth));
    for (const depth of [255, 256, 257, 300]) {
      assert.equal(!('kind' in read(nested(depth))), depth <= 256);
      assert.equal(libxmlRefusal(nested(depth)) === undefined, depth <= 256);
    }
  });

  it('agrees on 20,000 documents with one or several changed bytes', () => {
    const random = new Random(20_261_120);
    const originals = Object.entries(TRICKY).filter(([name, bytes]) => isPlain(name, bytes));
    for (let i = 0; i < 20_000; i++) {
      const [name, bytes] = random.pick(originals);
      const mutant = mutated(bytes, random);
      const ours = read(mutant);
      if ('kind' in ours && ours.kind !== 'syntax' && OUR_DECISION.test(ours.message)) continue;
      const refusal = libxmlRefusal(mutant);
      if (refusal?.includes(ITS_DECISION)) continue;
      assert.equal(
        'kind' in ours,
        refusal !== undefined,
        `${name}: ${JSON.stringify(mutant.toString('latin1'))}`,
      );
      if (!('kind' in ours) && i % 10 === 0) assert.deepEqual(elementsOf(ours), libxmlElements(mutant), name);
    }
  });

  const there = existsSync(CASES);
  const why = there ? '' : ` (skipped: no ${CASES}; set REFERENCE_DATA)`;
  (there ? it : it.skip)(`agrees on every case of the reference data${why}`, function () {
    this.timeout(120_000);
    for (const [i, file] of filesUnder(CASES).entries()) {
      const bytes = readFileSync(file);
      const ours = read(bytes);
      if ('kind' in ours && ours.kind === 'doctype') continue;
      assert.equal(!('kind' in ours), libxmlRefusal(bytes) === undefined, file);
      if (!('kind' in ours) && i % 20 === 0) assert.deepEqual(elementsOf(ours), libxmlElements(bytes), file);
    }
  });
});

/** Encodings are in the table: mutants of others would only repeat that libxml2 reads encodings that we refuse. */
const isPlain = (name: string, bytes: Uint8Array): boolean =>
  !REFUSED_ON_PURPOSE.includes(name) && bytes.length < 400 && !/UTF-(16|32)|EBCDIC/.test(name);

/** Refusals that follow from the decisions, not from XML. */
const OUR_DECISION = /document type|is not one of|is declared, but|without a byte order mark/;
/** Namespaces in XML requires URIs, but not their check. The schema check refuses such documents before our parser. */
const ITS_DECISION = 'is not a valid URI';

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

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.xml'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
