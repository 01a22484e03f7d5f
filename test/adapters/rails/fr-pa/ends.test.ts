import assert from 'node:assert/strict';
import { GZIP_BOMB } from '../../../support/gzip-bomb.ts';
import { aFlow, type Canned, errorBody, json, results, SHA256, token } from './platform-server.ts';
import {
  BUYER,
  type Script,
  takes,
  listHeldFlows,
  LISTED,
  DEPOSITED,
  GOOD_TAKEN,
  GOOD_FLOW,
  endOf,
  DELIVERED,
  IN_DOUBT,
  utf16,
  whileThePlatformRuns,
} from './to-the-end.ts';

/** Bad answers to any call. A marked answer states that the platform did not take the invoice. */
const BAD: readonly (readonly [what: string, answer: Canned, isNotTaken?: 'not taken'])[] = [
  ['a page', { body: '<!DOCTYPE html><html></html>' }],
  ['nothing', { body: '' }],
  ['half an answer', { body: '{"flowId":"F-7' }],
  ['an answer that ends too early', { body: '{"flowId":"F-77"}', isCut: true }],
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

/** Each call, with its good answer. */
const CALLS = {
  token: token(),
  [BUYER]: json({ addressingIdentifier: BUYER, directoryLineStatus: 'Enabled' }),
  flows: GOOD_TAKEN,
  Metadata: GOOD_FLOW,
  search: LISTED,
  'Original L-1': DEPOSITED,
} as const;

/** Bad answers after which the platform may have taken the invoice. */
const ANSWERED = BAD.filter(([, , mark]) => mark === undefined);

describe('an invoice that meets one bad answer of a French platform', function () {
  this.timeout(30_000);
  whileThePlatformRuns();
  for (const [call, good] of Object.entries(CALLS))
    for (const [what, answer] of BAD)
      it(`is delivered, has its receipt and is sent once: ${what} to ${call}`, async () => {
        const { end, held: flows } = await endOf({ [call]: [answer, good] });
        assert.deepEqual([end, flows], [DELIVERED, 1]);
      });

  for (const [what, answer] of ANSWERED)
    it(`is found and not sent again if the platform accepted it: always ${what} to the send`, async () => {
      const { end, held: flows } = await endOf({ flows: takes(answer), tracked: [answer, listHeldFlows] });
      assert.deepEqual([end, flows], [DELIVERED, 1]);
    });
});

describe('an invoice that meets nothing but bad answers of a French platform', function () {
  this.timeout(30_000);
  whileThePlatformRuns();
  const TO_EACH: readonly (readonly [call: string, said: (bad: Canned) => Script, end: RegExp, held: number])[] = [
    ['the log-in', (token) => ({ token }), /^dead_letter EI-(ROUTE-UNAVAILABLE|CREDENTIAL-REFUSED)$/, 0],
    ['the directory', (line) => ({ [BUYER]: line }), /^delivered with its receipt$/, 1],
    ['the send', (flows) => ({ flows }), /^dead_letter( EI-\S+)+$/, 0],
    ['the status inquiry', (tracked) => ({ flows: takes(undefined), tracked }), /^dead_letter( EI-\S+)+ with its receipt$/, 1],
    ['the acknowledgement', (Metadata) => ({ Metadata, search: results() }), /^submitted.* EI-STATUS-OVERDUE$/, 1],
    ['the search', (search) => ({ search }), /^submitted EI-STATUS-OVERDUE$/, 1],
    ['each message', (bad) => ({ 'Original L-1': bad, 'Original L-2': bad }), /^submitted EI-STATUS-OVERDUE$/, 1],
    ['one message', (bad) => ({ 'Original L-1': bad }), /^delivered$/, 1],
  ]; // prettier-ignore
  for (const [call, scriptFor, expected, copies] of TO_EACH)
    for (const [what, answer] of BAD.filter(([name]) => name !== '429'))
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

describe('an invoice whose answer was lost, and for which a search', function () {
  this.timeout(30_000);
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
      const { end, held: flows } = await endOf({ flows: takes(undefined), tracked });
      assert.deepEqual([end, flows], [expected, 1]);
    });

  it('shows only flows that surely belong to others: it is sent again', async () => {
    const others = results(
      aFlow({ trackingId: 'other' }, 'Ok'),
      aFlow({ trackingId: undefined, sha256: '0'.repeat(64) }),
    );
    const { end, held: flows } = await endOf({ flows: [undefined, GOOD_TAKEN], tracked: others });
    assert.deepEqual([end, flows], [DELIVERED, 1]);
  });
});
