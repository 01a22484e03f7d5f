import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { fromBufferPromise, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { ZipArchives } from '../../../src/adapters/zip/zip-archives.ts';
import { archiveEnd, directoryEntry } from '../../../src/adapters/zip/zip-format.ts';
import type { ArchiveEntry } from '../../../src/ports/archives.ts';

const AT = new Date('2026-10-05T08:15:30.000Z');

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

const entry = (name: string, ...chunks: readonly string[]): ArchiveEntry => ({
  name,
  at: AT,
  content: each(chunks.map((chunk) => Buffer.from(chunk))),
});

const zipped = (entries: Iterable<ArchiveEntry>): Promise<Buffer> =>
  buffer(Readable.from(new ZipArchives().zip(each(entries))));

describe('an archive', () => {
  it('has each file unchanged, with name and time, for another reader', async () => {
    const long = 'a line of an invoice\n'.repeat(20_000);
    const bytes = await zipped([
      entry('a.xml', '<a', '/>'),
      entry('ä/empty.csv'),
      entry('events.ndjson', long),
    ]);
    const zip = await fromBufferPromise(bytes);
    const files: (readonly [string, string, string])[] = [];
    for await (const one of zip.eachEntry()) {
      const text = (await buffer(await zip.openReadStreamPromise(one))).toString();
      files.push([one.fileName, text, one.getLastModDate({ timezone: 'UTC' }).toISOString()]);
    }
    const time = AT.toISOString();
    assert.deepEqual(files, [
      ['a.xml', '<a/>', time],
      ['ä/empty.csv', '', time],
      ['events.ndjson', long, time],
    ]);
    assert.ok(bytes.length < long.length / 10);
  });

  it('has the first or the last moment that it can state for a file from before or after them', async () => {
    const moments = [
      '1970-01-01T00:00:00Z',
      '1979-12-31T23:59:58Z',
      '1980-01-01T00:00:02Z',
      '2108-05-01T00:00:00Z',
    ];
    const files = moments.map((at, n) => ({ ...entry(`${n}.xml`), at: new Date(at) }));
    const zip = await fromBufferPromise(await zipped(files));
    const times: string[] = [];
    for await (const one of zip.eachEntry())
      times.push(one.getLastModDate({ timezone: 'UTC' }).toISOString());
    assert.deepEqual(times, [
      '1980-01-01T00:00:00.000Z',
      '1980-01-01T00:00:00.000Z',
      '1980-01-01T00:00:02.000Z',
      '2107-12-31T23:59:58.000Z',
    ]);
  });

  it('has large and small contents in turn, each given as one piece', async () => {
    const contents = [0, 9_000, 1, 700_000, 0, 70_000, 16_384].map((size, n) =>
      Uint8Array.from({ length: size }, (_, at) => (n % 2 === 0 ? at * at + (at >> 7) : n)),
    );
    const zip = await fromBufferPromise(
      await zipped(contents.map((content, n) => ({ name: `${n}.xml`, at: AT, content }))),
    );
    const found: Buffer[] = [];
    for await (const one of zip.eachEntry()) found.push(await buffer(await zip.openReadStreamPromise(one)));
    assert.deepEqual(
      found,
      contents.map((content) => Buffer.from(content)),
    );
  });

  it('keeps rows in their order for a file that is written later', () => {
    const kept = new ZipArchives().keep();
    const rows = Array.from({ length: 3_000 }, (_, n) =>
      Buffer.from(`row ${n};`.repeat(n === 7 ? 20_000 : 10)),
    );
    for (const row of rows) kept.add(row);
    assert.ok(Buffer.concat([...kept.chunks()]).equals(Buffer.concat(rows)));
  });

  it('without files is valid', async () => {
    assert.equal((await fromBufferPromise(await zipped([]))).entryCount, 0);
  });

  it('opens a file only after the one before has been read', async () => {
    let [opened, closed] = [0, 0];
    async function* entries(): AsyncGenerator<ArchiveEntry> {
      for (let n = 0; n < 50; n += 1) {
        opened += 1;
        assert.ok(opened - closed <= 1, 'two files are open');
        yield { name: `${n}.xml`, at: AT, content: content() };
      }
    }
    async function* content(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('<a/>');
      closed += 1;
    }
    await buffer(Readable.from(new ZipArchives().zip(entries())));
    assert.deepEqual([opened, closed], [50, 50]);
  });

  it('closes the open file if its reader stops', async () => {
    let isClosed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (let n = 0; ; n += 1) yield Buffer.from(String(Math.sqrt(n)).repeat(1000));
      } finally {
        isClosed = true;
      }
    }
    let chunks = 0;
    for await (const _chunk of new ZipArchives().zip(each([{ name: 'a', at: AT, content: endless() }])))
      if ((chunks += 1) === 3) break;
    assert.ok(isClosed);
  });

  it('throws the error of a file', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('<a>');
      throw new Error('the content is not held');
    }
    await assert.rejects(zipped([{ name: 'a', at: AT, content: broken() }]), /the content is not held/);
  });
});

/** The end of an archive; zeros precede it. */
class EndOfArchive extends RandomAccessReader {
  constructor(
    private readonly offset: number,
    private readonly bytes: Uint8Array,
  ) {
    super();
  }

  /** Without a stream for each read: the directory has two reads a file. */
  override read(to: Buffer, at: number, length: number, start: number, done: (error: null) => void): void {
    const zeros = Math.max(0, Math.min(length, this.offset - start));
    to.fill(0, at, at + zeros);
    const from = start + zeros - this.offset;
    to.set(this.bytes.subarray(from, from + length - zeros), at + zeros);
    setImmediate(done, null);
  }
}

describe('the directory of an archive', () => {
  const FOUR_GB = 2 ** 32;

  for (const [what, files, of] of [
    ['a few small files', 2, { compressed: 10, size: 20, offset: 1000 }],
    ['more files than 16 bits count', 66_000, { compressed: 10, size: 20, offset: 1000 }],
    ['a file beyond 4 GB', 2, { compressed: 10, size: 20, offset: FOUR_GB + 7 }],
    ['a file of more than 4 GB', 1, { compressed: FOUR_GB + 1, size: FOUR_GB + 9, offset: 0 }],
  ] as const)
    it(`of ${what} is readable for another reader`, async () => {
      const name = Buffer.from('invoices/a.xml');
      const one = directoryEntry({ name, at: AT, crc32: 0xfedcba98, ...of });
      const directory = Buffer.concat(Array.from({ length: files }, () => one));
      const offset = of.offset + of.compressed + 100;
      const end = archiveEnd(files, { offset, size: directory.length });
      const bytes = Buffer.concat([directory, end]);
      const reader = new EndOfArchive(offset, bytes);
      const zip = await fromRandomAccessReaderPromise(reader, offset + bytes.length, { lazyEntries: true });
      let count = 0;
      for await (const read of zip.eachEntry()) {
        count += 1;
        const { compressedSize, uncompressedSize, relativeOffsetOfLocalHeader: at, crc32 } = read;
        assert.deepEqual(
          { compressed: compressedSize, size: uncompressedSize, offset: at, crc32 },
          { ...of, crc32: 0xfedcba98 },
        );
      }
      assert.equal(count, files);
    });
});
