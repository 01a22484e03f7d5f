import assert from 'node:assert/strict';
import { GZIP_BOMB } from '../../../support/gzip-bomb.ts';
import { rowsFor } from '../../../support/volume.ts';
import { BUYER } from '../../../sandbox/fr-pa/platform.ts';
import {
  type Answer,
  type Canned,
  json,
  pass,
  type Script,
  takenBut,
} from '../../../sandbox/scripted-network.ts';
import { aFlow, errorBody, results, SHA256 } from './platform.ts';
import { DELIVERED, endOf, IN_DOUBT, platform, utf16, whileThePlatformRuns } from './to-the-end.ts';

/** Bad answers to any call. A marked answer states that the platform did not take the invoice. */
const BAD: readonly (readonly [what: string, answer: Canned, isNotTaken?: 'not taken'])[] = [
  ['a page', { body: '<!DOCTYPE html><html></html>' }],
  ['nothing', { body: '' }],
  ['half an answer', { body: '{"flowId":"F-7' }],
  ['an answer that ends too early', { body: '{"flowId":"F-77"}', fault: 'cut' }],
  ['a list', { body: '[]' }],
  ['wrong types', json({ flowId: 77, results: {}, acknowledgement: 'Ok', access_token: 7, directoryLineStatus: [] })],
  ['in another language', json({ fehler: 'Es ist ein Fehler aufgetreten.', Ergebnisse: [], status: 'Erreur' })],
  ['in Latin-1', { body: Buffer.from('{"statut":"Déposée"}', 'latin1') }],
  ['in UTF-16', { body: utf16('{"results":[],"flowId":"F-77"}') }],
  ['without end', { body: `{"x":"${'x'.repeat(5_500_000)}"}` }],
  ['a gzip bomb', { headers: { 'Content-Encoding': 'gzip' }, body: GZIP_BOMB }],
  ['elsewhere', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }],
  ['no answer', undefined],
  ['500', errorBody('INTERNAL_ERROR', 500)],
  ['503 with a page', { status: 503, body: '<html>' }],
  ['429', { status: 429, headers: { 'Retry-After': '7' } }, 'not taken'],
  ['404', { status: 404 }, 'not taken'],
  ['403', errorBody('FORBIDDEN_ACCESS', 403), 'not taken'],
  ['401: the token has expired', { status: 401 }, 'not taken'],
]; // prettier-ignore

const CALLS = ['token', `code:${BUYER}`, 'flows', 'Metadata', 'search', 'Original'];

/** Bad answers after which the platform may have taken the invoice. */
const ANSWERED = BAD.filter(([, , mark]) => mark === undefined);

describe('an invoice that meets one bad answer of a French platform', () => {
  whileThePlatformRuns();
  for (const [n, call] of CALLS.entries())
    for (const [what, answer] of rowsFor(BAD, n))
      it(`is delivered, has its receipt and is sent once: ${what} to ${call}`, async () => {
        // Messages end an invoice without a poll, so that they come late for it.
        const late = call === 'Metadata' ? { search: [results(), results(), pass] } : {};
        const { end, held: flows } = await endOf({ ...late, [call]: [answer, pass] });
        assert.deepEqual([end, flows], [DELIVERED, 1]);
        assert.ok(platform.calls.some((one) => one.startsWith(call)));
      });

  for (const [what, answer] of rowsFor(ANSWERED, CALLS.length))
    it(`is found and not sent again if the platform accepted it: always ${what} to the send`, async () => {
      const { end, held: flows } = await endOf({ flows: takenBut(answer), tracked: [answer, pass] });
      assert.deepEqual([end, flows], [DELIVERED, 1]);
    });
});

/** The answer about the first message; the simulator answers about each other one. */
function toOneMessage(bad: Canned): Answer {
  let first: string | undefined;
  return ({ path }, simulator) => {
    first ??= path;
    return path === first ? bad : simulator.pass();
  };
}

describe('an invoice that meets nothing but bad answers of a French platform', () => {
  whileThePlatformRuns();
  const TO_EACH: readonly (readonly [call: string, said: (bad: Canned) => Script, end: RegExp, held: number])[] = [
    ['the log-in', (token) => ({ token }), /^dead_letter EI-(ROUTE-UNAVAILABLE|CREDENTIAL-REFUSED)$/, 0],
    ['the directory', (line) => ({ [`code:${BUYER}`]: line }), /^delivered with its receipt$/, 1],
    ['the send', (flows) => ({ flows }), /^dead_letter( EI-\S+)+$/, 0],
    ['the status inquiry', (tracked) => ({ flows: takenBut(undefined), tracked }), /^dead_letter( EI-\S+)+ with its receipt$/, 1],
    ['the acknowledgement', (Metadata) => ({ Metadata, search: results() }), /^submitted.* EI-STATUS-OVERDUE$/, 1],
    ['the search', (search) => ({ search }), /^submitted EI-STATUS-OVERDUE$/, 1],
    ['each message', (bad) => ({ Original: bad }), /^submitted EI-STATUS-OVERDUE$/, 1],
    ['one message', (bad) => ({ Original: toOneMessage(bad) }), /^delivered$/, 1],
  ]; // prettier-ignore
  const ALWAYS = BAD.filter(([name]) => name !== '429');
  for (const [n, [call, scriptFor, expected, copies]] of TO_EACH.entries())
    for (const [what, answer] of rowsFor(ALWAYS, n))
      it(`has its expected end, and the platform holds ${copies ? 'it once' : 'no copy'}: ${what} to ${call}`, async () => {
        const { end, held: flows } = await endOf(scriptFor(answer));
        assert.match(end, expected);
        assert.equal(flows, copies);
      });

  for (const call of ['token', 'flows', 'Metadata'])
    it(`waits for the stated time, which does not count as a failure: 429 to ${call}`, async () => {
      const { end } = await endOf({
        [call]: { status: 429, headers: { 'Retry-After': '7' } },
        search: results(),
      });
      assert.equal(end, call === 'Metadata' ? 'submitted' : 'queued');
    });
});

describe('an invoice whose answer was lost, and for which a search', () => {
  whileThePlatformRuns();
  const other = Array.from({ length: 100 }, (_, n) =>
    aFlow({ flowId: `F-${n}`, trackingId: `other-${n}` }, 'Ok'),
  );
  for (const [what, tracked, expected] of [
    ['shows nothing on a page that others follow', json({ results: [], nextCursor: 'c-1' }), IN_DOUBT],
    ['names a malformed next page', json({ results: [], nextCursor: 7 }), IN_DOUBT],
    ['shows a full page of flows of others', results(...other), IN_DOUBT],
    ['shows a flow without tracking id', results(aFlow({ trackingId: undefined }, 'Ok')), IN_DOUBT],
    ['shows a flow with a number as tracking id', results(aFlow({ trackingId: 77 }, 'Ok')), IN_DOUBT],
    [
      'shows our file without tracking id',
      results(aFlow({ trackingId: undefined, sha256: SHA256 }, 'Ok')),
      DELIVERED,
    ],
  ] as const)
    // prettier-ignore
    it(`${what}: ${expected}, and it was sent once`, async () => {
      const { end, held: flows } = await endOf({ flows: takenBut(undefined), tracked, Metadata: json(aFlow({}, 'Ok')) });
      assert.deepEqual([end, flows], [expected, 1]);
    });

  it('shows only flows that surely belong to others: it is sent again', async () => {
    const others = results(
      aFlow({ trackingId: 'other' }, 'Ok'),
      aFlow({ trackingId: undefined, sha256: '0'.repeat(64) }),
    );
    const { end, held: flows } = await endOf({ flows: [undefined, pass], tracked: others });
    assert.deepEqual([end, flows], [DELIVERED, 1]);
  });
});
