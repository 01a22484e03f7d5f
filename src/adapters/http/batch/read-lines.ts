import type { Readable } from 'node:stream';

export type Line = { readonly bytes: Uint8Array } | 'too-long' | 'too-much';

const LINE_FEED = 0x0a;

/**
 * The lines of a body while it arrives, without empty ones. After `too-long` or `too-much` nothing more is read.
 * @param most bytes of a line, and of all lines.
 */
export async function* readLines(body: Readable, most: { line: number; all: number }): AsyncGenerator<Line> {
  let rest: Buffer[] = [];
  let [waiting, all] = [0, 0];
  for await (const chunk of body as AsyncIterable<Buffer>) {
    all += chunk.length;
    if (all > most.all) return yield 'too-much';
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      const bytes = Buffer.concat([...rest, chunk.subarray(start, end)]);
      [rest, waiting, start] = [[], 0, end + 1];
      if (bytes.length > most.line) return yield 'too-long';
      if (!isBlank(bytes)) yield { bytes };
    }
    rest.push(chunk.subarray(start));
    waiting += chunk.length - start;
    if (waiting > most.line) return yield 'too-long';
  }
  const bytes = Buffer.concat(rest);
  if (!isBlank(bytes)) yield { bytes };
}

const isBlank = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte === 0x0d || byte === 0x20 || byte === 0x09);
