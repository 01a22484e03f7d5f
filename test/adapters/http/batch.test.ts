import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import sinon from 'sinon';
import { newIdempotencyKey, withDocument } from './bodies.ts';
import { RunningApi, typeOf, withOwnClients } from './harness.ts';
import { MortalWorld } from './mortal.ts';
import { until } from '../../support/until.ts';
import { World } from './world.ts';

const NDJSON = { 'content-type': 'application/x-ndjson' };

interface LineAnswer {
  readonly line: number;
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const linesIn = (text: string): readonly LineAnswer[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LineAnswer);

const line = (body: unknown, key = newIdempotencyKey()): string =>
  JSON.stringify({ idempotency_key: key, body });

const anInvoice = (): object => withDocument('invoice.number', newIdempotencyKey());

describe('POST /invoices/batch', () => {
  let api: RunningApi;
  let client: string;
  let key: string;
  withOwnClients((own) => ({ api, client, key } = own));

  const send = (lines: readonly string[], to = api, as = key) =>
    to.call('POST', '/invoices/batch', { key: as, headers: NDJSON, body: lines.join('\n') });
  const statusesOf = async (lines: readonly string[]) =>
    linesIn((await send(lines)).text).map(({ status }) => status);

  it('answers each line as the single call does, byte for byte; the single call replays these answers', async () => {
    const bodies = [
      anInvoice(),
      withDocument('payment.iban', 'DE00000000000000000000'),
      { ...anInvoice(), nonsense: 1 },
      anInvoice(),
    ];
    const keys = bodies.map(() => newIdempotencyKey());
    const { status, text, headers } = await send(bodies.map((body, n) => line(body, keys[n])));
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/x-ndjson/);
    const answered = text.trimEnd().split('\n');
    assert.deepEqual(
      linesIn(text).map((one) => [one.line, one.status]),
      [
        [1, 202],
        [2, 422],
        [3, 400],
        [4, 202],
      ],
    );
    for (const [n, body] of bodies.entries()) {
      const single = await api.call('POST', '/invoices', { key, body, idempotencyKey: keys[n]! });
      assert.equal(answered[n], `{"line":${n + 1},"status":${single.status},"body":${single.text}}`);
      assert.equal(single.headers.get('idempotency-replayed'), n === 2 ? null : 'true');
    }
  });

  it('gives a repeated batch the same answers, and a conflict to a key with another body', async () => {
    const lines = [line(anInvoice()), line(anInvoice())];
    const first = (await send(lines)).text;
    assert.equal((await send(lines)).text, first);
    const { idempotency_key: used } = JSON.parse(lines[0]!) as { idempotency_key: string };
    const [conflict] = linesIn((await send([line(anInvoice(), used)])).text);
    assert.deepEqual(
      [conflict?.status, String(conflict?.body['type']).split('/').at(-1)],
      [409, 'idempotency-conflict'],
    );
  });

  it('answers a malformed line, and continues with the next', async () => {
    const good = line(anInvoice());
    const bad = ['no json', '[]', '{"idempotency_key":"key-12345"}', '{"body":{}}'].concat(
      `{"idempotency_key":"key-12345","body":{},"more":1}`,
      `{"idempotency_key":"key-12345","idempotency_key":"key-12345","body":{}}`,
      `{"idempotency_key":"with\\nbreak","body":{}}`,
      `{"idempotency_key":" padded-key","body":{}}`,
      `{"idempotency_key":"short","body":${JSON.stringify(anInvoice())}}`,
      `{"idempotency_key":"key-12345","body":{"document":}}`,
    );
    assert.deepEqual(await statusesOf([...bad, '', good, '\r']), [...bad.map(() => 400), 202]);
  });

  for (const [wrong, lines, says] of [
    ['line without JSON', ['no json'], /^Eine Zeile ist /],
    ['line with another member', ['{"idempotency_key":"key-12345","body":{},"more":1}'], /^Eine Zeile hat /],
    ['batch without a line', [''], /Zeile/],
    ['call', [line({ ...anInvoice(), nonsense: 1 })], /^nonsense ist kein /],
  ] as const)
    it(`words a wrong ${wrong} in the language of the call`, async () => {
      const headers = { ...NDJSON, 'accept-language': 'de' };
      const { text } = await api.call('POST', '/invoices/batch', { key, headers, body: lines.join('\n') });
      const { title, detail, errors } = linesIn(text)[0]?.body ?? {};
      const [{ message, fix_hint: fix } = {}] = errors as Record<string, unknown>[];
      assert.deepEqual([title, typeof fix], ['Die Anfrage ist fehlerhaft', 'string']);
      assert.match(String(detail), says);
      assert.match(String(message), says);
    });

  it('has a rate of six batches a minute, whatever their lines', async () => {
    assert.deepEqual(
      await statusesOf(Array.from({ length: 30 }, () => line(anInvoice()))),
      Array.from({ length: 30 }, () => 202),
    );
    for (let n = 2; n <= 6; n += 1) assert.deepEqual(await statusesOf([line(anInvoice())]), [202]);
    const seventh = await send([line(anInvoice())]);
    assert.deepEqual([seventh.status, typeOf(seventh)], [429, 'rate-limited']);
  });

  it('ends with an answer at a line that is too long or above the number', async () => {
    const long = `{"idempotency_key":"key-12345","body":"${'x'.repeat(5_001_000)}"}`;
    assert.deepEqual(await statusesOf([line(anInvoice()), long, line(anInvoice())]), [202, 413]);
    const many = await statusesOf(Array.from({ length: 1002 }, () => '{}'));
    assert.deepEqual([many.length, new Set(many)], [1001, new Set([400])]);
    assert.deepEqual(await statusesOf(['']), [400]);
  });

  it('is refused as a whole for its type, coding, scope or key', async () => {
    const json = await api.call('POST', '/invoices/batch', { key, body: {} });
    const coded = await api.call('POST', '/invoices/batch', {
      key,
      headers: { ...NDJSON, 'content-encoding': 'gzip' },
      body: 'x',
    });
    const reader = await api.world.clientKey('reader', ['read']);
    const refused = await send([line(anInvoice())], api, reader);
    const unknown = await send([line(anInvoice())], api, 'ids_test_none');
    assert.deepEqual(
      [json, coded, refused, unknown].map(({ status }) => status),
      [415, 415, 403, 401],
    );
  });

  /** Sends line by line and reads each answer before the next line. */
  async function openBatch() {
    const call: ClientRequest = request({
      port: api.port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/invoices/batch',
      headers: { ...NDJSON, authorization: `Bearer ${key}` },
    });
    call.on('error', () => undefined);
    let answers: AsyncIterator<string> | undefined;
    const sendLine = async (text: string): Promise<LineAnswer> => {
      call.write(`${text}\n`);
      if (!answers) {
        const [answer] = (await once(call, 'response')) as [IncomingMessage];
        answers = createInterface(answer.on('error', () => undefined))[Symbol.asyncIterator]();
      }
      return JSON.parse((await answers.next()).value as string) as LineAnswer;
    };
    return { call, sendLine };
  }

  it('answers each line as soon as it arrives, and loses no answered line if the connection breaks', async () => {
    const lines = [line(anInvoice()), line(anInvoice()), line(anInvoice())];
    const { call, sendLine } = await openBatch();
    const received = [await sendLine(lines[0]!), await sendLine(lines[1]!)];
    call.write(`${lines[2]!.slice(0, 20)}`);
    call.destroy();
    const again = linesIn((await send(lines)).text);
    assert.deepEqual(again.slice(0, 2), received);
    assert.equal(again[2]?.status, 202);
  });

  it('accepts no more lines after its key is revoked', async () => {
    const { call, sendLine } = await openBatch();
    assert.equal((await sendLine(line(anInvoice()))).status, 202);
    const { id } = (await api.world.keys.findByHash(api.world.digests.sha256(key)))!;
    await api.world.keys.revoke(id, api.world.clock.now());
    assert.equal((await sendLine(line(anInvoice()))).status, 401);
    call.end();
  });

  it('shares the time with other calls: its lines in the share of its client, each other call for as long as it lasts', async () => {
    const { share } = api.world;
    const fakes = sinon.createSandbox();
    const lines = fakes.spy(share, 'line');
    const end = fakes.spy();
    const begin = fakes.stub(share, 'begin').returns(end);
    try {
      await send([line(anInvoice()), line(anInvoice())]);
      assert.deepEqual(
        lines.args.map(([of]) => of),
        [client, client],
      );
      sinon.assert.notCalled(begin);
      await api.call('POST', '/invoices', { key, body: anInvoice(), idempotencyKey: newIdempotencyKey() });
      await until(() => end.called, 'the call has ended');
      sinon.assert.calledOnce(begin);
    } finally {
      fakes.restore();
    }
  });

  it('reads the key once for each line', async () => {
    const { keys } = api.world;
    const { findByHash } = keys;
    let reads = 0;
    keys.findByHash = (hash) => {
      reads += 1;
      return findByHash.call(keys, hash);
    };
    try {
      assert.deepEqual(await statusesOf([line(anInvoice()), line(anInvoice())]), [202, 202]);
    } finally {
      keys.findByHash = findByHash;
    }
    assert.equal(reads, 3, 'the batch and its two lines');
  });
});

describe('a batch whose process dies', () => {
  const LINES = 3;

  async function batchOn(
    api: RunningApi,
    key: string,
    lines: readonly string[],
  ): Promise<readonly LineAnswer[]> {
    const headers = { ...NDJSON, authorization: `Bearer ${key}` };
    const text = await arrived(`http://127.0.0.1:${api.port}/invoices/batch`, {
      method: 'POST',
      headers,
      body: lines.join('\n'),
    });
    await api.stop();
    return linesIn(text);
  }

  /** The whole lines. An answer that takes more than a second is broken off: a dead store cannot confirm its key. */
  async function arrived(url: string, batch: RequestInit): Promise<string> {
    const decoder = new TextDecoder();
    let text = '';
    try {
      const { body } = await fetch(url, batch);
      for await (const chunk of body!) text += decoder.decode(chunk as Uint8Array, { stream: true });
    } catch (error) {
      assert.match(String(error), /terminated|fetch failed/);
    }
    return text.slice(0, text.lastIndexOf('\n') + 1);
  }

  const given = async () => {
    const world = new World();
    const key = await world.clientKey('acme');
    return { world, key, lines: Array.from({ length: LINES }, () => line(anInvoice())) };
  };

  it('at any write of any line creates each invoice once, and repeats the answers that it gave', async () => {
    const { world, key, lines } = await given();
    const immortal = new MortalWorld(world, { call: 0, when: 'before' });
    await batchOn(await RunningApi.start(immortal, false), key, lines);
    assert.ok(immortal.calls > LINES * 3, `${immortal.calls} calls`);
    for (let call = 1; call <= immortal.calls; call += 1) {
      const { world, key, lines } = await given();
      const dying = await RunningApi.start(new MortalWorld(world, { call, when: 'after' }), false);
      const received = (await batchOn(dying, key, lines)).filter(({ status }) => status === 202);
      // The claim of the current line expires.
      world.clock.advance(60_000);
      const again = await batchOn(await RunningApi.start(world, false), key, lines);
      assert.deepEqual(
        again.map(({ status }) => status),
        lines.map(() => 202),
        `after call ${call}`,
      );
      for (const answered of received) assert.deepEqual(again[answered.line - 1], answered);
      assert.equal(new Set(again.map(({ body }) => body['id'])).size, LINES);
      const page = { sort: 'newest', page: 1, pageSize: 25 } as const;
      assert.equal((await world.invoices.list(page)).total, LINES, `after call ${call}`);
    }
  });
});
