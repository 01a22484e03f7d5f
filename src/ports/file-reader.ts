import type { FileReading } from '../domain/findings/file-reading.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import type { DocumentToCheck, PoolAccess } from './validator.ts';

/** Reads the facts of a finished file, off this process's event loop: it comes from outside and may be hostile. */
export interface FileReader {
  /** @throws CallFailed `busy` if every thread works, the queue is full and the access is `refuse`. */
  readFile(bytes: Uint8Array, access: PoolAccess): Promise<FileReading>;

  /**
   * For a file that is checked as soon as it is read: it takes one thread for both and is parsed once.
   * @param use has the file until it ends.
   * @throws CallFailed `busy` as `readFile` does; also later, if a client with fewer waiting documents gets the slot.
   */
  openFile<T>(bytes: Uint8Array, access: PoolAccess, use: (file: OpenFile) => Promise<T>): Promise<T>;
}

export interface OpenFile {
  read(): Promise<FileReading>;
  /** Checks the file that is read, once: the layers of `Validator.check`. It may be asked for before the reading is there. */
  check(document: DocumentToCheck): Promise<readonly Layer[]>;
}
