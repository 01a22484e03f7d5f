import type { FileReading } from '../domain/findings/file-reading.ts';
import type { Turn } from './validator.ts';

/** Reads what a finished file says of itself, off this process's event loop: it comes from outside and may be hostile. */
export interface FileReader {
  /** @throws CallFailed `busy` when every thread works, the queue is full and the patience is `refuse`. */
  readFile(bytes: Uint8Array, turn: Turn): Promise<FileReading>;
}
