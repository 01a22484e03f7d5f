import type { Layer } from '../src/domain/findings/layer.ts';
import { DocumentCheck } from './pool/document-check.ts';
import { Shelf } from './pool/shelf.ts';
import type { CheckAnswer, CheckTask } from './pool/task.ts';

const shelves = new Map<string, Shelf>();

/** What a pool thread does: one document, its layers in order. Failures come back as data, never as exceptions. */
export default async function check(task: CheckTask): Promise<CheckAnswer> {
  const shelf = shelves.get(task.rulesDir) ?? new Shelf(task.rulesDir);
  shelves.set(task.rulesDir, shelf);
  const document = new DocumentCheck(task, shelf);
  const layers: Layer[] = [];
  for (const layer of task.layers) layers.push(await document.run(layer));
  const tallies = task.tallies && { tallies: task.layers.map((layer) => document.tallies.get(layer)) };
  return { layers, differences: document.differences, faults: document.faults, ...tallies };
}
