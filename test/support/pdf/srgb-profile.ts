import { bytes } from './plain-font.ts';

const fixed = (value: number): number => Math.round(value * 65_536);
const xyz = (x: number, y: number, z: number): Buffer =>
  Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), bytes('>III', fixed(x), fixed(y), fixed(z))]);
const text = (kind: string, value: string): Buffer =>
  Buffer.concat([Buffer.from(`${kind}\0\0\0\0`, 'latin1'), Buffer.from(`${value}\0`, 'latin1')]);
const description = (value: string): Buffer =>
  Buffer.concat([
    Buffer.from('desc\0\0\0\0', 'latin1'),
    bytes('>I', value.length + 1),
    Buffer.from(`${value}\0`, 'latin1'),
    Buffer.alloc(78),
  ]);
const gamma = Buffer.concat([Buffer.from('curv\0\0\0\0', 'latin1'), bytes('>IH', 1, Math.round(2.2 * 256))]);

/** A display profile near sRGB (ICC.1:2001-04): primaries, white and one gamma. @param space the space of its colours. */
export function srgbProfile(space = 'RGB ', kind = 'mntr'): Buffer {
  const tags: readonly (readonly [string, Buffer])[] = [
    ['desc', description('near sRGB')],
    ['cprt', text('text', 'none')],
    ['wtpt', xyz(0.9642, 1, 0.8249)],
    ['rXYZ', xyz(0.4361, 0.2225, 0.0139)],
    ['gXYZ', xyz(0.3851, 0.7169, 0.0971)],
    ['bXYZ', xyz(0.1431, 0.0606, 0.7141)],
    ['rTRC', gamma],
    ['gTRC', gamma],
    ['bTRC', gamma],
  ];
  let at = 128 + 4 + tags.length * 12;
  const table = [bytes('>I', tags.length)];
  const data: Buffer[] = [];
  for (const [name, body] of tags) {
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
    table.push(Buffer.from(name, 'latin1'), bytes('>II', at, body.length));
    data.push(padded);
    at += padded.length;
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(at, 0);
  header.writeUInt32BE(0x02100000, 8);
  header.write(`${kind}${space}XYZ `, 12, 'latin1');
  bytes('>HHHHHH', 2026, 10, 5, 0, 0, 0).copy(header, 24);
  header.write('acsp', 36, 'latin1');
  bytes('>III', fixed(0.9642), fixed(1), fixed(0.8249)).copy(header, 68);
  return Buffer.concat([header, ...table, ...data]);
}
