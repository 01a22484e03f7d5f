import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { DENIAL_POLICY } from '../../../src/application/access/deny-call.ts';
import { newIdempotencyKey, submission, WITH_A_PLANNED_CALL } from './bodies.ts';
import { type CallOptions, RunningApi, typeOf } from './harness.ts';
import { World } from './world.ts';

const A_SECOND = DENIAL_POLICY.windows[0]!.limit;

describe('calls that are denied', () => {
  let api: RunningApi;

  beforeEach(async () => {
    api = await RunningApi.start(new World(), true, { description: WITH_A_PLANNED_CALL });
  });
  afterEach(() => api.stop());

  const statuses = async (count: number, call: () => ReturnType<RunningApi['call']>): Promise<number[]> => {
    const seen: number[] = [];
    for (let sent = 0; sent < count; sent += 1) seen.push((await call()).status);
    return seen;
  };
  const folded = async () => {
    await api.useCases.denyCall.writeCounts();
    return (await api.world.audit.recent({ limit: 1000 })).map(({ details, times }) => [
      details?.refused,
      times,
    ]);
  };

  for (const [status, method, path] of [
    [403, 'GET', '/keys'],
    [405, 'DELETE', '/invoices'],
    [501, 'GET', '/planned'],
  ] as const)
    it(`count for their key: a further ${status} becomes 429 with Retry-After`, async () => {
      const key = await api.world.clientKey('acme', ['read', 'submit']);
      const first = await statuses(A_SECOND, () => api.call(method, path, { key }));
      assert.deepEqual(new Set(first), new Set([status]));
      const late = await api.call(method, path, { key });
      assert.equal(`${late.status} ${typeOf(late)} ${late.headers.get('retry-after')}`, '429 rate-limited 1');
      assert.equal((await api.call('GET', '/invoices', { key })).status, 200, 'permitted calls still work');
      const other = await api.world.clientKey('acme', ['read', 'submit']);
      assert.equal(
        (await api.call(method, path, { key: other })).status,
        status,
        'another key has its own count',
      );
      api.world.clock.advance(1000);
      assert.equal((await api.call(method, path, { key })).status, status);
    });

  for (const [status, path, options] of [
    [401, '/invoices', {}],
    [401, '/invoices', { key: 'ids_test_unknown' }],
    [404, '/nothing', {}],
  ] as const)
    it(`count for their address without a key (${status}), and calls with a key continue`, async () => {
      const refused = () => api.call('GET', path, options as CallOptions);
      assert.deepEqual(new Set(await statuses(A_SECOND, refused)), new Set([status]));
      assert.deepEqual(new Set(await statuses(5, refused)), new Set([429]));
      const key = await api.world.clientKey('acme');
      assert.equal((await api.call('GET', '/invoices', { key })).status, 200);
      assert.equal((await api.call('GET', '/health')).status, 200);
    });

  it('have a limit per minute, too', async () => {
    const { limit, seconds } = DENIAL_POLICY.windows[1]!;
    for (let n = 0; n < limit / A_SECOND; n += 1) {
      const seen = await statuses(A_SECOND, () => api.call('GET', '/invoices'));
      assert.deepEqual(new Set(seen), new Set([401]));
      api.world.clock.advance(1000);
    }
    const late = await api.call('GET', '/invoices');
    assert.equal(late.headers.get('retry-after'), String(seconds - limit / A_SECOND));
  });

  it('have one audit row with a count, written at the first of them', async () => {
    const key = await api.world.clientKey('acme', ['read']);
    const forbidden = () => api.call('GET', '/keys', { key });
    await forbidden();
    const [row] = await api.world.audit.recent({ limit: 10 });
    assert.deepEqual([row?.times, row?.client], [1, 'acme']);
    await statuses(A_SECOND + 9, forbidden);
    assert.deepEqual(await folded(), [['forbidden', A_SECOND + 10]]);
    await forbidden();
    assert.deepEqual(await folded(), [['forbidden', A_SECOND + 11]]);
    api.world.clock.advance(3_600_000);
    await forbidden();
    assert.equal((await folded()).length, 2, 'another hour, another row');
  });

  it('for a rate have one row, too; permitted calls have their own rows', async () => {
    const key = await api.world.clientKey('acme', ['read']);
    await statuses(80, () => api.call('GET', '/invoices', { key }));
    const rows = await folded();
    assert.deepEqual(rows[0], ['rate-limited', 29]);
    assert.equal(rows.length, 1 + 51);
  });

  it('are counted, also while the store cannot write the row', async () => {
    const key = await api.world.clientKey('acme', ['read']);
    const { audit } = api.world;
    const fold = audit.fold.bind(audit);
    audit.fold = () => Promise.reject(new Error('the disk is full'));
    assert.deepEqual(await statuses(3, () => api.call('GET', '/keys', { key })), [403, 403, 403]);
    audit.fold = fold;
    assert.deepEqual(await folded(), [['forbidden', 3]]);
  });

  it('are logged ten times a minute; then the log has their number', async () => {
    const key = await api.world.clientKey('acme', ['read']);
    await statuses(15, () => api.call('GET', '/keys', { key }));
    await statuses(17, () => api.call('GET', '/invoices'));
    await api.stop();
    const lines = api.world.logged.map(({ fields }) => [fields.status, fields.left_out]);
    assert.equal(lines.filter(([status, left]) => status === 403 && left === undefined).length, 10);
    assert.equal(lines.filter(([status, left]) => status === 401 && left === undefined).length, 10);
    assert.deepEqual(
      lines.filter(([, left]) => left !== undefined),
      [
        [403, 5],
        [401, 7],
      ],
    );
    api = await RunningApi.start();
  });

  it('are counted in the metrics, with and without their reason', async () => {
    await statuses(A_SECOND + 1, () => api.call('GET', '/invoices'));
    assert.deepEqual(api.world.telemetry.denials.slice(-2), ['unauthorized', 'unauthorized limited']);
  });

  it('do not hide an internal failure', async () => {
    const { keys } = api.world;
    keys.findByHash = () => Promise.reject(new Error('the store is gone'));
    const key = `ids_test_${'0'.repeat(48)}`;
    const seen = await statuses(A_SECOND + 5, () => api.call('GET', '/invoices', { key }));
    assert.deepEqual(new Set(seen), new Set([500]));
  });
});

describe('the address of a caller without a key', () => {
  let api: RunningApi;

  afterEach(() => api.stop());

  const forwarded = async (addresses: string) =>
    (await api.call('GET', '/invoices', { headers: { 'x-forwarded-for': addresses } })).status;
  const exhaust = async (addresses: string): Promise<void> => {
    for (let sent = 0; sent < A_SECOND; sent += 1) assert.equal(await forwarded(addresses), 401);
  };

  it('is the one in the headers of trusted proxies', async () => {
    api = await RunningApi.start(new World(), true, { trustProxy: 1 });
    await exhaust('203.0.113.7');
    assert.equal(await forwarded('203.0.113.7'), 429);
    assert.equal(
      await forwarded('198.51.100.1, 203.0.113.7'),
      429,
      'the address in the caller’s own header does not count',
    );
    assert.equal(await forwarded('203.0.113.8'), 401);
  });

  it('is that of the connection without a trusted proxy', async () => {
    api = await RunningApi.start();
    await exhaust('203.0.113.7');
    assert.equal(await forwarded('203.0.113.8'), 429);
  });

  it('is a /64 for IPv6, and IPv4 for IPv4 in IPv6', async () => {
    api = await RunningApi.start(new World(), true, { trustProxy: 1 });
    await exhaust('2001:db8:0:7::1');
    assert.equal(await forwarded('2001:DB8::7:a:b:c:d'), 429);
    assert.equal(await forwarded('2001:db8:0:8::1'), 401);
    await exhaust('::ffff:192.0.2.1');
    assert.equal(await forwarded('192.0.2.1'), 429);
    assert.equal(await forwarded('::ffff:192.0.2.2'), 401);
  });
});

describe('the body of a refused call', () => {
  let api: RunningApi;
  const open: Socket[] = [];

  beforeEach(async () => {
    api = await RunningApi.start(new World(), true, { description: WITH_A_PLANNED_CALL });
  });
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.destroy();
    await api.stop();
  });

  async function begin(key: string | undefined, bytes: number, ...more: readonly string[]): Promise<Socket> {
    const socket = connect(api.port, '127.0.0.1').on('error', () => undefined);
    open.push(socket);
    await once(socket, 'connect');
    const lines = [
      'POST /invoices HTTP/1.1',
      'Host: x',
      ...(key ? [`Authorization: Bearer ${key}`] : []),
      `Idempotency-Key: ${newIdempotencyKey()}`,
      'Content-Type: application/json',
      ...(bytes === Infinity ? ['Transfer-Encoding: chunked'] : [`Content-Length: ${bytes}`]),
      ...more,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return socket;
  }

  for (const bytes of [1_000_000_000, Infinity])
    it(`is not read after a 401 (${bytes} bytes), and the connection closes`, async () => {
      const socket = await begin(undefined, bytes);
      const chunk = Buffer.alloc(100_000, 'x');
      const pump = (): void => {
        while (!socket.destroyed && socket.write(bytes === Infinity ? `186a0\r\n${chunk}\r\n` : chunk));
      };
      socket.on('drain', pump);
      pump();
      const answer = await new Promise<string>((resolve) =>
        socket.once('data', (data) => resolve(String(data))),
      );
      assert.match(answer, /^HTTP\/1\.1 401 .*\r\nConnection: close\r\n/s);
      await new Promise((resolve) => socket.once('close', resolve));
      // The system buffers this many bytes after the service stops reading.
      assert.ok(socket.bytesWritten - socket.writableLength < 20_000_000, String(socket.bytesWritten));
    });

  it('is absent in a call without one: the connection closes after a 401, too', async () => {
    const socket = await begin(undefined, 0);
    assert.match(await textOf(socket), /^HTTP\/1\.1 401 .*\r\nConnection: close\r\n/s);
  });

  for (const [status, scopes, bytes] of [
    [403, ['read'], 3_000_000],
    [413, ['submit'], 5_000_001],
  ] as const)
    it(`is read to its end if the key is valid: a caller that sends everything before it reads gets its ${status}`, async () => {
      const socket = await begin(await api.world.clientKey('acme', scopes), bytes);
      await new Promise<void>((resolve) => socket.write('x'.repeat(bytes), () => resolve()));
      assert.match(
        await textOf(socket),
        new RegExp(`^HTTP/1\\.1 ${status} .*\\r\\nConnection: close\\r\\n`, 's'),
      );
    });

  it('is not requested: a caller with Expect: 100-continue gets the answer before it sends', async () => {
    const refused = await begin(await api.world.clientKey('acme', ['read']), 1_000, 'Expect: 100-continue');
    assert.match(await textOf(refused), /^HTTP\/1\.1 403 /);
    const body = JSON.stringify(submission());
    const key = await api.world.clientKey('acme');
    const taken = await begin(key, Buffer.byteLength(body), 'Expect: 100-continue', 'Connection: close');
    const [first] = (await once(taken, 'data')) as [Buffer];
    assert.match(String(first), /^HTTP\/1\.1 100 Continue\r\n\r\n/);
    taken.write(body);
    assert.match(await textOf(taken), /HTTP\/1\.1 202 /);
  });
});
