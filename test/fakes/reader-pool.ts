import { type ReadingWork, readingWork } from '../../src/application/checking/reading-work.ts';
import type { ReaderPool } from '../../src/ports/reader-pool.ts';
import { DOCUMENTS } from '../support/documents.ts';

const READING_WORK = readingWork(DOCUMENTS);

/** Runs at once, and copies input and output as a thread does. */
export class FakeReaderPool implements ReaderPool<ReadingWork> {
  /** The operations, in order. */
  readonly done: (keyof ReadingWork)[] = [];

  async run<N extends keyof ReadingWork>(
    name: N,
    input: Parameters<ReadingWork[N]>[0],
  ): Promise<Awaited<ReturnType<ReadingWork[N]>>> {
    this.done.push(name);
    const work = READING_WORK[name] as (given: unknown) => ReturnType<ReadingWork[N]>;
    return structuredClone(await work(structuredClone(input)));
  }
}
