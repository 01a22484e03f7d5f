import { english, withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import type { FrPaRail } from '../../../../src/adapters/rails/fr-pa/fr-pa-rail.ts';
import { PLATFORM_STATUSES as statuses } from '../../../../src/adapters/rails/fr-pa/status-mappings.ts';
import { OUTCOMES } from '../../../../src/domain/sending/outcomes.ts';
import type { StatusMapping } from '../../../../src/domain/sending/status-mapping.ts';
import { GZIP_BOMB } from '../../../support/gzip-bomb.ts';
import { type Canned, json } from '../../../sandbox/scripted-network.ts';
import {
  aFlow,
  aFrenchConsignment,
  aFrenchCredential,
  errorBody,
  FrenchPlatform,
  results,
  taken,
  token,
} from './platform.ts';

const platform = new FrenchPlatform();
let rail: FrPaRail;
before(async () => (rail = await platform.start()));
after(() => platform.close());

/** Answers that state nothing about an invoice, for any call. */
const UNINFORMATIVE: readonly (readonly [string, Canned, StatusMapping])[] = [
  ['a page', { body: '<!DOCTYPE html><html></html>' }, statuses.notUnderstood],
  ['nothing', { body: '' }, statuses.notUnderstood],
  ['words', { body: 'Service Temporarily Unavailable' }, statuses.notUnderstood],
  ['half an answer', { body: '{"flowId":"F-7' }, statuses.notUnderstood],
  ['an answer that ends too early', { body: '{"flowId":"F-77"}', fault: 'cut' }, statuses.answerLost],
  ['a list', { body: '[]' }, statuses.notUnderstood],
  ['null', { body: 'null' }, statuses.notUnderstood],
  ['other members', json({ hello: 1 }), statuses.notUnderstood],
  ['another type', json({ flowId: 77, results: {}, acknowledgement: 'Ok' }), statuses.notUnderstood],
  ['XML', { body: '<flow id="F-77"/>' }, statuses.notUnderstood],
  ['without end', { body: `{"x":"${'x'.repeat(6_000_000)}"}` }, statuses.answerLost],
  ['a gzip bomb', { headers: { 'Content-Encoding': 'gzip' }, body: GZIP_BOMB }, statuses.notUnderstood],
  ['in UTF-16', { body: Buffer.from('\uFEFF{"flowId":"F-77"}', 'utf16le') }, statuses.notUnderstood],
  ['elsewhere', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }, statuses.notUnderstood],
  ['204', { status: 204 }, statuses.notUnderstood],
  ['408', { status: 408 }, statuses.outOfOrder],
  ['429', { status: 429, headers: { 'Retry-After': '7' } }, statuses.tooMany],
  ['403', errorBody('FORBIDDEN_ACCESS', 403), statuses.credentialRefused],
  ['401, also with a new token', { status: 401 }, statuses.credentialRefused],
  ['500', errorBody('INTERNAL_ERROR', 500), statuses.outOfOrder],
  ['501', { status: 501 }, statuses.outOfOrder],
  ['503 with a page', { status: 503, body: '<html>' }, statuses.outOfOrder],
  ['no answer', undefined, statuses.answerLost],
];

describe('a bad answer of a French platform to an invoice', () => {
  const flow = { trackingId: 'another', sha256: undefined };
  for (const [what, answer, mapping] of [
    ...UNINFORMATIVE,
    ['404', errorBody('MISSING_RESOURCE', 404), statuses.wrongPath],
    ['200 in place of 202', { ...taken(), status: 200 }, statuses.notUnderstood],
    ['no flow id', taken({ flowId: undefined }), statuses.notUnderstood],
    ['an empty flow id', taken({ flowId: '' }), statuses.notUnderstood],
    ['a flow id that is too long', taken({ flowId: 'x'.repeat(65) }), statuses.notUnderstood],
    ['a flow id with a blank', taken({ flowId: 'a b' }), statuses.notUnderstood],
    ["another's flow", taken(flow), statuses.notUnderstood],
    ['other bytes', taken({ sha256: '0'.repeat(64) }), statuses.notUnderstood],
    ['409', errorBody('CONFLICT', 409), statuses.notUnderstood],
    ['400 as a page', { status: 400, body: '<html>Request Rejected</html>' }, statuses.notUnderstood],
    ['400 with nothing', { status: 400 }, statuses.notUnderstood],
    ['422 as a page', { status: 422, body: '<html>' }, statuses.notUnderstood],
    ['422 with nothing', { status: 422 }, statuses.notUnderstood],
  ] as const)
    it(`is no acceptance, and has a meaning: ${what}`, async () => {
      platform.script({ flows: answer });
      const answered = await rail.send(aFrenchConsignment());
      assert.deepEqual(
        [answered.mapping.networkStatus, answered.legalId, answered.reference],
        [mapping.networkStatus, undefined, undefined],
      );
      assert.notEqual(OUTCOMES.invoice.send[answered.mapping.meaning], 'reject');
    });

  for (const [status, code, owner] of [
    [400, 'AUTRE', 'us'],
    [413, 'IRR_TAILLE_F', 'erp'],
    [422, 'AUTRE', 'us'],
  ] as const)
    it(`is a refusal with ${status} and the text of the platform`, async () => {
      platform.script({ flows: errorBody('SOME_CODE', status, 'mauvaise requête') });
      const { mapping, message, raw } = await rail.send(aFrenchConsignment());
      assert.deepEqual([mapping.meaning, mapping.code, mapping.owner], ['refused', code, owner]);
      assert.match(english(message ?? ''), /\. SOME_CODE "mauvaise requête"$/);
      assert.deepEqual(raw, { http_status: status, error_code: 'SOME_CODE' });
    });

  it('shows neither token nor secret nor header of the credential', async () => {
    const credential = aFrenchCredential({ client_secret: 'client-pw', headers: { 'x-key': 'header-pw' } });
    platform.script({
      token: token({ access_token: 'access-pw' }),
      flows: errorBody('SOME_CODE', 422, 'no access-pw, client-pw, header-pw here'),
    });
    const { message } = await rail.send(aFrenchConsignment({ credential }));
    assert.match(english(message ?? ''), /"no …, …, … here"$/);
  });

  it('states how long to wait', async () => {
    platform.script({ flows: { status: 429, headers: { 'Retry-After': '7' } } });
    assert.equal((await rail.send(aFrenchConsignment())).retryAfterSeconds, 7);
  });

  it('keeps values that are not codes out of events', async () => {
    platform.script({ flows: errorBody('Facture F-1 de 120,00 €', 400) });
    assert.deepEqual((await rail.send(aFrenchConsignment())).raw, { http_status: 400 });
  });

  it('is also a refusal in another shape of JSON', async () => {
    platform.script({ flows: { status: 422, body: '{"errorCode":7}' } });
    assert.deepEqual(
      withEnglish((await rail.send(aFrenchConsignment())).mapping),
      withEnglish(statuses.notProcessed),
    );
  });

  it('is also a refusal by 413 with a page: a server in front of the platform refuses the size', async () => {
    platform.script({ flows: { status: 413, body: '<html>413 Request Entity Too Large</html>' } });
    assert.deepEqual(
      withEnglish((await rail.send(aFrenchConsignment())).mapping),
      withEnglish(statuses.tooLarge),
    );
  });
});

describe('a bad answer of a French platform to a query for a flow', () => {
  for (const [what, answer] of [
    ...UNINFORMATIVE,
    ['404', errorBody('MISSING_RESOURCE', 404)],
    ['400', errorBody('MISSING_REQUIRED_FIELD', 400)],
    ['422', errorBody('UNPROCESSABLE_ENTITY', 422)],
    ['another flow', json(aFlow({ flowId: 'F-78' }, 'Error', 'VirusFound'))],
    ['no acknowledgement', json(aFlow({ acknowledgement: undefined }))],
    ['an acknowledgement of another type', json(aFlow({ acknowledgement: ['Error'] }))],
    ['an unknown status', json(aFlow({}, 'Refused'))],
    ['a status in another language', json(aFlow({}, 'Erreur', 'VirusFound'))],
  ] as const)
    it(`neither ends the invoice nor sends it again: ${what}`, async () => {
      platform.script({ Metadata: answer });
      const { mapping } = await rail.poll(aFrenchConsignment({ reference: 'F-77' }));
      assert.match(
        String(OUTCOMES.invoice.poll[mapping.meaning]),
        /^(poll-again|wait)$/,
        mapping.networkStatus,
      );
    });

  for (const [what, details] of [
    ['no details', undefined],
    ['details of another type', 'VirusFound'],
    ['details that are not objects with a text', [null, 7, {}, { level: 'Error' }]],
    ['only a warning', [{ level: 'Warning', item: 'x', reasonCode: 'VirusFound', reasonMessage: 'x' }]],
  ] as const)
    it(`is a refusal that the route explains, if an error has ${what}`, async () => {
      platform.script({ Metadata: json(aFlow({ acknowledgement: { status: 'Error', details } })) });
      const { mapping } = await rail.poll(aFrenchConsignment({ reference: 'F-77' }));
      assert.deepEqual([mapping.meaning, mapping.code, mapping.owner], ['refused', 'AUTRE', 'route']);
    });

  it('is a refusal, also with unknown members', async () => {
    platform.script({ Metadata: json(aFlow({ brandNew: { a: [1] } }, 'Ok')) });
    const { mapping } = await rail.poll(aFrenchConsignment({ reference: 'F-77' }));
    assert.deepEqual(withEnglish(mapping), withEnglish(statuses.acknowledged));
  });
});

describe('a bad answer of a French platform to a search', () => {
  for (const [what, answer] of [
    ...UNINFORMATIVE,
    ['404', errorBody('MISSING_RESOURCE', 404)],
    ['400', errorBody('MISSING_REQUIRED_FIELD', 400)],
    ['an entry with a number for its id', results({ flowId: 7 }, aFlow({ trackingId: 'another' }))],
    ['no acknowledgement', results(aFlow({ acknowledgement: undefined }))],
  ] as const)
    it(`neither ends the invoice nor sends it again: ${what}`, async () => {
      platform.script({ tracked: answer });
      const { mapping } = await rail.ask(aFrenchConsignment({ isResend: true }));
      assert.match(String(OUTCOMES.invoice.ask[mapping.meaning]), /^(fail|wait)$/, mapping.networkStatus);
    });
});

describe('a log-in at a French platform that fails', () => {
  for (const [what, answer, mapping] of [
    ['a page', { body: '<html>' }, statuses.logInFailed],
    ['500', { status: 500 }, statuses.logInFailed],
    ['404', { status: 404 }, statuses.logInFailed],
    ['no answer', undefined, statuses.logInFailed],
    ['an answer without a token', json({ token_type: 'Bearer' }), statuses.logInFailed],
    ['a token with a line break', json({ access_token: 'a\nb' }), statuses.logInFailed],
    ['a token of another type', json({ access_token: { a: 1 } }), statuses.logInFailed],
    ['elsewhere', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }, statuses.logInFailed],
    ['429', { status: 429 }, statuses.tooMany],
    ['invalid_client', json({ error: 'invalid_client' }, 401), statuses.credentialRefused],
    ['invalid_client with 400', json({ error: 'invalid_client' }, 400), statuses.credentialRefused],
    ['403', { status: 403, body: '<html>' }, statuses.credentialRefused],
  ] as const)
    it(`leaves the invoice in the queue: ${what}`, async () => {
      platform.script({ token: answer, flows: taken() });
      const prepared = await rail.prepare(aFrenchConsignment());
      assert.ok('mapping' in prepared);
      assert.equal(prepared.mapping.networkStatus, mapping.networkStatus);
      assert.match(String(OUTCOMES.invoice.prepare[mapping.meaning]), /^(fail|wait)$/);
      assert.deepEqual(platform.calls, ['token']);
    });
});
