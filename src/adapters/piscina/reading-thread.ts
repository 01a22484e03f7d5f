import piscina from 'piscina';
import { type ReadingWork, readingWork } from '../../application/checking/reading-work.ts';
import { DocumentBuilder } from '../../domain/documents/document-builder.ts';
import { profileOf } from '../../domain/routes/all.ts';
import { Syntaxes } from '../../domain/documents/syntaxes.ts';
import type { ThreadData } from './task-threads.ts';

interface ReadingTask {
  readonly name: keyof ReadingWork;
  readonly input: never;
}

const { tables } = piscina.workerData as ThreadData;
const WORK = readingWork(new DocumentBuilder(new Syntaxes(tables), profileOf));

/** Runs one task in the reading thread. Errors of a document are returned as data. */
export default function work({ name, input }: ReadingTask): unknown {
  return WORK[name](input);
}
