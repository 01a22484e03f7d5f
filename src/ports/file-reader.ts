import type { FileReading } from '../domain/findings/file-reading.ts';
import type { Layer } from '../domain/findings/layer.ts';
import type { DocumentToCheck, PoolAccess } from './validator.ts';

/** Reads what a finished file says of itself, off this process's event loop: it comes from outside and may be hostile. */
export interface FileReader {
  /** @throws CallFailed `busy` when every thread works, the queue is full and the patience is `refuse`. */
  readFile(bytes: Uint8Array, turn: PoolAccess): Promise<FileReading>;

  /**
   * For a file that is to be checked as soon as it is read: it has one turn for both, and is parsed once.
   * @param use has the file for as long as it runs.
   * @throws CallFailed `busy` as `readFile` does; also later, when a client that waits with fewer gets the place.
   */
  openFile<T>(bytes: Uint8Array, turn: PoolAccess, use: (file: OpenFile) => Promise<T>): Promise<T>;
}

export interface OpenFile {
  read(): Promise<FileReading>;
  /** Of the file that was read, once: the layers that `Validator.check` runs. */
  check(document: DocumentToCheck): Promise<readonly Layer[]>;
}
