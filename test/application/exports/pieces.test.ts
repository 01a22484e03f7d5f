import assert from 'node:assert/strict';
import { pieces } from '../../../src/application/exports/pieces.ts';

const MAX_BYTES = 65_536;

type Part = string | Uint8Array;

async function* inTurn(parts: readonly Part[]): AsyncGenerator<Part> {
  yield* parts;
}

async function inPieces(...parts: readonly Part[]): Promise<readonly Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces(inTurn(parts))) all.push(piece);
  assert.ok(Buffer.concat(all).equals(Buffer.concat(parts.map((part) => Buffer.from(part)))));
  return all;
}

/** So many characters, each of one to four bytes in UTF-8. */
const LETTERS = { a: 1, é: 2, '€': 3, '𝄞': 4 } as const;

describe('the rows of an export', () => {
  it('leave together', async () => {
    const rows = Array.from({ length: 1000 }, (_, n) => `INV-${n},119.00\r\n`);
    assert.equal((await inPieces(...rows)).length, 1);
    assert.equal((await inPieces()).length, 0);
  });

  for (const [letter, bytes] of Object.entries(LETTERS))
    it(`lose no byte where a piece ends, of letters of ${bytes} bytes`, async () => {
      for (const over of [-4, -3, -2, -1, 0, 1, 2, 3, 4])
        for (const length of [1, 100, 10_000]) {
          const first = new Uint8Array(MAX_BYTES - bytes * length + over);
          await inPieces(first, letter.repeat(length), 'end');
        }
    });

  it('lose no byte of files that fill a piece, or are larger', async () => {
    for (const size of [MAX_BYTES - 1, MAX_BYTES, MAX_BYTES + 1, 3 * MAX_BYTES])
      for (const before of [0, 1, 2]) {
        const all = await inPieces(new Uint8Array(before), new Uint8Array(size).fill(1), 'end');
        assert.ok(all.every(({ length }) => length <= Math.max(MAX_BYTES, size)));
      }
  });
});
