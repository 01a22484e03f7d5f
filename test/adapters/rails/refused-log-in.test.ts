import assert from 'node:assert/strict';
import { refusedLogIn, withoutSecrets } from '../../../src/adapters/rails/refused-log-in.ts';
import { COMMON_STATUSES } from '../../../src/domain/sending/status-mapping.ts';
import { english, withEnglish } from '../../support/words.ts';
import type { Answered } from '../../../src/ports/outbound.ts';

const { credentialRefused } = COMMON_STATUSES;
const answer = (body: unknown, header?: string): Answered => ({
  outcome: 'answered',
  status: 401,
  headers: header === undefined ? {} : { 'www-authenticate': header },
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});
const messageOf = (body: unknown, header?: string): string =>
  english(refusedLogIn(credentialRefused, 'ANAF', answer(body, header)).message).slice(
    english(credentialRefused.message).length,
  );

const EXPIRED = 'the token has expired, was revoked, or belongs to another client';

/** The source of the answer's form. */
const REASONS: readonly (readonly [source: string, body: unknown, says: string, header?: string])[] = [
  ['RFC 6749, 5.2', { error: 'invalid_request' }, ' ANAF says: invalid_request.'],
  [
    'RFC 6749, 5.2, with a description',
    { error: 'invalid_grant', error_description: 'Refresh token expired.' },
    ` ANAF says: invalid_grant (${EXPIRED}): "Refresh token expired.".`,
  ],
  [
    'RFC 6750, 3.1',
    '',
    ` ANAF says: invalid_token (${EXPIRED}): "The access token expired".`,
    'Bearer realm="example", error="invalid_token", error_description="The access token expired"',
  ],
  [
    'RFC 9457',
    { title: 'Forbidden', detail: 'No right for this company' },
    ' ANAF says: "No right for this company".',
  ],
  [
    'XP Z12-013, flow service 1.3.0',
    { errorCode: 'FORBIDDEN_ACCESS', errorMessage: null },
    ' ANAF says: FORBIDDEN_ACCESS (the credential lacks the right for this call).',
  ],
  [
    'phoss-ap, recorded',
    { error: 'Invalid or missing API token' },
    ' ANAF says: "Invalid or missing API token".',
  ],
  [
    'e-invoice.be, recorded',
    { detail: 'API key is missing, invalid, or inactive' },
    ' ANAF says: "API key is missing, invalid, or inactive".',
  ],
  [
    'Recommand, recorded',
    { success: false, errors: { root: ['Unauthorized'] } },
    ' ANAF says: "Unauthorized".',
  ],
];

describe('a refused log-in', () => {
  for (const [source, body, says, header] of REASONS)
    it(`has the reason that the network gives, as ${source}`, () =>
      assert.equal(messageOf(body, header), says));

  it('tells by its reason how to go on, while the invoice waits and at the end', () => {
    const { fixHint, hintAtLast } = withEnglish(
      refusedLogIn(credentialRefused, 'ANAF', answer({ error: 'invalid_grant' })),
    );
    const says = `ANAF says: invalid_grant (${EXPIRED}).`;
    const how = 'Authorise the application there again, and replace the token in the credential';
    assert.equal(english(fixHint), `${how}; the service then continues by itself. ${says}`);
    assert.equal(english(hintAtLast), `${how}. ${says}`);
  });

  it('has no reason if the answer is empty, a page, an empty object or of another type', () => {
    for (const body of ['', '<html>login</html>', {}, [], 'null', '"x"', { error: 5, detail: {} }])
      assert.deepEqual(
        withEnglish(refusedLogIn(credentialRefused, 'ANAF', answer(body))),
        withEnglish(credentialRefused),
      );
  });

  it('has its reason in one line of limited length, without HTML tags', () => {
    const message = messageOf({ detail: `<b>No</b>\n\u0000access ${'for you '.repeat(1000)}` });
    assert.match(message, /^ ANAF says: "No access for you for you /);
    assert.ok(message.length < 250, message);
    assert.doesNotMatch(message, /[<>\n\u0000]/);
  });

  it('shows no key or token, not even an unknown one', () => {
    for (const secret of [
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.4pcPyMD09o',
      '0123456789abcdef0123456789abcdef',
    ]) {
      assert.ok(!messageOf({ detail: `The token ${secret} is unknown` }).includes(secret));
      assert.ok(!messageOf({ error: secret }).includes(secret));
    }
  });

  it('shows no part of the credential, in whatever form the answer repeats it', () => {
    const secret = 'p&ss "word"';
    for (const form of [secret, encodeURIComponent(secret)]) {
      const hidden = withoutSecrets(answer({ detail: `No ${form} here` }, `error_description="${form}"`), [
        secret,
      ]);
      assert.ok(hidden.outcome === 'answered');
      assert.equal(Buffer.from(hidden.body).toString(), '{"detail":"No … here"}');
      assert.equal(hidden.headers['www-authenticate'], 'error_description="…"');
    }
  });

  it('shows no rest of a secret that begins with another one', () => {
    const hidden = withoutSecrets(answer({ detail: 'No secret-1234 here' }), ['secret', 'secret-1234']);
    assert.ok(hidden.outcome === 'answered');
    assert.equal(Buffer.from(hidden.body).toString(), '{"detail":"No … here"}');
  });

  it('does not change other answers', () => {
    const whole = { ...answer({ detail: 'secret-1' }), status: 200 };
    assert.deepEqual(withEnglish(withoutSecrets(whole, ['secret-1'])), whole);
    const binary = { ...answer(''), body: Buffer.from([0xff, 0xfe]) };
    const kept = withoutSecrets(binary, ['secret-1']);
    assert.ok(kept.outcome === 'answered');
    assert.deepEqual(kept.body, binary.body);
  });
});
