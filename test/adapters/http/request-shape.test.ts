import assert from 'node:assert/strict';
import { API } from './bodies.ts';

describe('the check of the form of a request', () => {
  it('hands a failure of its own on, so that one request does not end the process', async () => {
    const call = { operation: { id: 'submitInvoice' }, body: { json: { document: 7 } } };
    const res = { locals: { call } };
    const req = {
      ...{ method: 'POST', headers: {}, query: {}, res },
      get path(): string {
        throw new Error('no path');
      },
    };
    const failure = await new Promise((resolve) => void API.requests(req as never, res as never, resolve));
    assert.match(String(failure), /no path/);
  });
});
