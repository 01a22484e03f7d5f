import type { components } from './api-types.ts';
import { newIdempotencyKey } from './options.ts';
import { isFinalProblem, ServiceProblem } from './problem.ts';
import { backoffMs, MAX_RETRIES, pause } from './retries.ts';

export type Submission = components['schemas']['Submission'];

export interface BatchInvoice {
  readonly submission: Submission;
  /** Names the invoice in all repetitions. The default is a new one. */
  readonly idempotencyKey?: string | undefined;
}

/** The answer to one invoice of a batch: status and body of `POST /invoices`. */
export type BatchAnswer = {
  readonly submission: Submission;
  readonly idempotencyKey: string;
  readonly status: number;
} & ({ readonly intake: components['schemas']['Intake'] } | { readonly problem: ServiceProblem });

/** Sends the lines and answers with the stream of answers. */
export type PostBatch = (lines: ReadableStream<Uint8Array>) => Promise<Response>;

export interface BatchOptions {
  readonly signal?: AbortSignal | undefined;
  /** The most batches in a row that may break off without a single answer. */
  readonly maxRetries?: number | undefined;
}

/** What the service takes as one batch; bytes with room for a line of the greatest size. */
const MAX_LINES = 1000;
const MAX_BYTES = 44_000_000;

interface Line {
  readonly submission: Submission;
  readonly idempotencyKey: string;
  readonly bytes: Uint8Array;
}

/**
 * Sends invoices as batches of `POST /invoices/batch`, as many as it takes. If a connection breaks, the next batch begins with the
 * lines that have no answer, under their first keys.
 */
export async function* sendInBatches(
  invoices: AsyncIterable<BatchInvoice> | Iterable<BatchInvoice>,
  post: PostBatch,
  { signal, maxRetries = MAX_RETRIES }: BatchOptions,
): AsyncGenerator<BatchAnswer, void, undefined> {
  const source = linesOf(invoices);
  const outbox = new Outbox(source);
  try {
    for (let failures = 0; await outbox.hasMore();) {
      signal?.throwIfAborted();
      const before = outbox.answered;
      const broken = yield* oneBatch(outbox, post, signal);
      if (!broken) continue;
      failures = outbox.answered > before ? 0 : failures + 1;
      if (signal?.aborted || isFinalProblem(broken.error) || failures > maxRetries) throw broken.error;
      await pause(waitMs(broken.error, failures), signal);
    }
  } finally {
    // Not awaited: a source that waits for its next invoice closes after it.
    source.return().catch(() => undefined);
  }
}

/** @returns why it broke off; undefined if every line of it has an answer. */
async function* oneBatch(
  outbox: Outbox,
  post: PostBatch,
  signal: AbortSignal | undefined,
): AsyncGenerator<BatchAnswer, { readonly error: unknown } | undefined, undefined> {
  try {
    const answer = await post(outbox.batch());
    for await (const { status, body } of answersIn(answer)) {
      const { submission, idempotencyKey } = outbox.takeAnswered();
      const outcome =
        status < 400
          ? { intake: body as components['schemas']['Intake'] }
          : { problem: new ServiceProblem(body as components['schemas']['Problem'], answer.headers) };
      yield { submission, idempotencyKey, status, ...outcome };
    }
    signal?.throwIfAborted();
    return outbox.isBatchAnswered()
      ? undefined
      : { error: new Error('The answer ended before its last line.') };
  } catch (error) {
    return { error };
  } finally {
    outbox.endBatch();
  }
}

/** Lines that wait for their answers, in order, and those that are still to come. */
class Outbox {
  answered = 0;
  private unanswered: Line[] = [];
  private sent = 0;
  private isOver = false;
  private failure: { readonly error: unknown } | undefined;
  private reading: Promise<void> = Promise.resolve();

  constructor(private readonly source: AsyncIterator<Line>) {}

  /** @throws the error of the source, once everything that came before it has an answer. */
  async hasMore(): Promise<boolean> {
    await this.reading;
    if (this.unanswered.length === 0 && !this.isOver) await this.readOne();
    if (this.unanswered.length > 0) return true;
    if (this.failure) throw this.failure.error;
    return false;
  }

  /** The lines of one batch. Those of the source are read only as fast as they are sent. */
  batch(): ReadableStream<Uint8Array> {
    let [lines, bytes] = [0, 0];
    this.sent = 0;
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          if (
            this.sent === this.unanswered.length &&
            !this.isOver &&
            lines < MAX_LINES &&
            bytes < MAX_BYTES
          ) {
            this.reading = this.readOne();
            await this.reading;
          }
          const line = lines < MAX_LINES && bytes < MAX_BYTES ? this.unanswered[this.sent] : undefined;
          if (!line) return controller.close();
          [lines, bytes, this.sent] = [lines + 1, bytes + line.bytes.length, this.sent + 1];
          controller.enqueue(line.bytes);
        },
      },
      { highWaterMark: 1 },
    );
  }

  takeAnswered(): Line {
    const line = this.unanswered.shift();
    if (!line || this.sent === 0) throw new Error('The service answered a line that was not sent.');
    this.sent -= 1;
    this.answered += 1;
    return line;
  }

  isBatchAnswered = (): boolean => this.sent === 0;

  endBatch(): void {
    this.sent = 0;
  }

  private async readOne(): Promise<void> {
    try {
      const { done, value } = await this.source.next();
      if (done) this.isOver = true;
      else this.unanswered.push(value);
    } catch (error) {
      this.isOver = true;
      this.failure = { error };
    }
  }
}

async function* linesOf(
  invoices: AsyncIterable<BatchInvoice> | Iterable<BatchInvoice>,
): AsyncGenerator<Line, void, undefined> {
  const encoder = new TextEncoder();
  for await (const { submission, idempotencyKey = newIdempotencyKey() } of invoices) {
    const text = JSON.stringify({ idempotency_key: idempotencyKey, body: submission });
    yield { submission, idempotencyKey, bytes: encoder.encode(`${text}\n`) };
  }
}

interface AnswerLine {
  readonly status: number;
  readonly body: unknown;
}

async function* answersIn({ body }: Response): AsyncGenerator<AnswerLine, void, undefined> {
  if (!body) return;
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as AnswerLine;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const waitMs = (error: unknown, failures: number): number =>
  (error instanceof ServiceProblem ? error.retryAfterMs : undefined) ?? backoffMs(failures);
