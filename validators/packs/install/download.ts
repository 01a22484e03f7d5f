import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { WrongShape } from '../members.ts';

/** Larger than any release of a publisher. */
const LARGEST = 500_000_000;
/** The longest time without a byte. */
const PATIENCE_MS = 60_000;
const REPORT_EVERY_MS = 2_000;

export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

/**
 * Fetches the content of an http or https address into a file.
 * @throws WrongShape naming the address if that fails.
 */
export async function download(address: string, file: string, report: (line: string) => void): Promise<void> {
  const idle = new AbortController();
  const patience = setTimeout(() => idle.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(address, { signal: idle.signal });
    if (!answer.ok || !answer.body) throw new WrongShape(address, `answers ${answer.status}`);
    const size = Number(answer.headers.get('content-length') ?? 0);
    const progress = count(address, size, report, () => patience.refresh());
    await pipeline(Readable.fromWeb(answer.body as never), progress, createWriteStream(file));
  } catch (error) {
    if (error instanceof WrongShape) throw error;
    throw new WrongShape(address, `cannot be fetched (${reasonOf(error)})`);
  } finally {
    clearTimeout(patience);
  }
}

/** Passes everything on, reports the progress, and stops a file that is too large. */
function count(address: string, size: number, report: (line: string) => void, seen: () => void): Transform {
  let bytes = 0;
  let reported = performance.now();
  return new Transform({
    transform(chunk: Buffer, _, done) {
      seen();
      bytes += chunk.length;
      if (bytes > LARGEST) return done(new WrongShape(address, `more than ${megabytes(LARGEST)}`));
      if (performance.now() - reported > REPORT_EVERY_MS) {
        reported = performance.now();
        report(`  ${megabytes(bytes)}${size > 0 ? ` of ${megabytes(size)}` : ''} fetched …`);
      }
      done(null, chunk);
    },
    flush(done) {
      report(`${address}: ${megabytes(bytes)} fetched`);
      done();
    },
  });
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'AbortError') return 'nothing comes any more';
  const cause = error instanceof Error ? error.cause : undefined;
  const { code } = (cause ?? error) as NodeJS.ErrnoException;
  return code ?? (error instanceof Error ? error.message : String(error));
}
