import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ArchiveEntry, Archives } from '../../ports/archives.ts';

export class ZipArchives implements Archives {
  async *zip(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
    const zip = new ZipFile();
    const out = zip.outputStream as Readable;
    const feed = new Feed(zip);
    const fed = feed.run(entries).catch((error: unknown) => {
      out.destroy(error instanceof Error ? error : new Error(String(error)));
    });
    try {
      for await (const chunk of out) yield chunk as Uint8Array;
    } finally {
      feed.stop();
      await fed;
    }
  }
}

/** Hands one entry after the other to the archive, the next when the one before has been written. */
class Feed {
  private open: Readable | undefined;
  private isStopped = false;

  constructor(private readonly zip: ZipFile) {}

  async run(entries: AsyncIterable<ArchiveEntry>): Promise<void> {
    for await (const { name, content, at } of entries) {
      if (this.isStopped) return;
      this.open = Readable.from(content, { objectMode: false });
      this.zip.addReadStream(this.open, name, { mtime: at });
      await finished(this.open);
    }
    this.zip.end();
  }

  stop(): void {
    this.isStopped = true;
    this.open?.destroy();
  }
}
