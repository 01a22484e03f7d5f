import assert from 'node:assert/strict';
import {
  type KeptExchange,
  nextAct,
  withErrorAnswersOnly,
  withExchange,
  withoutSecrets,
} from '../../../src/domain/sending/network-calls.ts';

const at = new Date('2026-10-05T08:00:00Z');

describe('the calls that are kept of an invoice', () => {
  it('are numbered through; of many questions the first and the newest stay', () => {
    let kept: readonly KeptExchange[] = [];
    for (let n = 0; n < 100; n += 1) kept = withExchange(kept, { calls: 2, at, sealed: String(n) });
    assert.equal(kept.length, 60);
    assert.deepEqual(
      [kept[0], kept[19], kept[20], kept[59]].map((one) => [one?.no, one?.sealed]),
      [
        [1, '0'],
        [39, '19'],
        [121, '60'],
        [199, '99'],
      ],
    );
  });

  it('hold the answer of an error, and of a refusal that came with status 200', () => {
    const log = {
      at,
      method: 'POST',
      path: '/token',
      outcome: 'answered',
      status: 200,
      answer: '{"ok":1}',
    } as const;
    const send = { ...log, path: '/send', answer: '{"result":"EBMS:0004"}' } as const;
    const failed = { ...send, status: 502, answer: 'Bad Gateway' } as const;
    const answers = (meaning: 'refused' | 'held') =>
      withErrorAnswersOnly([log, failed, send], meaning, []).map(({ answer }) => answer);
    assert.deepEqual(answers('refused'), [undefined, 'Bad Gateway', '{"result":"EBMS:0004"}']);
    assert.deepEqual(answers('held'), [undefined, 'Bad Gateway', undefined]);
  });

  it('name a look-up after a send that may have arrived, and another try after one that has not', () => {
    assert.equal(nextAct('fail', 'unclear', 'send'), 'looks_up');
    assert.equal(nextAct('fail', 'not-taken', 'send'), 'tries_again');
    assert.equal(nextAct({ to: ['submitted'], then: 'poll' }, 'held', 'send'), 'asks_again');
    assert.equal(nextAct({ to: ['accepted'], then: 'end' }, 'accepted', 'status'), 'ends');
  });
});

describe('texts without secrets', () => {
  const hides = (text: string, secrets: readonly string[] = []) => withoutSecrets(text, secrets);

  it('hide the values that the call was made with, also encoded', () => {
    assert.equal(hides('/inbox/p%C3%A4ss-wort/x', ['päss-wort']), '/inbox/…/x');
    assert.equal(hides('{"detail":"unknown key 123456789"}', ['123456789']), '{"detail":"unknown key …"}');
  });

  it('hide them as JSON writes them', () => {
    const secret = 'p&ss "word"';
    assert.equal(hides(JSON.stringify({ detail: `No ${secret} here` }), [secret]), '{"detail":"No … here"}');
  });

  for (const text of [
    '{"error":"expired","access_token":"s3cr3t-value"}',
    '{"client_secret" : "s3cr3t-value"}',
    'error=denied&refresh_token=s3cr3t-value&x=1',
    'Authorization: Bearer s3cr3t-value',
    'WWW-Authenticate says Bearer s3cr3t-value is over',
    '<ns:SessionToken a="1">s3cr3t-value</ns:SessionToken>',
    'eyJhbGciOiJub25lIn0.eyJzdWIiOiJzM2NyM3QifQ.s3cr3t-value',
    "{'password':'s3cr3t-value'}",
    '{"apiKey":"s3cr3t-value',
  ])
    it(`hide what is named a secret: ${text.slice(0, 40)}`, () => {
      assert.doesNotMatch(hides(text), /s3cr3t-value/);
    });

  it('leave the rest', () => {
    const text = '{"status":{"code":450,"description":"Błąd weryfikacji semantyki dokumentu faktury"}}';
    assert.equal(hides(text, ['ab', '450']), text);
  });
});
