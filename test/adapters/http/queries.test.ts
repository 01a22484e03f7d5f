import assert from 'node:assert/strict';
import { fieldsOf, RunningApi, typeOf } from './harness.ts';

describe('queries', () => {
  let api: RunningApi;
  let key: string;

  before(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
  });
  after(() => api.stop());

  for (const [query, field] of [
    ['colour=red', 'colour'],
    ['__proto__=x', '__proto__'],
    ['route[]=PEPPOL', 'route[]'],
    ['page=0', 'page'],
    ['page=1.5', 'page'],
    ['page=1.0', 'page'],
    ['page=1e3', 'page'],
    ['page=01', 'page'],
    ['page=0x1', 'page'],
    ['page=%2B1', 'page'],
    ['page=%201', 'page'],
    ['page=', 'page'],
    ['page_size=25.0', 'page_size'],
    ['state=', 'state'],
    ['q=a%00b', 'q'],
    ['page_size=30', 'page_size'],
    ['sort=up', 'sort'],
    ['state=lost', 'state[0]'],
    ['route=PEPPOL,IT-SDI', 'route[1]'],
    ['received_from=2026-13-01', 'received_from'],
    ['received_to=yesterday', 'received_to'],
    ['client=..%2Fx', 'client'],
    ['q=a&q=b', 'q'],
    [`q=${'x'.repeat(101)}`, 'q'],
  ] as const)
    it(`refuse ?${query.slice(0, 30)}`, async () => {
      const answer = await api.call('GET', `/invoices?${query}`, { key });
      assert.equal(`${answer.status} ${typeOf(answer)}`, '400 bad-request', answer.text);
      assert.deepEqual(fieldsOf(answer), [field]);
    });

  for (const [query, says] of [
    [
      'received_from=2026-11-20T00:00:00Z',
      'received_from: must be a date of the calendar, written YYYY-MM-DD.',
    ],
    [
      'client=a,b',
      'client: must be 1 to 64 letters, digits, dots, hyphens and underscores, the first a letter or digit.',
    ],
    ['=1', /^query is not a parameter of this call\. The parameters of this call are lang, q, /],
    [
      'pageSize=25',
      /^pageSize is not a parameter of this call\. Is page_size meant\? The parameters of this call are .*page_size/,
    ],
    ['satte=ready', /^satte is not a parameter of this call\. Is state meant\? /],
    ['limit=50', /^limit is not a parameter of this call\. Is page_size meant\? /],
    ['Per-Page=50', / Is page_size meant\? /],
    ['search=4711', / Is q meant\? /],
    ['status=ready', / Is state meant\? /],
    ['since=2026-01-01', / Is received_from meant\? /],
    ['colour=red', /^colour is not a parameter of this call\. The parameters of this call are /],
    ['route[]=PEPPOL', /^route\[\] is not a parameter of this call\. The parameters of this call are /],
  ] as const)
    it(`name the allowed values of ?${query}`, async () => {
      const { json } = await api.call('GET', `/invoices?${query}`, { key });
      if (says instanceof RegExp) assert.match(String(json.detail), says);
      else assert.equal(json.detail, says);
    });

  for (const path of [
    '/invoices/series?days=0',
    '/invoices/series?days=91',
    '/invoices/series?days=3e1',
    '/catalogue/%00',
    '/keys?after=%20',
    '/invoices/inv_1',
    '/health?x=1',
  ])
    it(`are refused in GET ${path}`, async () => {
      const answer = await api.call('GET', path, { key });
      assert.equal(`${answer.status} ${typeOf(answer)}`, '400 bad-request', answer.text);
      assert.equal(fieldsOf(answer).length, 1);
    });

  const byWords = 'GET /search?q=… finds the id by the number or the reference of the invoice.';
  for (const [path, says] of [
    ['/invoices/inv_1', `id: must be inv_ and 16 to 40 letters and digits. ${byWords}`],
    [
      '/invoices/rcv_0123456789abcdef01234567',
      `id: must be inv_ and 16 to 40 letters and digits. ${byWords}`,
    ],
    ['/refusals/rfs_1', 'id: must be rfs_ and 32 of the digits 0 to 9 and a to f.'],
  ] as const)
    it(`say the form of an id: GET ${path}`, async () => {
      const { json } = await api.call('GET', path, { key });
      assert.equal(json.detail, says);
    });

  it('say of no call that nothing was stored: a call that reads stores nothing', async () => {
    for (const path of ['/invoices?colour=red', '/invoices/inv_1', '/invoices?page=0']) {
      const { text } = await api.call('GET', path, { key });
      assert.doesNotMatch(text, /[Nn]othing was stored/);
    }
  });

  it('are refused with U+0000 in the path', async () => {
    const admin = await api.world.clientKey('acme', ['admin']);
    const answer = await api.call('POST', '/keys/%00/revoke', { key: admin });
    assert.equal(`${answer.status} ${typeOf(answer)}`, '400 bad-request', answer.text);
    assert.deepEqual(fieldsOf(answer), ['id']);
  });

  it('accept all filters together', async () => {
    const query =
      'q=RE%2F1:2&route=PEPPOL,DE-XRECHNUNG&state=queued,ready&client=acme&received_from=2026-01-01';
    const answer = await api.call(
      'GET',
      `/invoices?${query}&received_to=2026-12-31&sort=oldest&page=3&page_size=50`,
      { key },
    );
    assert.deepEqual(answer.json, { data: [], total: 0, page: 1, page_size: 50, counts_by_state: {} });
  });
});
