import assert from 'node:assert/strict';
import { OPERATIONS } from './description.ts';
import { faultsOf } from './judge.ts';
import type { Answer, Call } from './send.ts';
import { Owners } from './tenants.ts';

const LIST = OPERATIONS.find(({ id }) => id === 'listInvoices')!;
const CALL: Call = { method: 'GET', path: '/invoices', headers: {} };
const PAGE = { data: [], total: 0, page: 1, page_size: 25, counts_by_state: {} };
const problem = (type: string, status: number): object => ({
  type: `http://ids.example/problems/${type}`,
  title: 'No',
  status,
});

function answer(status: number, json: object, headers: Record<string, string> = {}): Answer {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  return {
    status,
    headers: { 'content-type': type, 'x-request-id': 'req_1', ...headers },
    body: Buffer.from(JSON.stringify(json)),
  };
}

describe('the judge of answers', () => {
  const rows: readonly { it: string; answer: Answer; finds: readonly RegExp[] }[] = [
    { it: 'lets a described answer pass', answer: answer(200, PAGE), finds: [] },
    { it: 'lets a described problem pass', answer: answer(404, problem('not-found', 404)), finds: [] },
    { it: 'finds a failure of ours', answer: answer(500, problem('internal', 500)), finds: [/^500$/] },
    {
      it: 'finds a status that is not described',
      answer: answer(409, problem('key-limit', 409)),
      finds: [/^409 is not described$/],
    },
    {
      it: 'finds a member that is not described',
      answer: answer(200, { ...PAGE, secret: 1 }),
      finds: [/additional/],
    },
    { it: 'finds a member that is missing', answer: answer(200, { data: [] }), finds: [/required/] },
    {
      it: 'finds a type of problem that is none',
      answer: answer(404, problem('lost', 404)),
      finds: [/of the type lost/],
    },
    {
      it: 'finds a problem of another status',
      answer: answer(404, problem('forbidden', 403)),
      finds: [/of the type forbidden/],
    },
    {
      it: 'finds a problem that is none',
      answer: answer(404, { error: 'no' }),
      finds: [/required/, /no problem document/],
    },
    { it: 'finds a missing id', answer: answer(200, PAGE, { 'x-request-id': '' }), finds: [/X-Request-Id/] },
    { it: 'finds a missing wait', answer: answer(429, problem('rate-limited', 429)), finds: [/retry-after/] },
  ];
  for (const { it: name, answer: given, finds } of rows)
    it(name, () => {
      const faults = faultsOf(LIST, CALL, given);
      assert.equal(faults.length, finds.length, faults.join('; '));
      finds.forEach((find, n) => assert.match(faults[n]!, find));
    });

  it('reads answers in lines as text, and not as JSON', () => {
    const batch = OPERATIONS.find(({ path }) => path === '/invoices/batch')!;
    const line = answer(200, { line: 1, status: 400 }, { 'content-type': 'application/x-ndjson' });
    assert.deepEqual(faultsOf(batch, { ...CALL, method: 'POST', path: '/invoices/batch' }, line), []);
  });

  it('lets the redirect of the root to the reference pass, and no other one', () => {
    const faultsAt = (path: string, location: string): readonly string[] =>
      faultsOf(undefined, { ...CALL, path }, answer(302, {}, { location }));
    assert.deepEqual(faultsAt('/?q=1', '/docs'), []);
    assert.deepEqual(faultsAt('/', 'https://other.example/docs'), ['302 is not described']);
    assert.deepEqual(faultsAt('/invoices', '/docs'), ['302 is not described']);
  });

  it('finds an X-Request-Id that differs from the one in the call', () => {
    const call = { ...CALL, headers: { 'X-Request-Id': 'mine' } };
    assert.deepEqual(faultsOf(LIST, call, answer(200, PAGE)), ['X-Request-Id mine became req_1']);
  });
});

describe("the register of each client's data", () => {
  const owners = new Owners();
  owners.learn('zq001qz', '{"id":"inv_0123456789abcdef01234567"}');
  const leaks = (client: string | undefined, text: string, status = 200, call = CALL): readonly string[] =>
    owners.leaks(client, call, { status, headers: {}, body: Buffer.from(text) });

  it('finds the name, the mark, an id and a document of another client', () => {
    const document = Buffer.from('<Name>Brandt zc001cz</Name>').toString('base64');
    for (const text of [
      'zq001qz',
      'x zc001cz',
      'inv_0123456789abcdef01234567',
      `{"content_base64":"${document}"}`,
    ]) {
      assert.equal(leaks('zq002qz', text).length, 1, text);
      assert.deepEqual(leaks('zq001qz', text), []);
      assert.deepEqual(leaks(undefined, text), [], 'the operator sees everybody');
    }
  });

  it("allows a refusal to repeat only the call's own text", () => {
    const call = { ...CALL, path: '/invoices?client=zq001qz' };
    assert.deepEqual(leaks('zq002qz', 'there is no zq001qz', 404, call), []);
    assert.equal(leaks('zq002qz', 'there is no zq001qz', 404).length, 1);
    assert.equal(leaks('zq002qz', 'here is zq001qz', 200, call).length, 1);
  });

  it('finds a key that is shown again', () => {
    assert.deepEqual(leaks(undefined, `ids_test_${'0'.repeat(48)}`), ['a key is shown again']);
  });
});
