import type { MessagePort } from 'node:worker_threads';
import type { Layer } from '../../domain/findings/layer.ts';
import { CheckedFile } from '../../../validators/pool/checked-file.ts';
import { DocumentCheck } from '../../../validators/pool/document-check.ts';
import { type OpenedFile, openFile } from '../../../validators/pool/opened-file.ts';
import { PackCache } from '../../../validators/pool/pack-cache.ts';
import { readOpened } from './read-file.ts';
import { withoutInvoice } from '../../../validators/pool/without-invoice.ts';
import type { CheckAnswer, CheckOrder, CheckTask } from '../../../validators/pool/task.ts';
import { ASKS_FOR_FORMS, type FileTask, type Forms } from './file-task.ts';

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
  if ('asker' in task) return readAndCheck(task, forms, packCache);
  const answer = await check(openFile(bytes, packCache.vocabulary, task.trusted), task, packCache);
  for (const sample of task.alsoRead ?? []) new CheckedFile(sample, packCache.vocabulary, true).document();
  return answer;
}

/** The order of the check applies to the parsed file. */
async function readAndCheck(
  { bytes, asker }: FileTask,
  given: Forms | undefined,
  packCache: PackCache,
): Promise<CheckAnswer | undefined> {
  const sent = sentTo(asker);
  let forms = given ?? kept;
  if (!forms) {
    asker.postMessage(ASKS_FOR_FORMS);
    forms = kept = await sent.forms;
    if (!forms) return undefined;
  }
  const file = openFile(bytes, packCache.vocabulary);
  asker.postMessage(readOpened(file, forms));
  const order = await sent.order;
  return order && check(file, order, packCache);
}

/** What the caller of a file sends, in whatever order; undefined if it has given up. */
function sentTo(asker: MessagePort) {
  const next = <T>(isIt: (message: unknown) => message is T): Promise<T | undefined> =>
    new Promise((resolve) => {
      asker.on('message', (message: unknown) => {
        if (isIt(message)) resolve(message);
      });
      asker.once('close', () => resolve(undefined));
    });
  return { forms: next(isForms), order: next(isOrder) };
}

const isForms = (message: unknown): message is Forms => Array.isArray(message);
const isOrder = (message: unknown): message is CheckOrder => !isForms(message);

/** One document, its layers in order. */
async function check(file: OpenedFile, order: CheckOrder, packCache: PackCache): Promise<CheckAnswer> {
  if ('refused' in file) return withoutInvoice(file.refused, order);
  const document = new DocumentCheck(file, order, packCache);
  const layers: Layer[] = [];
  for (const layer of order.layers) layers.push(await document.run(layer));
  const { differences, faults, packGone } = document;
  const tallies = order.tallies && { tallies: order.layers.map((layer) => document.tallies.get(layer)) };
  const report = order.report && { report: await document.report(order.report) };
  return { layers, differences, faults, packGone, ...tallies, ...report };
}
