import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { SCALE } from '../../../src/adapters/http/call/body-budget.ts';
import { LARGE_BYTES } from '../../../src/application/reading/body-reader.ts';
import { JSON_LIMITS } from '../../../src/domain/json/past-limit.ts';
import { until } from '../../support/until.ts';
import { MALFORMED, UNFIT } from './bad-bodies.ts';
import { newIdempotencyKey, submission, withDocument } from './bodies.ts';
import { type CallOptions, fieldsOf, RunningApi, typeOf, withOwnClients } from './harness.ts';

type Json = Record<string, unknown>;

const BLANKS = ' '.repeat(LARGE_BYTES);
const asText = (body: unknown): string | undefined =>
  typeof body === 'string' ? body : body instanceof Uint8Array ? undefined : JSON.stringify(body);

/** The body with blanks in the document and behind the body. */
const grown = (text: string): string => `${text.replace('"document":{', `"document":{${BLANKS}`)}${BLANKS}`;

const documentOf = (body: Json): Json => body.document as Json;
const lineOf = (body: Json): Json => (documentOf(body).lines as Json[])[0]!;
/** A document without totals: they would have to match the lines. */
const withLines = (lines: readonly Json[], more: Json = {}): Json => {
  const body = submission();
  return { ...body, erp_totals: undefined, document: { ...documentOf(body), lines, ...more } };
};

describe('a large body', () => {
  let api: RunningApi;
  let key: string;

  withOwnClients((own) => ({ api, key } = own));

  const send = (path: string, options: CallOptions) =>
    api.call('POST', path, { key, idempotencyKey: newIdempotencyKey(), ...options });

  it('is read in its own thread, a small one in the main thread', async () => {
    const { done } = api.world.readerPool;
    done.length = 0;
    assert.equal((await send('/invoices', { body: submission() })).status, 202);
    assert.deepEqual(done, []);
    const note = 'x'.repeat(4_000);
    const large = withDocument(
      'invoice.notes',
      Array.from({ length: 20 }, () => note),
    );
    assert.equal((await send('/invoices', { body: large })).status, 202);
    assert.deepEqual(done, ['open', 'judge']);
  });

  const rows = [...MALFORMED, ...UNFIT].flatMap(({ it: what, body, headers }) => {
    const small = asText(body);
    const isJson = small !== undefined && small !== '' && small.length < LARGE_BYTES && !headers;
    return isJson ? [{ what, small }] : [];
  });
  for (const { what, small } of rows)
    it(`is answered like a small one: ${what}`, async () => {
      for (const path of ['/invoices', '/validate']) {
        const [one, other] = [await send(path, { body: small }), await send(path, { body: grown(small) })];
        assert.equal(other.status, one.status, other.text);
        assert.deepEqual(fieldsOf(other), fieldsOf(one), path);
        assert.equal(typeOf(other), typeOf(one));
      }
    });

  it('is stored unchanged, with or without byte order mark', async () => {
    for (const mark of ['', '\ufeff']) {
      const document = JSON.stringify({ ...documentOf(submission()), lang: 'de' }).replace(
        '"lang"',
        `${BLANKS}"lang"`,
      );
      const { json, status, text } = await send('/invoices', {
        body: `${mark}{"route":"DE-XRECHNUNG", "document" : ${document} }`,
      });
      assert.equal(status, 202, text);
      const stored = await api.call('GET', `/invoices/${String(json.id)}/documents/canonical`, { key });
      assert.equal(stored.text, document);
      api.world.clock.advance(1000);
      key = await api.world.clientKey(`client-${newIdempotencyKey()}`);
    }
  });

  it('is the same invoice as a small one with the same content', async () => {
    const small = JSON.stringify(submission());
    const first = await send('/invoices', { body: small });
    const second = await send('/invoices', { body: small.replace('"document":', `"document":${BLANKS}`) });
    assert.equal(second.json.duplicate_of, first.json.id);
  });

  it('may have 10,000 lines, 20 notes of 5,000 characters, 5 MB', async () => {
    const line = lineOf(submission());
    const lines = Array.from({ length: 10_000 }, (_, n) => ({
      ...line,
      name: `Position ${n}`,
      note: 'n'.repeat(250),
    }));
    const invoice = {
      ...(documentOf(submission()).invoice as Json),
      notes: Array.from({ length: 20 }, () => 'x'.repeat(5_000)),
    };
    const body = JSON.stringify(withLines(lines, { invoice }));
    assert.ok(body.length < 5_000_000 && body.length > 3_500_000, String(body.length));
    const answer = await send('/invoices', { body: gzipSync(body), headers: { 'content-encoding': 'gzip' } });
    assert.equal(answer.status, 202, answer.text);
  });

  it('may contain a file of nearly 5 MB', async () => {
    const attachments = [
      { id: 'A', filename: 'a.pdf', mime: 'application/pdf', content_base64: 'QUJD'.repeat(1_200_000) },
    ];
    const answer = await send('/invoices', { body: withLines([lineOf(submission())], { attachments }) });
    assert.equal(answer.status, 202, answer.text);
  });

  it('may have as many values per byte as the densest invoice', async () => {
    const allowances = Array.from({ length: 1_000 }, () => ({ amount: 1, reason: 'a' }));
    const lines = Array.from({ length: 95 }, () => ({
      ...lineOf(submission()),
      quantity: 1_000_000,
      allowances,
      charges: allowances,
    }));
    const body = JSON.stringify(withLines(lines));
    assert.ok(body.length > 4_800_000 && body.length <= 5_000_000, String(body.length));
    const answer = await send('/invoices', { body });
    assert.equal(answer.status, 202, answer.text);
  });

  it('is refused as a whole if it has more values than any invoice', async () => {
    const list = `[${'{},'.repeat(9_999)}{}]`;
    const body = `{"route":"DE-XRECHNUNG","document":{"lines":[${`${list},`.repeat(JSON_LIMITS.values / 10_000)}1]}}`;
    const answer = await send('/invoices', { body: gzipSync(body), headers: { 'content-encoding': 'gzip' } });
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.text, /more than 600000 values/);
  });

  it('has a hundred findings if every value is wrong', async () => {
    const lines = Array.from({ length: 10_000 }, (_, n) => ({ surprise: n, quantity: 'many' }));
    for (const path of ['/invoices', '/validate']) {
      const answer = await send(path, { body: withLines(lines) });
      assert.ok(answer.text.length < 60_000, answer.text.slice(0, 300));
    }
  });

  it('is refused if an object has more than a thousand members, with its path', async () => {
    const many = Object.fromEntries(Array.from({ length: JSON_LIMITS.members + 1 }, (_, n) => [`m${n}`, 1]));
    const within = await send('/invoices', { body: withDocument('seller', many) });
    assert.deepEqual([within.status, fieldsOf(within)], [422, ['seller']]);
    const beside = await send('/invoices', {
      body: `${JSON.stringify({ ...submission(), client: many })}${BLANKS}`,
    });
    assert.deepEqual([beside.status, fieldsOf(beside)], [400, ['client']]);
  });
});

describe('large bodies at the same time', () => {
  let api: RunningApi;
  const open: Socket[] = [];

  beforeEach(async () => {
    api = await RunningApi.start();
  });
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.destroy();
    await api.stop();
  });

  /** States a length, and sends no body. */
  async function announce(
    key: string,
    bytes: number,
    { path = '/invoices', type = 'application/json' } = {},
  ): Promise<Socket> {
    const socket = connect(api.port, '127.0.0.1');
    open.push(socket);
    await once(socket, 'connect');
    const lines = [
      `POST ${path} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${key}`,
      `Idempotency-Key: ${newIdempotencyKey()}`,
      `Content-Type: ${type}`,
      `Content-Length: ${bytes}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return socket;
  }

  async function untilHeld(bytes: number): Promise<void> {
    await until(() => api.world.bodyBudget.bytes === bytes, `${bytes} bytes are held`);
  }

  const LARGEST = 5_000_000;

  it('of one caller are limited to four of the largest: the next call gets 503 before its body is sent', async () => {
    const key = await api.world.clientKey('acme');
    for (let n = 0; n < SCALE.ofOneCaller / LARGEST; n += 1) await announce(key, LARGEST);
    await untilHeld(SCALE.ofOneCaller);
    const answer = await textOf(await announce(key, LARGEST));
    assert.match(answer, /^HTTP\/1\.1 503 .*\r\nRetry-After: 1\r\n/s);
    assert.match(answer, /problems\/busy/);
    const small = await api.call('POST', '/invoices', {
      key,
      body: submission(),
      idempotencyKey: newIdempotencyKey(),
    });
    assert.equal(small.status, 202, 'a small one does not count');
    const other = await api.world.clientKey('other');
    const large = await api.call('POST', '/invoices', {
      key: other,
      body: `${JSON.stringify(submission())}${BLANKS}`,
      idempotencyKey: newIdempotencyKey(),
    });
    assert.equal(large.status, 202, large.text);
    assert.ok(!api.world.logged.some(({ level }) => level === 'error'));
  });

  it('of a batch are refused before they are sent if they are too large', async () => {
    const batch = { path: '/invoices/batch', type: 'application/x-ndjson' };
    const socket = await announce(await api.world.clientKey('acme'), 50_000_001, batch);
    assert.match(await textOf(socket), /^HTTP\/1\.1 413 /);
  });

  it('of all callers together are limited', async () => {
    const callers = SCALE.together / SCALE.ofOneCaller;
    for (let n = 0; n < callers; n += 1) {
      const key = await api.world.clientKey(`client-${n}`);
      for (let m = 0; m < SCALE.ofOneCaller / LARGEST; m += 1) await announce(key, LARGEST);
    }
    await untilHeld(SCALE.together);
    const late = await announce(await api.world.clientKey('late'), LARGEST);
    assert.match(await textOf(late), /^HTTP\/1\.1 503 /);
  });

  it('free their memory at any kind of end', async () => {
    const key = await api.world.clientKey('acme');
    const socket = await announce(key, LARGEST);
    await untilHeld(LARGEST);
    socket.destroy();
    await untilHeld(0);
    const body = `${JSON.stringify(submission())}${BLANKS}`;
    for (const sent of [body, 'x'.repeat(LARGE_BYTES + 1)]) {
      await api.call('POST', '/invoices', { key, body: sent, idempotencyKey: newIdempotencyKey() });
      await untilHeld(0);
    }
  });

  it('that have ended leave their caller its room', async () => {
    const key = await api.world.clientKey('acme');
    for (let n = 0; n < SCALE.ofOneCaller / LARGEST; n += 1) {
      const socket = await announce(key, LARGEST);
      await untilHeld(LARGEST);
      socket.destroy();
      await untilHeld(0);
    }
    const body = `${JSON.stringify(submission())}${BLANKS}`;
    const { status, text } = await api.call('POST', '/invoices', {
      key,
      body,
      idempotencyKey: newIdempotencyKey(),
    });
    assert.equal(status, 202, text);
  });

  it('count with their real size if gzip states a smaller one', async () => {
    const key = await api.world.clientKey('acme');
    for (let n = 0; n < 3; n += 1) await announce(key, LARGEST);
    await announce(key, LARGEST - 100_000);
    await untilHeld(SCALE.ofOneCaller - 100_000);
    const lying = gzipSync(`${JSON.stringify(submission())}${' '.repeat(200_000)}`);
    lying.writeUInt32LE(10, lying.length - 4);
    const answer = await api.call('POST', '/invoices', {
      key,
      body: lying,
      headers: { 'content-encoding': 'gzip' },
      idempotencyKey: newIdempotencyKey(),
    });
    assert.equal(answer.status, 503, answer.text);
  });
});
