import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { FileReading } from '../../domain/findings/file-reading.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import type { Overlay } from 'en16931-rules/vocabulary/overlay.ts';
import type { FileReader, OpenFile } from '../../ports/file-reader.ts';
import type { Tracing } from '../../ports/tracing.ts';
import type { DocumentToCheck, PoolAccess, Validator } from '../../ports/validator.ts';

/** A span for each document that is read or checked, with the wait for a thread. */
export class TracedValidator implements Validator, FileReader {
  constructor(
    private readonly pool: Validator & FileReader,
    private readonly tracing: Tracing,
  ) {}

  check(document: DocumentToCheck, turn: PoolAccess): Promise<readonly Layer[]> {
    return this.judge(document, () => this.pool.check(document, turn));
  }

  missingPacks(document: DocumentToCheck): Promise<readonly Finding[]> {
    return this.pool.missingPacks(document);
  }

  comingDays(document: DocumentToCheck, daysAhead: number): Promise<readonly string[]> {
    return this.pool.comingDays(document, daysAhead);
  }

  overlaysOf(client: string): Promise<readonly Overlay[]> {
    return this.pool.overlaysOf(client);
  }

  readFile(bytes: Uint8Array, turn: PoolAccess): Promise<FileReading> {
    return this.read(bytes, () => this.pool.readFile(bytes, turn));
  }

  openFile<T>(bytes: Uint8Array, turn: PoolAccess, use: (file: OpenFile) => Promise<T>): Promise<T> {
    return this.pool.openFile(bytes, turn, (file) =>
      use({
        read: () => this.read(bytes, () => file.read()),
        check: (document) => this.judge(document, () => file.check(document)),
      }),
    );
  }

  private read(bytes: Uint8Array, work: () => Promise<FileReading>): Promise<FileReading> {
    return this.tracing.span({ name: 'read a file', attributes: { bytes: bytes.length } }, work);
  }

  private judge(
    { bytes, route, syntax }: DocumentToCheck,
    work: () => Promise<readonly Layer[]>,
  ): Promise<readonly Layer[]> {
    const attributes = { syntax, bytes: bytes.length, ...(route !== null && { route }) };
    return this.tracing.span({ name: 'judge a document', attributes }, async (span) => {
      const layers = await work();
      span.set({ layers: layers.map(({ layer, outcome }) => `${layer} ${outcome}`) });
      if (layers.some(({ outcome }) => outcome === 'not_run')) span.fail('not_run');
      return layers;
    });
  }
}
