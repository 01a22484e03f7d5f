import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { OutboundClient } from '../../../../src/adapters/outbound/outbound-client.ts';
import { FrPaRail } from '../../../../src/adapters/rails/fr-pa/fr-pa-rail.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { keptSessions } from '../../../fakes/kept-sessions.ts';
import { aFlow, aFrenchCredential, TRACKING } from './platform.ts';

const clock = new FakeClock();
const rail = new FrPaRail({ outbound: new OutboundClient(), sessions: keptSessions(clock), clock });

const KEY = Buffer.alloc(32, 7);
const TIMESTAMP = '1790000000';

/** As the note describes it (2.4). */
function signed(body: string, { key = KEY, timestamp = TIMESTAMP } = {}): Record<string, string> {
  const fingerprint = createHash('sha256').update(`${body}@${timestamp}`).digest();
  const signature = createHmac('sha256', key).update(fingerprint).digest('base64');
  return { 'afnor-signature': signature, 'afnor-signature-timestamp': timestamp };
}

const BODY = JSON.stringify(aFlow());
const readCallback = (
  body: string,
  headers: Record<string, string>,
  callback_key: unknown = KEY.toString('base64'),
) =>
  rail.readCallback(aFrenchCredential({ callback_key }), { body: new TextEncoder().encode(body), headers });

describe('a callback of a French platform', () => {
  it('that verifies names the flow that has changed', () => {
    assert.deepEqual(withEnglish(readCallback(BODY, signed(BODY))), { submissionId: TRACKING });
  });

  it('about an incoming flow names none of our submissions', () => {
    const body = JSON.stringify(aFlow({ flowDirection: 'In' }));
    assert.deepEqual(withEnglish(readCallback(body, signed(body))), {});
  });

  it('that verifies is a hint, whatever its content', () => {
    for (const body of ['', 'null', '[]', '<flow/>', '{"flowId":7}'])
      assert.deepEqual(withEnglish(readCallback(body, signed(body))), {}, body);
  });

  it('is verified over the received bytes', () => {
    assert.deepEqual(withEnglish(readCallback(BODY.replace('{', '{ '), signed(BODY))), undefined);
  });

  it('may be signed with a key of 512 bits', () => {
    const key = Buffer.alloc(64, 3);
    assert.ok(readCallback(BODY, signed(BODY, { key }), key.toString('base64')));
  });

  const { 'afnor-signature': signature = '' } = signed(BODY);
  for (const [what, headers] of Object.entries<Record<string, string>>({
    'no signature': { 'afnor-signature-timestamp': TIMESTAMP },
    'no timestamp': { 'afnor-signature': signature },
    'another timestamp': { ...signed(BODY), 'afnor-signature-timestamp': '1790000001' },
    'a timestamp that is not a number': signed(BODY, { timestamp: 'now' }),
    'the signature of another body': signed(`${BODY} `),
    'the signature of another key': signed(BODY, { key: Buffer.alloc(32, 8) }),
    'half a signature': { ...signed(BODY), 'afnor-signature': signature.slice(0, 20) },
    'an empty signature': { ...signed(BODY), 'afnor-signature': '' },
  }))
    it(`is dropped with ${what}`, () =>
      assert.deepEqual(withEnglish(readCallback(BODY, headers)), undefined));

  for (const [what, key] of Object.entries({
    'no key': null,
    'an empty key': '',
    'a short key': KEY.subarray(0, 16).toString('base64'),
    'a key of another type': 7,
  }))
    it(`is dropped if the credential has ${what}`, () => {
      const short = signed(BODY, { key: KEY.subarray(0, 16) });
      for (const headers of [signed(BODY), short])
        assert.deepEqual(withEnglish(readCallback(BODY, headers, key)), undefined);
    });
});
