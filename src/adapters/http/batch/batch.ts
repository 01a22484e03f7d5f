import { say } from 'en16931-rules/vocabulary/message.ts';
import { Readable } from 'node:stream';
import { badRequest } from '../../../application/requests/request-finding.ts';
import { CallFailed, type Failure } from '../../../domain/failures.ts';
import type { Handlers, HandlerContext } from '../call/handlers.ts';
import { callerName } from '../call/pipeline.ts';
import { toProblem } from '../call/problem.ts';
import { inOtherWords } from '../../../domain/words/texts.ts';
import { membersOf, textIn } from './line-members.ts';
import { type Line, readLines } from './read-lines.ts';

/** Lines of one batch. */
const MAX_LINES = 1000;
/** A body of POST /invoices, and its envelope. */
const LINE_BYTES = 5_001_000;
const ALL_BYTES = 50_000_000;

export const batchHandlers = {
  /** One line after the other, each as a call of its own; an answer leaves as soon as it is there. */
  submitBatch: async ({ request, caller, translator }, { inner, settings, share }) => {
    const shared: Inner = (sent) => share.line(callerName(caller), () => inner(sent));
    const words = await translator();
    const answers = answersTo(request, shared, (failure) => {
      const { status, body } = toProblem(failure, settings.problemBase);
      return { status, body: JSON.stringify(inOtherWords(body, words.text)) };
    });
    return {
      status: 200,
      headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8' },
      // A caller may send all lines before it reads the first answer: so many wait here for it.
      stream: {
        chunks: Readable.from(answers, { objectMode: true, highWaterMark: MAX_LINES }),
        ended: async () => undefined,
      },
    };
  },
} satisfies Partial<Handlers>;

type Inner = HandlerContext['inner'];

interface LineAnswer {
  readonly status: number;
  readonly body: string;
}

/** In the language of the call. */
type Refuse = (failure: Failure) => LineAnswer;

async function* answersTo(body: Readable, inner: Inner, refuse: Refuse): AsyncGenerator<Uint8Array> {
  let line = 0;
  for await (const read of readLines(body, { line: LINE_BYTES, all: ALL_BYTES })) {
    line += 1;
    const last = failureOf(read, line);
    const { status, body: answer } = last ? refuse(last) : await answerTo(read, inner, refuse);
    // The body as the single call says it, byte for byte.
    yield Buffer.from(`{"line":${line},"status":${status},"body":${answer || 'null'}}\n`);
    if (last) return;
  }
  if (line === 0) {
    const { failure } = badRequest('body', say('calls.batch-has-at-least-one-line'));
    const { status, body: answer } = refuse(failure);
    yield Buffer.from(`{"line":1,"status":${status},"body":${answer}}\n`);
  }
}

/** What ends the batch: nothing behind it is read. */
function failureOf(read: Line, line: number): Failure | undefined {
  if (read === 'too-long') return { kind: 'payload-too-large', limitBytes: 5_000_000 };
  if (read === 'too-much') return { kind: 'payload-too-large', limitBytes: ALL_BYTES };
  return line > MAX_LINES
    ? badRequest('body', say('calls.batch-has-at-most-lines', { n: MAX_LINES })).failure
    : undefined;
}

async function answerTo(read: Line, inner: Inner, refuse: Refuse): Promise<LineAnswer> {
  try {
    const { key, bytes } = submissionIn(read);
    const { status, bytes: answer } = await inner({
      method: 'POST',
      path: '/invoices',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: bytes,
    });
    return { status, body: Buffer.from(answer).toString('utf8') };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return refuse(error.failure);
  }
}

/** Visible characters and blanks between them: what a header can carry as it stands. */
const SENDABLE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** @throws CallFailed `bad-request` for a line of another form. */
function submissionIn(read: Line): { readonly key: string; readonly bytes: Uint8Array } {
  if (typeof read === 'string') throw new Error('a line that was not read');
  const members = membersOf(read.bytes);
  if (!members) throw badRequest('line', say('calls.line-is-json-object'));
  if ([...members.keys()].some((name) => name !== 'idempotency_key' && name !== 'body'))
    throw badRequest('line', say('calls.line-has-members-idempotency-key-and-body-and'));
  const key = textIn(members.get('idempotency_key') ?? new Uint8Array());
  if (key === undefined || !SENDABLE.test(key))
    throw badRequest('idempotency_key', say('calls.idempotency-key-must-be-text-that-header-can'));
  const bytes = members.get('body');
  if (!bytes) throw badRequest('body', say('calls.body-body-of-post-invoices-is-missing'));
  return { key, bytes };
}
