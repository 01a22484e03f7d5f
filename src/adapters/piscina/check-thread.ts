import type { MessagePort } from 'node:worker_threads';
import { CheckedFile } from 'en16931-rules/pool/checked-file.ts';
import { judgeFile } from 'en16931-rules/pool/judge-file.ts';
import { openFile } from 'en16931-rules/pool/opened-file.ts';
import { PackCache } from 'en16931-rules/pool/pack-cache.ts';
import { readOpened } from './read-file.ts';
import type { CheckAnswer, CheckOrder, CheckTask } from 'en16931-rules/pool/task.ts';
import { ASKS_FOR_FORMS, type FileTask, type Forms } from './file-task.ts';

/** Of this thread, once it has read a file. */
let documentForms: Forms | undefined;
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
  const answer = await judgeFile(openFile(bytes, packCache.vocabulary, task.trusted), task, packCache);
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
  let forms = given ?? documentForms;
  if (!forms) {
    asker.postMessage(ASKS_FOR_FORMS);
    forms = documentForms = await sent.forms;
    if (!forms) return undefined;
  }
  const file = openFile(bytes, packCache.vocabulary);
  asker.postMessage(readOpened(file, forms));
  const order = await sent.order;
  return order && judgeFile(file, order, packCache);
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
