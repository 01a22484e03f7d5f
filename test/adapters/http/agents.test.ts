import assert from 'node:assert/strict';
import type { Client } from '@modelcontextprotocol/client';
import { type Called, callTool, ERAS, overHttp } from '../../agents/tool-client.ts';
import type { Scope } from '../../../src/domain/access/caller.ts';
import { submission, withDocument } from './bodies.ts';
import { handIn, RunningApi, typeOf } from './harness.ts';
import { OPERATOR_KEY, World } from './world.ts';

const MESSAGE = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const SEND = { idempotency_key: 'a-key-of-the-erp', document: submission().document, route: 'DE-XRECHNUNG' };
const READ_TOOLS = [
  ...[
    'check_invoice',
    'check_file',
    'convert_file',
    'explain_code',
    'look_up_receiver',
    'why_invoice_waits',
    'list_care',
  ],
  ...['read_invoice', 'read_not_taken', 'read_received_invoice', 'list_packs_in_force', 'search_invoices'],
];

describe('POST /mcp', () => {
  let api: RunningApi;
  const clients: Client[] = [];
  const url = (): string => `http://127.0.0.1:${api.port}`;
  /** A client has few keys. */
  const keys = new Map<string, Promise<string>>();
  const keyOf = (client: string, scopes: readonly Scope[] = ['submit', 'read', 'admin']): Promise<string> => {
    const name = `${client} ${scopes.join()}`;
    const key = keys.get(name) ?? api.world.clientKey(client, scopes);
    keys.set(name, key);
    return key;
  };
  const tools = async (key: string, mode?: 'auto' | 'legacy', at = url()): Promise<Client> => {
    const client = await overHttp(at, key, mode);
    clients.push(client);
    return client;
  };

  before(async () => {
    api = await RunningApi.start(undefined, true, { mcpSend: true });
  });
  beforeEach(() => void api.world.clock.advance(60_000));
  after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await api.stop();
  });

  for (const [era, mode] of Object.entries(ERAS))
    it(`speaks the protocol ${era}, without sessions`, async () => {
      const client = await tools(await keyOf('acme', ['read']), mode);
      assert.deepEqual(
        (await client.listTools()).tools.map(({ name }) => name),
        READ_TOOLS,
      );
      const { answer, result } = await callTool(client, 'explain_code', { code: 'EI-SCHEMA' });
      assert.deepEqual([answer['environment'], result['code']], ['sandbox', 'EI-SCHEMA']);
      await assert.rejects(callTool(client, 'send_invoice', SEND), /not found/);
    });

  it('has no tool that sends unless the operator has switched it on', async () => {
    const world = new World();
    const reading = await RunningApi.start(world);
    try {
      const client = await tools(await world.clientKey('acme'), 'auto', `http://127.0.0.1:${reading.port}`);
      assert.deepEqual(
        (await client.listTools()).tools.map(({ name }) => name),
        READ_TOOLS,
      );
    } finally {
      await reading.stop();
    }
  });

  it('says of each tool what it changes, in words and in hints', async () => {
    const client = await tools(await keyOf('acme'));
    for (const { name, title, description = '', outputSchema, annotations = {} } of (await client.listTools())
      .tools) {
      assert.ok(title && outputSchema, name);
      const sends = name === 'send_invoice';
      assert.match(description, sends ? /stores the invoice and sends it/ : /stores no invoice and sends n/);
      const { readOnlyHint, destructiveHint, idempotentHint } = annotations;
      assert.deepEqual([readOnlyHint, destructiveHint, idempotentHint], [!sends, sends, true], name);
    }
    assert.match(client.getInstructions() ?? '', /sandbox.*simulated.*words_of_others/s);
  });

  describe('refuses', () => {
    const calls: readonly (readonly [string, number, object])[] = [
      ['a call without a key', 401, { body: MESSAGE }],
      ['a page of another site', 403, { headers: { origin: 'https://evil.example' }, body: MESSAGE }],
      ['a page whose name was bent to this address', 403, { headers: { origin: 'null' }, body: MESSAGE }],
      ['a list of messages', 400, { body: [MESSAGE] }],
      ['what is no message', 400, { body: { jsonrpc: '1.0' } }],
      ['a body that is no JSON', 400, { body: '{' }],
      ['a body of another type', 415, { headers: { 'content-type': 'text/plain' }, body: '{}' }],
      ['a body that is too large', 413, { body: { ...MESSAGE, params: { x: 'x'.repeat(5_000_001) } } }],
    ];
    for (const [name, status, options] of calls)
      it(name, async () => {
        const key = status === 401 ? undefined : await keyOf('acme');
        const answer = await api.call('POST', '/mcp', { ...(key && { key }), ...options });
        assert.equal(answer.status, status, answer.text);
      });

    it('a message that the protocol does not allow, by its own error, which is none of the service', async () => {
      const body = { jsonrpc: '2.0' };
      const { status, headers, json } = await api.call('POST', '/mcp', { key: await keyOf('acme'), body });
      assert.deepEqual(
        [status, headers.get('content-type'), json['jsonrpc']],
        [400, 'application/json', '2.0'],
      );
      const levels = api.world.logged.map(({ level }) => level);
      assert.ok(!levels.includes('error'));
    });

    it('streams and sessions', async () => {
      const key = await keyOf('acme');
      for (const method of ['GET', 'DELETE'])
        assert.equal((await api.call(method, '/mcp', { key })).status, 405, method);
      const meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const params = { _meta: meta, notifications: { toolsListChanged: true } };
      const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
      const body = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params };
      const answer = await api.call('POST', '/mcp', { key, headers, body });
      assert.match(answer.text, /Subscription limit|not found/i);
    });
  });

  describe('makes each call with the key of its message:', () => {
    const refused: readonly (readonly [string, () => Promise<string>, string, object, string])[] = [
      [
        'a key without the scope submit checks nothing',
        () => keyOf('acme', ['read']),
        'check_invoice',
        { route: 'DE-XRECHNUNG', document: submission().document },
        'forbidden',
      ],
      [
        'a key without the scope read reads nothing',
        () => keyOf('acme', ['submit']),
        'search_invoices',
        { words: 'RE-2026' },
        'forbidden',
      ],
      [
        'a client has no filter for another one',
        () => keyOf('acme'),
        'list_care',
        { client: 'other' },
        'not-found',
      ],
    ];
    for (const [name, key, tool, args, error] of refused)
      it(name, async () => {
        const { isError, refusal } = await callTool(await tools(await key()), tool, args);
        assert.deepEqual([isError, refusal['error']], [true, error]);
      });

    it("a client reads no other client's invoice", async () => {
      const owner = await keyOf('acme');
      const id = await handIn(api, 'acme');
      const [own, other] = [await tools(owner), await tools(await keyOf('other'))];
      const read = await callTool(own, 'read_invoice', { invoice: id });
      assert.equal(read.isError, false, read.text);
      for (const tool of ['read_invoice', 'why_invoice_waits'])
        for (const invoice of [id, 'RE-2026-0042'])
          assert.equal((await callTool(other, tool, { invoice })).isError, true, `${tool} ${invoice}`);
    });

    it('each has its own rate and its own row of the audit log', async () => {
      const client = await tools(await keyOf('acme'));
      await callTool(client, 'list_care', {});
      const { text } = await api.call('GET', '/audit?client=acme', { key: OPERATOR_KEY });
      assert.match(text, /"operation":"listCare"/);
      let last: Called | undefined;
      for (let calls = 1; calls <= 30 && !last?.isError; calls += 1)
        last = await callTool(client, 'list_care', {});
      assert.equal(last?.refusal['error'], 'rate-limited');
      assert.equal(typeof last.refusal['retry_after_seconds'], 'number');
    });

    it('it sends only with the scope submit, and once under one key', async () => {
      const reader = await tools(await keyOf('sender', ['read']));
      await assert.rejects(callTool(reader, 'send_invoice', SEND), /not found/);
      const client = await tools(await keyOf('sender'));
      const sent = await callTool(client, 'send_invoice', SEND);
      assert.match(String(sent.result['id']), /^inv_/);
      assert.equal((await callTool(client, 'send_invoice', SEND)).result['id'], sent.result['id']);
      const { idempotency_key: _, ...nameless } = SEND;
      assert.match((await callTool(client, 'send_invoice', nameless)).text, /idempotency_key/);
      const broken = {
        ...SEND,
        idempotency_key: 'another-key',
        document: withDocument('payment.iban', 'DE00').document,
      };
      const { refusal } = await callTool(client, 'send_invoice', broken);
      assert.equal(refusal['error'], 'validation-failed');
      assert.match(JSON.stringify(refusal['findings']), /EI-ID-IBAN/);
    });

    it('a live key is a key of production, and each answer says so', async () => {
      const world = new World();
      world.environment = 'production';
      const live = await RunningApi.start(world, true, { mcpSend: true });
      try {
        const at = `http://127.0.0.1:${live.port}`;
        const client = await tools(await world.clientKey('acme'), 'auto', at);
        assert.match(client.getInstructions() ?? '', /environment production: real invoices/);
        const { answer } = await callTool(client, 'explain_code', { code: 'EI-SCHEMA' });
        assert.equal(answer['environment'], 'production');
        const test = await live.call('POST', '/mcp', {
          key: await keyOf('acme'),
          body: MESSAGE,
        });
        assert.equal(test.status, 401);
      } finally {
        await live.stop();
      }
    });
  });

  describe('takes hostile arguments for data:', () => {
    const HOSTILE: readonly (readonly [string, string, object])[] = [
      ['another type', 'explain_code', { code: { toString: 'x' } }],
      ['a member too many', 'explain_code', { code: 'EI-SCHEMA', path: '/keys' }],
      ['no arguments', 'explain_code', {}],
      ['a path that climbs', 'explain_code', { code: '../keys/self' }],
      ['a path that climbs, encoded', 'explain_code', { code: '%2e%2e%2fkeys' }],
      ['a path of an id', 'read_received_invoice', { id: '../../keys' }],
      [
        'a document with a path',
        'read_invoice',
        { invoice: 'inv_0123456789abcdef', document: '../../../keys' },
      ],
      ['a query in a name', 'search_invoices', { words: 'x&client=other#' }],
      ['U+0000', 'search_invoices', { words: 'a\u0000b' }],
      ['half a letter', 'search_invoices', { words: 'a\ud800' }],
      ['a long text', 'search_invoices', { words: 'x'.repeat(101) }],
      ['a limit that is none', 'list_care', { limit: 1e9 }],
      ['a header in a key', 'send_invoice', { ...SEND, idempotency_key: 'abcdefgh\r\nX-Y: z' }],
      ['a file that is none', 'check_file', { route: 'DE-XRECHNUNG', base64: '%%%' }],
      ['two files', 'check_file', { route: 'DE-XRECHNUNG', xml: '<a/>', base64: 'AAAA' }],
      [
        'a prototype',
        'check_invoice',
        JSON.parse('{"route":"DE-XRECHNUNG","document":{},"__proto__":{"a":1}}') as object,
      ],
      ['a route that is a path', 'check_invoice', { route: '../x', document: {} }],
    ];
    for (const [name, tool, args] of HOSTILE)
      it(name, async () => {
        const client = await tools(await keyOf('acme'));
        const call = await callTool(client, tool, args).catch((error: unknown) => ({
          text: String(error),
          isError: true,
          result: {} as Called['result'],
        }));
        const isNothing = JSON.stringify(call.result) === '{"rows":[],"more":false}';
        assert.ok(call.isError || isNothing || call.result['valid'] === false, call.text);
        // Nothing of the inside, and no key.
        assert.doesNotMatch(call.text, /ids_test_|node_modules|\.ts:|service\.invalid|TypeError/);
      });
  });

  it('is counted, and refused over the rate, like any call', async () => {
    const key = await keyOf('busy');
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => api.call('POST', '/mcp', { key, body: MESSAGE })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0);
    assert.equal(typeOf(refused[0]!), 'rate-limited');
  });
});
