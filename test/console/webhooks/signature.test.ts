import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { checkSignature } from '../../../src/console/pages/webhooks/signature.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"event_id":"evt_1","status":"accepted"}';
const SIGNED_AT = 1_764_000_000;

const signed = (secret: string, body = BODY): string =>
  createHmac('sha256', secret).update(`${SIGNED_AT}.${body}`).digest('hex');
const header = (...signatures: readonly string[]): string =>
  [`t=${SIGNED_AT}`, ...signatures.map((hex) => `v1=${hex}`)].join(',');
const after = (seconds: number): Date => new Date((SIGNED_AT + seconds) * 1000);

describe('the check of a pasted signature', () => {
  it('says that it is right, and how old it is', async () => {
    const pasted = { headers: header(signed(SECRET)), body: BODY, secret: SECRET };
    assert.deepEqual(await checkSignature(pasted, after(12)), { kind: 'right', ageMs: 12_000, isOld: false });
    assert.deepEqual(await checkSignature(pasted, after(301)), {
      kind: 'right',
      ageMs: 301_000,
      isOld: true,
    });
  });

  it('takes all headers as they came, the second signature after a rotation, and a line that an editor added', async () => {
    const headers = `POST /hook HTTP/1.1\nX-Service-Signature: ${header(signed('another'), signed(SECRET))}\nHost: erp`;
    const verdict = await checkSignature({ headers, body: `${BODY}\n`, secret: ` ${SECRET} ` }, after(1));
    assert.equal(verdict.kind, 'right');
  });

  it('says what is wrong: no header, another secret, another body, no secret', async () => {
    const right = { headers: header(signed(SECRET)), body: BODY, secret: SECRET };
    for (const [change, why] of [
      [{ headers: 't=1,v1=abc' }, 'no-header'],
      [{ headers: '' }, 'no-header'],
      [{ secret: 'whsec_other' }, 'no-match'],
      [{ secret: '' }, 'no-match'],
      [{ body: BODY.replace('accepted', 'rejected') }, 'no-match'],
    ] as const)
      assert.deepEqual(await checkSignature({ ...right, ...change }, after(1)), { kind: 'wrong', why });
  });
});
