import assert from 'node:assert/strict';
import { type BatchInvoice, sendInBatches } from '../../src/client/batch.ts';
import { ServiceProblem } from '../../src/client/client.ts';
import { until } from '../support/until.ts';

const invoice = (n: number): BatchInvoice => ({
  submission: { invoice_ref: `RE-${n}` },
  idempotencyKey: `key-${n}-of-mine`,
});
const invoices = (count: number) => Array.from({ length: count }, (_, n) => invoice(n));

interface Round {
  /** So many lines are answered, then the connection breaks. */
  readonly answers: number;
}

describe('a batch of the client library', () => {
  /** Keys of each batch that the service got. */
  let batches: string[][];
  beforeEach(() => (batches = []));

  /** A service that breaks the first batches off. */
  function serviceThat(...rounds: readonly Round[]) {
    return async (lines: ReadableStream<Uint8Array>): Promise<Response> => {
      const { answers } = rounds[batches.length] ?? { answers: Infinity };
      const got = (await new Response(lines).text()).trim().split('\n');
      batches.push(got.map((line) => (JSON.parse(line) as { idempotency_key: string }).idempotency_key));
      const answered = got
        .slice(0, answers)
        .map((_, n) => ({ line: n + 1, status: 202, body: { id: `inv_${n}` } }));
      const text = answered.map((line) => `${JSON.stringify(line)}\n`).join('');
      return new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(text));
            if (answers === Infinity) controller.close();
          },
          pull: (controller) => controller.error(new TypeError('terminated')),
        }),
      );
    };
  }

  async function keysAnswered(count: number, post: (lines: ReadableStream<Uint8Array>) => Promise<Response>) {
    const keys: string[] = [];
    for await (const { idempotencyKey } of sendInBatches(invoices(count), post, {}))
      keys.push(idempotencyKey);
    return keys;
  }
  const keysOf = (count: number, from = 0) =>
    invoices(count)
      .map((one) => one.idempotencyKey)
      .slice(from);

  it('answers every invoice, in their order', async () => {
    assert.deepEqual(await keysAnswered(3, serviceThat()), keysOf(3));
    assert.deepEqual(batches, [keysOf(3)]);
  });

  it('sends nothing if there is no invoice', async () => {
    assert.deepEqual(await keysAnswered(0, serviceThat()), []);
    assert.deepEqual(batches, []);
  });

  it('sends what has no answer again under its first key if the connection breaks', async () => {
    assert.deepEqual(await keysAnswered(5, serviceThat({ answers: 2 })), keysOf(5));
    assert.deepEqual(batches, [keysOf(5), keysOf(5, 2)]);
  });

  it('goes on however often it breaks off, as long as something was answered each time', async () => {
    const answered: string[] = [];
    const post = serviceThat({ answers: 1 }, { answers: 1 }, { answers: 1 });
    for await (const { idempotencyKey } of sendInBatches(invoices(5), post, { maxRetries: 1 }))
      answered.push(idempotencyKey);
    assert.deepEqual(answered, keysOf(5));
    assert.equal(batches.length, 4);
  });

  it('reads a letter whose bytes come in two pieces', async () => {
    const title = 'Prüfung';
    const line = Buffer.from(`${JSON.stringify({ line: 1, status: 422, body: { type: '/x', title } })}\n`);
    const at = line.indexOf('ü') + 1;
    const post = async (lines: ReadableStream<Uint8Array>): Promise<Response> => {
      await new Response(lines).text();
      return new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            for (const piece of [line.subarray(0, at), line.subarray(at)])
              controller.enqueue(new Uint8Array(piece));
            controller.close();
          },
        }),
      );
    };
    for await (const answer of sendInBatches(invoices(1), post, {}))
      assert.equal('problem' in answer && answer.problem.title, title);
  });

  it('goes on with a further batch after as many bytes as the service takes', async () => {
    const large = Array.from({ length: 5 }, (_, n) => ({
      submission: { invoice_ref: 'x'.repeat(11_000_000) },
      idempotencyKey: `${n}`,
    }));
    for await (const _ of sendInBatches(large, serviceThat(), {}));
    assert.deepEqual(
      batches.map(({ length }) => length),
      [4, 1],
    );
  });

  it('goes on with a further batch after a thousand invoices', async () => {
    assert.deepEqual(await keysAnswered(2001, serviceThat()), keysOf(2001));
    assert.deepEqual(
      batches.map(({ length }) => length),
      [1000, 1000, 1],
    );
  });

  it('sends what came before its source failed, then fails as the source did', async () => {
    async function* failing() {
      yield invoice(0);
      yield invoice(1);
      throw new Error('the ERP is gone');
    }
    const keys: string[] = [];
    const reading = async () => {
      for await (const { idempotencyKey } of sendInBatches(failing(), serviceThat(), {}))
        keys.push(idempotencyKey);
    };
    await assert.rejects(reading(), { message: 'the ERP is gone' });
    assert.deepEqual(keys, keysOf(2));
  });

  it('closes its source if the caller stops reading', async () => {
    let isClosed = false;
    async function* endless() {
      try {
        for (let n = 0; ; n += 1) yield invoice(n);
      } finally {
        isClosed = true;
      }
    }
    for await (const _ of sendInBatches(endless(), serviceThat(), {})) break;
    await until(() => isClosed, 'the source is closed');
  });

  it('is refused for good without a repetition', async () => {
    let calls = 0;
    const refuse = async (): Promise<Response> => {
      calls += 1;
      throw new ServiceProblem({ type: '/forbidden', title: 'No', status: 403 }, new Headers());
    };
    await assert.rejects(keysAnswered(2, refuse), { name: 'ServiceProblem', type: 'forbidden' });
    assert.equal(calls, 1);
  });

  it('is repeated after the time that the service names if it was refused for now', async () => {
    const taken = serviceThat();
    let calls = 0;
    const refuseOnce = (lines: ReadableStream<Uint8Array>): Promise<Response> => {
      calls += 1;
      if (calls > 1) return taken(lines);
      const headers = new Headers({ 'Retry-After': '0' });
      throw new ServiceProblem({ type: '/rate-limited', title: 'No', status: 429 }, headers);
    };
    assert.deepEqual(await keysAnswered(2, refuseOnce), keysOf(2));
    assert.equal(calls, 2);
  });

  it('gives an invoice without a key one that all its repetitions have', async () => {
    const [{ submission }] = [invoice(1)];
    const keys: string[] = [];
    for await (const one of sendInBatches([{ submission }], serviceThat({ answers: 0 }), {}))
      keys.push(one.idempotencyKey);
    assert.deepEqual(batches, [keys, keys]);
    assert.match(keys[0] ?? '', /^[0-9a-f]{32}$/);
  });
});
