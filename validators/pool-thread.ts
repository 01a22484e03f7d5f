import type { FileReading } from '../src/domain/findings/file-reading.ts';
import type { Layer } from '../src/domain/findings/layer.ts';
import { DocumentCheck } from './pool/document-check.ts';
import { Shelf } from './pool/shelf.ts';
import { readFile } from './pool/read-file.ts';
import type { CheckAnswer, CheckTask, ReadTask } from './pool/task.ts';

const shelves = new Map<string, Shelf>();

/** What a pool thread does: it reads a file, or checks a document. Failures come back as data, never as exceptions. */
export default function work(task: CheckTask): Promise<CheckAnswer>;
export default function work(task: ReadTask): Promise<FileReading>;
export default async function work(task: CheckTask | ReadTask): Promise<CheckAnswer | FileReading> {
  const shelf = shelves.get(task.rulesDir) ?? new Shelf(task.rulesDir);
  shelves.set(task.rulesDir, shelf);
  return 'layers' in task ? check(task, shelf) : readFile(task.bytes, shelf.vocabulary, task.forms);
}

/** One document, its layers in order. */
async function check(task: CheckTask, shelf: Shelf): Promise<CheckAnswer> {
  const document = new DocumentCheck(task, shelf);
  const layers: Layer[] = [];
  for (const layer of task.layers) layers.push(await document.run(layer));
  const { differences, faults, packGone } = document;
  const tallies = task.tallies && { tallies: task.layers.map((layer) => document.tallies.get(layer)) };
  return { layers, differences, faults, packGone, ...tallies };
}
