import assert from 'node:assert/strict';
import { until } from '../support/until.ts';
import { describeCalls, sendInvoice } from './calls.ts';
import { envelope, invoice, TOKEN } from './peppol/sending.ts';
import { aSandbox, jsonOf, posted, type TestSandbox } from './running.ts';

const PING = 'GET /phase4ping';

describe('the control of the sandbox', () => {
  let sandbox: TestSandbox;
  before(async () => (sandbox = await aSandbox()));
  after(() => sandbox.stop());
  beforeEach(() => jsonOf(`${sandbox.url}/control/reset`, posted({})));

  const ping = (): Promise<Response> => fetch(`${sandbox.url}/peppol/ap/phase4ping`);
  const plan = (fault: string, count = 1, call = PING): Promise<Record<string, unknown>> =>
    jsonOf(`${sandbox.url}/control/faults`, posted({ route: 'PEPPOL', call, fault, count }));

  it('lists the networks by route', async () => {
    const { routes } = await jsonOf(`${sandbox.url}/control`);
    assert.deepEqual(routes, [
      { route: 'PEPPOL', base: '/peppol' },
      { route: 'RO-EFACTURA', base: '/anaf' },
      { route: 'FR-PA', base: '/fr-pa' },
      { route: 'PL-KSEF', base: '/ksef' },
    ]);
    const refused = await fetch(`${sandbox.url}/control/documents?route=MARS`);
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), /route must be one of PEPPOL/);
  });

  it('lists every call to a network with its time, path and status', async () => {
    await ping();
    await sendInvoice(sandbox.url, 'C-1-TIMEOUT').catch(() => undefined);
    const calls = await describeCalls(sandbox.url);
    assert.deepEqual(calls, ['GET /peppol/ap/phase4ping 200', 'POST /peppol/ap/sendsbdh null']);
  });

  it('plans a fault for the next calls of that method and path, as many as asked', async () => {
    await plan('500', 2);
    assert.deepEqual([(await ping()).status, (await ping()).status, (await ping()).status], [500, 500, 200]);
    await plan('429', 1, 'POST /sendsbdh');
    assert.equal((await ping()).status, 200);
  });

  it('matches calls by segments of their path, some of them wildcards', async () => {
    await plan('500', 1, 'GET /smp/{participant}/services/*');
    assert.equal((await fetch(`${sandbox.url}/peppol/smp/x`)).status, 400);
    assert.equal((await fetch(`${sandbox.url}/peppol/smp/x/services/y`)).status, 500);
  });

  for (const [fault, seen] of [
    ['502-html', { status: 502, body: /^<!DOCTYPE html>/ }],
    ['429', { status: 429, body: /Too Many/ }],
    ['truncated', { status: 200, body: /^po$/ }],
    ['wrong-type', { status: 200, body: /^\[\]/ }],
    ['slow', { status: 200, body: /^pong$/ }],
  ] as const)
    it(`plays ${fault}`, async () => {
      await plan(fault);
      const answer = await ping();
      assert.equal(answer.status, seen.status);
      assert.match(await answer.text(), seen.body);
    });

  for (const [fault, after] of [
    ['429', '2'],
    ['429-now', '0'],
    ['429-past', 'Sun, 06 Nov 1994 08:49:37 GMT'],
  ] as const)
    it(`has Retry-After ${after} in the fault ${fault}`, async () => {
      await plan(fault);
      assert.equal((await ping()).headers.get('retry-after'), after);
    });

  it('sends no answer in the fault hang, until the caller closes the connection', async () => {
    await plan('hang', 1, 'POST /sendsbdh');
    const body = envelope(invoice('C-9'));
    const caller = new AbortController();
    const call = fetch(`${sandbox.url}/peppol/ap/sendsbdh`, {
      ...{ method: 'POST', headers: TOKEN, body },
      signal: caller.signal,
    });
    let end: string | undefined;
    const ended = call.then(
      () => (end = 'answered'),
      (error: Error) => (end = error.name),
    );
    await until(async () => (await describeCalls(sandbox.url)).length > 0, 'the call');
    // Others are answered meanwhile.
    assert.equal((await ping()).status, 200);
    assert.equal(end, undefined);
    caller.abort();
    assert.equal(await ended, 'AbortError');
    assert.deepEqual(await describeCalls(sandbox.url), [
      'POST /peppol/ap/sendsbdh null',
      'GET /peppol/ap/phase4ping 200',
    ]);
    assert.deepEqual((await jsonOf(`${sandbox.url}/control/documents`))['data'], []);
  });

  it('drops an answer after the document is accepted, and resets a connection before that', async () => {
    await plan('drop', 1, 'POST /sendsbdh');
    await assert.rejects(sendInvoice(sandbox.url, 'C-2'));
    await plan('reset', 1, 'POST /sendsbdh');
    await assert.rejects(sendInvoice(sandbox.url, 'C-3'));
    const { data } = await jsonOf(`${sandbox.url}/control/documents`);
    assert.deepEqual(
      (data as { number: string }[]).map(({ number }) => number),
      ['C-2'],
    );
  });

  it('changes the type of every member of a report', async () => {
    await plan('wrong-type', 1, 'POST /sendsbdh');
    const report = await sendInvoice(sandbox.url, 'C-4');
    assert.equal(typeof report['overallSuccess'], 'string');
    assert.equal(typeof report['sendingResult'], 'object');
  });

  for (const [title, body, sentence] of [
    [
      'an unknown fault',
      { route: 'PEPPOL', call: PING, fault: 'gone' },
      /fault must be one of .*drop, reset/,
    ],
    [
      'a call without its method',
      { route: 'PEPPOL', call: '/sendsbdh', fault: 'drop' },
      /call must be a method and a path/,
    ],
    ['a count of none', { route: 'PEPPOL', call: PING, fault: 'drop', count: 0 }, /count must be/],
    ['no JSON object', [], /route must be one of/],
  ] as const)
    it(`refuses ${title} in one sentence`, async () => {
      const answer = await fetch(`${sandbox.url}/control/faults`, posted(body));
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), sentence);
    });

  it('stops at the end of the calls that run, though their callers have left', async () => {
    // The call takes ten steps: seconds for its caller to leave.
    const slow = await aSandbox({ stepMs: 300 });
    try {
      const planned = { route: 'PEPPOL', call: PING, fault: 'slow', count: 1 };
      await jsonOf(`${slow.url}/control/faults`, posted(planned));
      const caller = new AbortController();
      const call = fetch(`${slow.url}/peppol/ap/phase4ping`, { signal: caller.signal });
      await until(async () => (await describeCalls(slow.url)).length > 0, 'the call');
      caller.abort();
      await assert.rejects(call, { name: 'AbortError' });
      await slow.restart();
      assert.deepEqual(await describeCalls(slow.url), ['GET /peppol/ap/phase4ping 200']);
    } finally {
      await slow.stop();
    }
  });

  it('keeps documents, calls, planned faults and one-time endings through a restart', async () => {
    await sendInvoice(sandbox.url, 'C-5');
    const once = await sendInvoice(sandbox.url, 'C-6-HTML').catch((error: unknown) => error);
    assert.ok(once instanceof SyntaxError, String(once));
    await plan('500', 1);
    const before = await jsonOf(`${sandbox.url}/control/documents`);
    await sandbox.restart();
    assert.deepEqual(await jsonOf(`${sandbox.url}/control/documents`), before);
    assert.equal((await describeCalls(sandbox.url)).length, 2);
    assert.equal((await ping()).status, 500);
  });

  it('deletes everything on a reset, except the owners of its certificates', async () => {
    const trusted = await (await fetch(`${sandbox.url}/peppol/smp-ca.pem`)).text();
    await sendInvoice(sandbox.url, 'C-7');
    await plan('500', 1);
    assert.deepEqual(await jsonOf(`${sandbox.url}/control/reset`, posted({})), { reset: true });
    assert.deepEqual(await jsonOf(`${sandbox.url}/control/documents`), { data: [] });
    assert.equal((await ping()).status, 200);
    await sandbox.restart();
    assert.equal(await (await fetch(`${sandbox.url}/peppol/smp-ca.pem`)).text(), trusted);
  });

  it('answers unknown and undecodable paths in JSON', async () => {
    for (const [path, status] of [
      ['/nowhere', 404],
      ['/peppol/smp/%zz', 400],
    ] as const) {
      const answer = await fetch(`${sandbox.url}${path}`);
      assert.equal(answer.status, status);
      assert.equal(typeof ((await answer.json()) as { error: unknown }).error, 'string');
    }
  });
});
