const PIECE_BYTES = 65_536;
/** Bytes that a letter may need. */
const MAX_PIECES_OF_A_LETTER = 3;

/** Rows and small parts in pieces of 64 KB: a row by itself costs more to send, and more memory, than it holds. */
export async function* pieces(parts: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let [piece, used] = [new Uint8Array(PIECE_BYTES), 0];
  for await (const part of parts) {
    const most = typeof part === 'string' ? part.length * MAX_PIECES_OF_A_LETTER : part.length;
    if (used > 0 && used + most > PIECE_BYTES) {
      yield piece.subarray(0, used);
      [piece, used] = [new Uint8Array(PIECE_BYTES), 0];
    }
    if (most > PIECE_BYTES) yield typeof part === 'string' ? encoder.encode(part) : part;
    else if (typeof part === 'string') used += encoder.encodeInto(part, piece.subarray(used)).written;
    else {
      piece.set(part, used);
      used += part.length;
    }
  }
  if (used > 0) yield piece.subarray(0, used);
}
