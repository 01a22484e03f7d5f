import type { MessagePort } from 'node:worker_threads';
import type { Layer } from '../src/domain/findings/layer.ts';
import { CheckedFile } from './pool/checked-file.ts';
import { DocumentCheck } from './pool/document-check.ts';
import { type OpenedFile, openFile } from './pool/opened-file.ts';
import { PackCache } from './pool/pack-cache.ts';
import { readOpened } from './pool/read-file.ts';
import { withoutInvoice } from './pool/without-invoice.ts';
import {
  ASKS_FOR_FORMS,
  type CheckAnswer,
  type CheckOrder,
  type CheckTask,
  type FileTask,
  type Forms,
} from './pool/task.ts';

/** Of this thread, once it has read a file. */
let kept: Forms | undefined;
const shelves = new Map<string, PackCache>();

/** The work of a pool thread: it checks a document, or reads a file and then checks it. Failures come back as data, never as exceptions. */
export default function work(task: CheckTask): Promise<CheckAnswer>;
export default function work(task: FileTask, forms?: Forms): Promise<CheckAnswer | undefined>;
export default async function work(
  task: CheckTask | FileTask,
  forms?: Forms,
): Promise<CheckAnswer | undefined> {
  const { rulesDir, bytes } = task;
  const packCache = shelves.get(rulesDir) ?? new PackCache(rulesDir);
  shelves.set(rulesDir, packCache);
  if ('asker' in task) {
    forms ??= kept ??= await formsFrom(task.asker);
    return forms && readAndCheck(task, forms, packCache);
  }
  const answer = await check(openFile(bytes, packCache.vocabulary, task.trusted), task, packCache);
  for (const sample of task.alsoRead ?? []) new CheckedFile(sample, packCache.vocabulary, true).document();
  return answer;
}

/** The order of the check comes after the file was read, and applies to the parsed file. */
async function readAndCheck(
  { bytes, asker }: FileTask,
  forms: Forms,
  packCache: PackCache,
): Promise<CheckAnswer | undefined> {
  const file = openFile(bytes, packCache.vocabulary);
  const ordered = nextOrder(asker);
  asker.postMessage(readOpened(file, forms));
  const order = await ordered;
  return order && check(file, order, packCache);
}

const nextOrder = (asker: MessagePort): Promise<CheckOrder | undefined> => nextMessage(asker);

/** @returns undefined if the caller has given up. */
function formsFrom(asker: MessagePort): Promise<Forms | undefined> {
  const forms = nextMessage<Forms>(asker);
  asker.postMessage(ASKS_FOR_FORMS);
  return forms;
}

const nextMessage = <T>(port: MessagePort): Promise<T | undefined> =>
  new Promise((resolve) => {
    port.once('message', resolve);
    port.once('close', () => resolve(undefined));
  });

/** One document, its layers in order. */
async function check(file: OpenedFile, order: CheckOrder, packCache: PackCache): Promise<CheckAnswer> {
  if ('refused' in file) return withoutInvoice(file.refused, order);
  const document = new DocumentCheck(file, order, packCache);
  const layers: Layer[] = [];
  for (const layer of order.layers) layers.push(await document.run(layer));
  const { differences, faults, packGone } = document;
  const tallies = order.tallies && { tallies: order.layers.map((layer) => document.tallies.get(layer)) };
  return { layers, differences, faults, packGone, ...tallies };
}
