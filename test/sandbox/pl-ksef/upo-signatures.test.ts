import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { readAcknowledged, remarkOn } from '../../../src/adapters/rails/pl-ksef/sessions/upo.ts';
import { aSandbox, type TestSandbox } from '../running.ts';
import { invoice } from './invoices.ts';
import { Ksef, SELLER } from './ksef.ts';

/** The adapter's remark on each form; all are stored unchanged. */
const FORMS = {
  NONE: undefined,
  RSA: undefined,
  ECDSA: /has a form that is not known/,
  XPATH: /has a form that is not known/,
  FILTER2: /has a form that is not known/,
  GARBLED: /does not hold/,
} as const;

describe('a receipt of the sandbox of KSeF', () => {
  let sandbox: TestSandbox;
  let ksef: Ksef;
  let at = '';
  let number = '';
  before(async () => {
    sandbox = await aSandbox({ limits: 'off' });
    ksef = await Ksef.loggedIn(sandbox.url);
    const session = await ksef.open();
    const { referenceNumber, ksefNumber } = await ksef.endOf(session, invoice('US-1'));
    at = `/sessions/${session.reference}/invoices/${referenceNumber}/upo`;
    number = String(ksefNumber);
  });
  after(() => sandbox.stop());

  const signedBy = (form: string): Promise<Response> =>
    fetch(`${sandbox.url}/ksef/sandbox/options`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ upo_signature: form }),
    });

  for (const [form, remark] of Object.entries(FORMS))
    it(`signed by ${form} is read, and its signature is ${remark ? 'remarked on' : 'none to remark on'}`, async () => {
      assert.equal((await signedBy(form)).status, 200);
      const { text, headers } = await ksef.call('GET', at);
      const bytes = Buffer.from(text);
      const [acknowledged] = readAcknowledged(bytes, headers.get('x-ms-meta-hash') ?? undefined) ?? [];
      assert.deepEqual([acknowledged?.ksefNumber, acknowledged?.sellerNip], [number, SELLER]);
      assert.equal(text.includes('<Signature '), form !== 'NONE');
      if (remark) assert.match(english(remarkOn(bytes) ?? ''), remark);
      else assert.equal(english(remarkOn(bytes)), undefined);
    });

  it('is signed in no other form', async () => assert.equal((await signedBy('PGP')).status, 400));
});
