import type { MessagePort } from 'node:worker_threads';
import type { DocumentForm } from '../../domain/documents/document-form.ts';

/** Of each kind of document, reduced to the parts that are read. A thread gets them once: they are far more than a file. */
export type Forms = readonly DocumentForm[];

/** The answer to a thread's first file; the caller sends the `Forms`. */
export const ASKS_FOR_FORMS = 'forms';

/** One file of unknown content. */
export interface FileTask {
  readonly rulesDir: string;
  readonly bytes: Uint8Array;
  /** Gets the `FileReading`, for a thread's first file after `ASKS_FOR_FORMS`, and sends the `CheckOrder` if the file is to be checked; closed if it is not. */
  readonly asker: MessagePort;
}
