/** A TrueType font of boxes: one glyph of 500 units for each character from the blank to the tilde, the blank without ink. */
const FIRST_CHARACTER = 32;
const GLYPHS = 96; // .notdef, then the characters.
export const GLYPH_WIDTH = 500;
export const glyphOf = (character: string): number => character.charCodeAt(0) - FIRST_CHARACTER + 1;

export function plainFont(): Buffer {
  const box = bytes(
    '>hhhhhHHBBBBhhhhhhhh',
    1,
    50,
    0,
    450,
    700,
    3,
    0,
    1,
    1,
    1,
    1,
    50,
    400,
    0,
    -400,
    0,
    0,
    700,
    0,
  );
  const glyph = Buffer.concat([box, Buffer.alloc((4 - (box.length % 4)) % 4)]);
  const hasInk = (gid: number): boolean => gid !== glyphOf(' ');
  const glyphs = Array.from({ length: GLYPHS }, (_, gid) => (hasInk(gid) ? glyph : Buffer.alloc(0)));
  let at = 0;
  const offsets = [0, ...glyphs.map(({ length }) => (at += length))];
  const tables: Record<string, Buffer> = {
    cmap: cmap(),
    glyf: Buffer.concat(glyphs),
    head: bytes(
      '>IIIIHHIIIIhhhhHHhhh',
      0x10000,
      0x10000,
      0,
      0x5f0f3cf5,
      0,
      1000,
      0,
      0,
      0,
      0,
      50,
      0,
      450,
      700,
      0,
      8,
      2,
      1,
      0,
    ),
    hhea: bytes(
      '>IhhhHhhhhhhhhhhhH',
      0x10000,
      800,
      -200,
      0,
      500,
      50,
      50,
      450,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      GLYPHS,
    ),
    hmtx: Buffer.concat(Array.from({ length: GLYPHS }, () => bytes('>Hh', GLYPH_WIDTH, 50))),
    loca: Buffer.concat(offsets.map((offset) => bytes('>I', offset))),
    maxp: bytes('>IHHHHHHHHHHHHHH', 0x10000, GLYPHS, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0),
    post: bytes('>IIhhIIIII', 0x30000, 0, 0, 0, 0, 0, 0, 0, 0),
  };
  return fontFile(tables);
}

/** Format 4: one segment with the characters of Windows, and the segment that every table ends with. */
function cmap(): Buffer {
  const [first, last] = [FIRST_CHARACTER, FIRST_CHARACTER + GLYPHS - 2];
  const segments = bytes(
    '>HHHHHHHHHHHHhhHH',
    ...[4, 32, 0, 4, 4, 1, 0, last, 0xffff, 0, first, 0xffff, 1 - first, 1, 0, 0],
  );
  return Buffer.concat([bytes('>HHHHI', 0, 1, 3, 1, 12), segments]);
}

function fontFile(tables: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(tables);
  const records: Buffer[] = [];
  const bodies: Buffer[] = [];
  let at = 12 + 16 * names.length;
  for (const name of names) {
    const body = tables[name]!;
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
    records.push(
      Buffer.concat([Buffer.from(name, 'latin1'), bytes('>III', checksum(padded), at, body.length)]),
    );
    bodies.push(padded);
    at += padded.length;
  }
  return Buffer.concat([
    bytes('>IHHHH', 0x10000, names.length, 128, 3, names.length * 16 - 128),
    ...records,
    ...bodies,
  ]);
}

function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

/** Numbers one after the other, big-endian: I and H unsigned, h signed, B of one byte. */
export function bytes(form: string, ...values: readonly number[]): Buffer {
  const parts = [...form.replace('>', '')].map((kind, i) => {
    const value = values[i] ?? 0;
    const part = Buffer.alloc(kind === 'I' ? 4 : kind === 'B' ? 1 : 2);
    if (kind === 'I') part.writeUInt32BE(value >>> 0);
    else if (kind === 'H') part.writeUInt16BE(value);
    else if (kind === 'h') part.writeInt16BE(value);
    else part.writeUInt8(value);
    return part;
  });
  return Buffer.concat(parts);
}
