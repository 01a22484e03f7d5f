import { english, withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { quoted } from 'en16931-rules/vocabulary/quoted.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ANAF_STATUSES as statuses } from '../../../../src/adapters/rails/ro-efactura/status-mappings.ts';
import type { RoEfacturaRail } from '../../../../src/adapters/rails/ro-efactura/ro-efactura-rail.ts';
import type { StatusMapping } from '../../../../src/domain/sending/status-mapping.ts';
import { OUTCOMES } from '../../../../src/domain/sending/outcomes.ts';
import { REFERENCE_DATA, describeByReference } from '../../../support/reference-data.ts';
import { zipOf } from '../../../support/zip.ts';
import type { Canned } from '../../../sandbox/scripted-network.ts';
import {
  AnafNetwork,
  answerZip,
  aRomanianConsignment,
  DOCUMENT,
  eroare,
  errorList,
  json,
  noStare,
  refusal,
  signatureOver,
  stare,
  taken,
  token,
  xml,
} from './anaf.ts';

const anaf = new AnafNetwork();
let rail: RoEfacturaRail;
before(async () => (rail = await anaf.start()));
after(() => anaf.close());

const PAGE: Canned = {
  headers: { 'Content-Type': 'text/html' },
  body: '<!DOCTYPE html><html><body>x</body></html>',
};
const REJECTED: Canned = {
  body: '<html><head></head><body>The requested URL was rejected. Support ID: 1</body></html>',
};

/** Answers that state nothing about an invoice, for any call. */
const UNINFORMATIVE: readonly (readonly [string, Canned, StatusMapping])[] = [
  ['a page', PAGE, statuses.outOfOrder],
  ['a page of a firewall', REJECTED, statuses.outOfOrder],
  ['nothing', { body: '' }, statuses.outOfOrder],
  ['words', { body: 'Service Temporarily Unavailable' }, statuses.outOfOrder],
  ['half an answer', xml('<header xmlns="mfp:anaf:dgti:spv'), statuses.outOfOrder],
  ['a DOCTYPE', { body: '<!DOCTYPE header [<!ENTITY a "b">]><header/>' }, statuses.outOfOrder],
  [
    'XML of something else',
    xml('<header xmlns="urn:x" stare="ok" ExecutionStatus="0"/>'),
    statuses.notUnderstood,
  ],
  ['JSON of something else', json({ hello: 1 }), statuses.notUnderstood],
  ['a list as JSON', { body: '[]' }, statuses.outOfOrder],
  ['204', { status: 204 }, statuses.tooMany],
  ['429', { status: 429, headers: { 'Retry-After': '7' } }, statuses.tooMany],
  ['403', { status: 403 }, statuses.credentialRefused],
  ['401, also with a new token', { status: 401 }, statuses.credentialRefused],
  ['400 as a page', PAGE && { ...PAGE, status: 400 }, statuses.outOfOrder],
  ['400 with nothing', { status: 400 }, statuses.outOfOrder],
  ['413 as a page', PAGE && { ...PAGE, status: 413 }, statuses.outOfOrder],
  ['404', json({ status: 404 }, 404), statuses.wrongPath],
  ['500', { status: 500, body: 'x' }, statuses.outOfOrder],
  ['503', PAGE && { ...PAGE, status: 503 }, statuses.outOfOrder],
  ['no answer', undefined, statuses.answerLost],
];

describe('a bad answer of ANAF to an upload', () => {
  for (const [what, answer, mapping] of [
    ...UNINFORMATIVE.map(([what, answer, mapping]) =>
      // 204 to an upload does not state that nothing was taken.
      what === '204' ? ([what, answer, statuses.notUnderstood] as const) : ([what, answer, mapping] as const),
    ),
    ['taken without an index', taken('ExecutionStatus="0"'), statuses.notUnderstood],
    [
      'an index that is not a number',
      taken('ExecutionStatus="0" index_incarcare="7a"'),
      statuses.notUnderstood,
    ],
    ['another status', taken('ExecutionStatus="2" index_incarcare="7"'), statuses.notUnderstood],
    ['refused without a text', taken('ExecutionStatus="1"'), statuses.notUnderstood],
    ['an unknown text', refusal('Ceva'), statuses.unknownRefusal],
    ['a technical error', refusal('A aparut o eroare tehnica. Cod: 17'), statuses.technical],
    ['400', json({ status: 400, message: 'Parametrii' }, 400), statuses.badCall],
    ['a ZIP', { body: 'PK\u0003\u0004' }, statuses.notUnderstood],
  ] as const)
    it(`is no acceptance, and has a meaning: ${what}`, async () => {
      anaf.script({ upload: answer });
      const answered = await rail.send(aRomanianConsignment());
      assert.deepEqual(
        withEnglish([answered.mapping, answered.legalId, answered.reference]),
        withEnglish([mapping, undefined, undefined]),
      );
    });

  it('states how long to wait', async () => {
    anaf.script({ upload: { status: 429, headers: { 'Retry-After': '7' } } });
    assert.equal((await rail.send(aRomanianConsignment())).retryAfterSeconds, 7);
  });

  it('names the rule in the text, and has the text', async () => {
    anaf.script({ upload: refusal('Fisierul transmis nu este valid. [BR-RO-010]-x') });
    const { mapping, message } = await rail.send(aRomanianConsignment());
    assert.deepEqual([mapping.code, mapping.meaning], ['BR-RO-010', 'refused']);
    assert.match(english(message ?? ''), /Fisierul transmis nu este valid/);
  });
});

describe('a bad answer of ANAF to a status query', () => {
  const inquire = () => rail.poll(aRomanianConsignment({ reference: '77' }));

  for (const [what, answer] of [
    ...UNINFORMATIVE,
    ['400', json({ status: 400 }, 400)],
    ['another state', stare('stare="altceva"')],
    ['no right', noStare('Nu aveti dreptul de inteorgare pentru id_incarcare= 77')],
    ['no company with rights', noStare('Nu exista niciun CIF petru care sa aveti drept')],
    ['an unknown index', noStare('Nu exista factura cu id_incarcare= 77')],
    ['an index that is not a number', noStare('Id_incarcare introdus= aaa nu este un numar intreg')],
    ['the limit of the day', noStare('S-au facut deja 20 descarcari de mesaj in cursul zilei')],
    ['an unknown text', noStare('Ceva')],
  ] as const)
    it(`neither ends the invoice nor sends it again: ${what}`, async () => {
      anaf.script({ stareMesaj: answer });
      const { mapping } = await inquire();
      assert.match(
        String(OUTCOMES.invoice.poll[mapping.meaning]),
        /^(poll-again|wait)$/,
        mapping.networkStatus,
      );
    });

  it('that the limit of the day is used up holds until midnight in Bucharest', async () => {
    anaf.script({ stareMesaj: noStare('S-au facut deja 100 interogari in cursul zilei') });
    anaf.realClock.advance(new Date('2026-07-01T20:30:00Z').getTime() - anaf.realClock.now().getTime());
    const { mapping, retryAfterSeconds } = await inquire();
    assert.deepEqual(withEnglish([mapping, retryAfterSeconds]), withEnglish([statuses.dayIsOver, 1800]));
  });

  it('that a right is missing opens a care row: the invoice may have been accepted', async () => {
    anaf.script({ stareMesaj: noStare('Nu aveti dreptul de inteorgare pentru id_incarcare= 77') });
    const { mapping } = await inquire();
    assert.deepEqual([mapping.code, mapping.owner, mapping.opensCareAtOnce], ['ANAF-RIGHTS', 'client', true]);
  });
});

describe('a refusal by ANAF', () => {
  const poll = () => rail.poll(aRomanianConsignment({ reference: '77' }));
  const NOK = stare('stare="nok" id_descarcare="88"');

  it('names each rule once with its texts, and has the signed answer', async () => {
    const texts = [
      'E: validari globale eroare: [BR-RO-110]-x',
      'E: CompanyID (1) eroare regula: R_BT_32_cui',
      'E: validari globale eroare: [BR-RO-110]-y',
    ] as const;
    anaf.script({ stareMesaj: NOK, descarcare: await answerZip('77', errorList('77', ...texts)) });
    const { mapping, remarks = [], receipt } = await poll();
    assert.equal(receipt?.kind, 'anaf-response');
    assert.deepEqual(
      withEnglish([mapping, ...remarks].map(({ meaning, code, message }) => [meaning, code, message])),
      [
        ['refused', 'BR-RO-110', `${english(statuses.invalid.message)} "${texts[0]}" "${texts[2]}"`],
        ['refused', 'R_BT_32_cui', `${english(statuses.invalid.message)} "${texts[1]}"`],
      ],
    );
  });

  it('without a rule has a code of its own', async () => {
    anaf.script({ stareMesaj: NOK, descarcare: await answerZip('77', errorList('77', 'x')) });
    assert.equal((await poll()).mapping.code, 'ANAF-NOK');
  });

  for (const [what, script] of [
    ['without an answer', async () => ({ stareMesaj: stare('stare="nok"') })],
    [
      'without a text in its answer',
      async () => ({ stareMesaj: NOK, descarcare: await answerZip('77', errorList('77')) }),
    ],
  ] as const)
    it(`that names no error says where to look: ${what}`, async () => {
      anaf.script(await script());
      const { mapping } = await poll();
      assert.deepEqual([mapping.code, mapping.meaning], ['ANAF-NOK', 'refused']);
      assert.match(
        english(mapping.fixHint ?? ''),
        /^ANAF does not say what is wrong\. Read its answer in SPV/,
      );
    });

  for (const [text, code] of [
    ['E: validari globale\n eroare regula: R6.1: CIF-ul vanzatorului nu figureaza:1', 'R6.1'],
    ['E: CompanyID (1) sectiune x eroare regula: R_BT_32_cui: Cui vanzator incorect', 'R_BT_32_cui'],
    ['E: validari globale  SCHEMATRON   eroare: [BR-RO-110]-x', 'BR-RO-110'],
    ['E: validari globale eroare regula: altceva', 'ANAF-NOK'],
  ] as const)
    it(`has the code that its text names: ${code}`, async () => {
      const escaped = text.replace('\n', '&#10;');
      anaf.script({ stareMesaj: NOK, descarcare: await answerZip('77', errorList('77', escaped)) });
      const { mapping } = await poll();
      assert.equal(mapping.code, code);
      assert.ok(english(mapping.message).endsWith(english(quoted(text))), english(mapping.message));
    });

  for (const [what, answer] of [
    ['a page', async () => PAGE],
    ['the limit of the day', async () => eroare('S-au facut deja 10 descarcari de mesaj in cursul zilei')],
    ['no ZIP', async () => ({ body: 'PK and nothing else' })],
    ['the answer to another upload', () => answerZip('78', errorList('78', '[BR-RO-110]-x'))],
  ] as const)
    it(`counts at once, though its reasons are unreadable, and these follow: ${what}`, async () => {
      anaf.script({ stareMesaj: NOK, descarcare: await answer() });
      const { mapping, resumeToken = '' } = await poll();
      assert.deepEqual(withEnglish(mapping), withEnglish(statuses.reasonsPending));
      anaf.script({ descarcare: await answerZip('77', errorList('77', '[BR-RO-110]-x')) });
      const { receipt, remarks } = await rail.receipt(aRomanianConsignment({ reference: '77', resumeToken }));
      assert.deepEqual([receipt?.kind, remarks?.map(({ code }) => code)], ['anaf-response', ['BR-RO-110']]);
    });

  describe('of a second upload', () => {
    const again = (own = {}) =>
      rail.poll(
        aRomanianConsignment({ reference: '77', isResend: true, startedAt: anaf.clock.now(), ...own }),
      );

    it('counts only with its reasons, which may name the first upload; downloads are rare', async () => {
      anaf.script({ stareMesaj: NOK, descarcare: PAGE });
      const first = await again();
      assert.deepEqual(
        withEnglish([first.mapping, first.retryAfterSeconds]),
        withEnglish([statuses.reasonsAwaited, 600]),
      );
      const second = await again({ resumeToken: first.resumeToken });
      assert.deepEqual(
        withEnglish([second.mapping, second.retryAfterSeconds]),
        withEnglish([statuses.reasonsAwaited, 3600]),
      );
    });

    const aDayAgo = () => ({ startedAt: new Date(anaf.clock.now().getTime() - 86_400_000) });

    it('leads to the first upload after a day, if that is listed', async () => {
      anaf.script({
        stareMesaj: NOK,
        descarcare: [PAGE, await answerZip('55', DOCUMENT)],
        listaMesajePaginatieFactura: json({
          mesaje: [{ id: '66', id_solicitare: '55', tip: 'FACTURA TRIMISA', detalii: 'x' }],
          numar_total_pagini: 1,
        }),
      });
      const { mapping, legalId } = await again(aDayAgo());
      assert.deepEqual(withEnglish([mapping, legalId]), withEnglish([statuses.accepted, '55']));
    });

    it('counts after a day if nothing is listed', async () => {
      const listaMesajePaginatieFactura = eroare('Nu exista mesaje in intervalul selectat', 400);
      anaf.script({ stareMesaj: NOK, descarcare: PAGE, listaMesajePaginatieFactura });
      const call = aDayAgo();
      const { mapping, resumeToken } = await again(call);
      assert.deepEqual(withEnglish(mapping), withEnglish(statuses.notShownYet));
      anaf.realClock.advance(62 * 60_000);
      assert.deepEqual(
        withEnglish((await again({ ...call, resumeToken })).mapping),
        withEnglish(statuses.reasonsPending),
      );
    });

    it('waits for the reasons until a day after the last upload, which a list may not show before', async () => {
      anaf.script({ stareMesaj: NOK, descarcare: PAGE });
      const { mapping } = await again({ ...aDayAgo(), calledAt: anaf.clock.now() });
      assert.deepEqual(withEnglish(mapping), withEnglish(statuses.reasonsAwaited));
    });

    it('does not count after a day if the list is unreadable', async () => {
      anaf.script({ stareMesaj: NOK, descarcare: PAGE, listaMesajePaginatieFactura: PAGE });
      assert.deepEqual(withEnglish((await again(aDayAgo())).mapping), withEnglish(statuses.outOfOrder));
    });
  });

  const SENT_BEFORE = errorList(
    '77',
    'Factura a mai fost transmisa anterior cu index=55 si data incarcare=2026-10-05',
  );
  for (const [what, original, mapping] of [
    ['is ours if ANAF holds our bytes', DOCUMENT, statuses.acceptedBefore],
    [
      'is a duplicate if ANAF holds other bytes of the same content',
      `${DOCUMENT}<!-- x -->`,
      statuses.duplicate,
    ],
    ['is a duplicate if ANAF holds other content', DOCUMENT.replace('F-1', 'F-2'), statuses.duplicate],
  ] as const)
    it(`of an invoice as sent before ${what}`, async () => {
      anaf.script({
        stareMesaj: [NOK, stare('stare="ok" id_descarcare="66"')],
        descarcare: [await answerZip('77', SENT_BEFORE), await answerZip('55', original)],
      });
      const answer = await poll();
      assert.deepEqual(withEnglish(answer.mapping), withEnglish(mapping));
      assert.equal(answer.legalId, mapping === statuses.acceptedBefore ? '55' : undefined);
      assert.equal(answer.earlierId, '55');
      const remark = answer.remarks?.find(({ code }) => code === 'ANAF-DUPLICATE');
      if (mapping === statuses.acceptedBefore) assert.match(english(remark?.message) ?? '', /index 55\./);
      else assert.equal(remark, undefined);
      if (mapping === statuses.duplicate) assert.match(english(answer.message ?? ''), /index is 55/);
    });
});

describe('a bad answer of ANAF for the receipt', () => {
  const resumeToken = JSON.stringify({ download: '88' });
  const fetched = () => rail.receipt(aRomanianConsignment({ reference: '77', resumeToken }));
  const zip = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<Canned> => ({
    body: await zipOf(files),
  });

  for (const [what, answer] of [
    ...UNINFORMATIVE.map(([name, canned]) => [name, async () => canned] as const),
    [
      'an id that is not a number',
      async () => eroare('Id descarcare introdus= 123a nu este un numar intreg'),
    ],
    ['no right', async () => eroare('Nu aveti dreptul sa descarcati acesta factura')],
    ['nothing for this id', async () => eroare('Pentru id=21 nu exista inregistrata nici o factura')],
    ['the limit of the day', async () => eroare('S-au facut deja 10 descarcari de mesaj in cursul zilei')],
    ['no ZIP', async () => ({ body: 'PK and nothing else' })],
    ['an empty ZIP', () => zip({})],
    [
      'three files',
      async () =>
        zip({ '77.xml': DOCUMENT, 'semnatura_77.xml': await signatureOver(DOCUMENT), 'x.xml': 'x' }),
    ],
    [
      'a path in it',
      async () => {
        const good = await zipOf({
          'aa/77.xml': DOCUMENT,
          'semnatura_77.xml': await signatureOver(DOCUMENT),
        });
        return { body: Buffer.from(good.toString('latin1').replaceAll('aa/77.xml', '../77.xml'), 'latin1') };
      },
    ],
    ['a bomb', () => zip({ '77.xml': new Uint8Array(16_000_000), 'semnatura_77.xml': 'x' })],
    ['the answer to another upload', () => answerZip('78', DOCUMENT)],
    ['another invoice', () => answerZip('77', DOCUMENT.replace('F-1', 'F-2'))],
    ['a list of errors of another upload', () => answerZip('77', errorList('78', 'x'))],
  ] as const)
    it(`is not stored, and fetched again: ${what}`, async () => {
      anaf.script({ descarcare: await answer() });
      const { mapping, receipt } = await fetched();
      assert.equal(receipt, undefined);
      assert.match(
        String(OUTCOMES.invoice.receipt[mapping.meaning]),
        /^(fetch-again|wait)$/,
        mapping.networkStatus,
      );
    });

  for (const [what, answer] of [
    ['no signature entry', () => zip({ '77.xml': DOCUMENT })],
    ['other content under the same number', () => answerZip('77', `${DOCUMENT.slice(0, -10)}<x/></Invoice>`)],
    ['a list of errors', () => answerZip('77', errorList('77', 'x'))],
    ['no signature', () => zip({ '77.xml': DOCUMENT, 'semnatura_77.xml': '<Signature/>' })],
    ['a signature that is not XML', () => zip({ '77.xml': DOCUMENT, 'semnatura_77.xml': 'x' })],
    [
      'a DOCTYPE in the signature',
      () => zip({ '77.xml': DOCUMENT, 'semnatura_77.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }),
    ],
    [
      'a signature of another signer',
      async () =>
        zip({
          '77.xml': DOCUMENT,
          'semnatura_77.xml': await signatureOver(DOCUMENT, undefined, 'CN=Mallory'),
        }),
    ],
    [
      'a signature over something else',
      async () => zip({ '77.xml': DOCUMENT, 'semnatura_77.xml': await signatureOver('<Invoice/>') }),
    ],
    [
      'a signature over a part of the invoice',
      async () =>
        zip({ '77.xml': DOCUMENT, 'semnatura_77.xml': await signatureOver(DOCUMENT, "//*[@Id='number']") }),
    ],
    [
      'a signature over the invoice by its id',
      async () => zip({ '77.xml': DOCUMENT, 'semnatura_77.xml': await signatureOver(DOCUMENT, '/*') }),
    ],
    [
      'a signature without a reference',
      async () =>
        zip({
          '77.xml': DOCUMENT,
          'semnatura_77.xml': (await signatureOver(DOCUMENT)).replace(/<Reference[^]*<\/Reference>/, ''),
        }),
    ],
  ] as const)
    it(`is stored unchanged, and reported as unverified: ${what}`, async () => {
      const canned = await answer();
      anaf.script({ descarcare: canned });
      const { mapping, receipt, remarks } = await fetched();
      assert.deepEqual(withEnglish(mapping), withEnglish(statuses.receipt));
      assert.deepEqual(Buffer.from(receipt?.bytes ?? []), canned?.body);
      assert.deepEqual(
        remarks?.map(({ code, severity }) => [code, severity]),
        [['EI-RECEIPT-UNVERIFIED', 'information']],
      );
    });

  it('is stored unchanged at the third time if it is unreadable', async () => {
    const body = 'PK and nothing else';
    anaf.script({ descarcare: { body } });
    let answer = await fetched();
    for (let time = 2; time <= 3; time += 1) {
      assert.deepEqual(
        withEnglish([answer.mapping, answer.receipt]),
        withEnglish([statuses.unreadableAnswer, undefined]),
      );
      answer = await rail.receipt(
        aRomanianConsignment({ reference: '77', resumeToken: answer.resumeToken ?? '' }),
      );
    }
    assert.deepEqual(
      withEnglish([answer.mapping, Buffer.from(answer.receipt?.bytes ?? []).toString()]),
      withEnglish([statuses.receipt, body]),
    );
    assert.deepEqual(
      answer.remarks?.map(({ code }) => code),
      ['EI-RECEIPT-UNVERIFIED'],
    );
  });

  it('opens a care row at once if it is about another invoice', async () => {
    anaf.script({ descarcare: await answerZip('78', DOCUMENT) });
    const { mapping } = await fetched();
    assert.deepEqual([mapping.code, mapping.owner, mapping.opensCareAtOnce], ['EI-ROUTE-ANSWER', 'us', true]);
  });

  it('does not stop the right one, which is stored without a remark', async () => {
    const turned = DOCUMENT.replace('Id="number" schemeID="x"', 'schemeID="x" Id="number"');
    anaf.script({ descarcare: await answerZip('77', `<?xml version="1.0"?>\n${turned}\n`) });
    const { mapping, receipt, remarks } = await fetched();
    assert.deepEqual(
      withEnglish([mapping, receipt?.kind, remarks]),
      withEnglish([statuses.receipt, 'anaf-response', []]),
    );
  });
});

describe('a log-in at ANAF', () => {
  const logIns = () =>
    anaf.received.filter(({ call }) => call === 'token').map(({ body }) => new URLSearchParams(body));

  for (const [what, answer, mapping] of [
    ['a page', PAGE, statuses.logInFailed],
    ['500', { status: 500 }, statuses.logInFailed],
    ['no answer', undefined, statuses.logInFailed],
    ['an answer without a token', json({ token_type: 'Bearer' }), statuses.logInFailed],
    ['429', { status: 429 }, statuses.tooMany],
    ['401', json({}, 401), statuses.credentialRefused],
  ] as const)
    it(`that brings ${what} leaves the invoice in the queue`, async () => {
      anaf.script({ token: answer, upload: taken() });
      const prepared = await rail.prepare(aRomanianConsignment());
      assert.ok('mapping' in prepared);
      assert.deepEqual(withEnglish(prepared.mapping), withEnglish(mapping));
      assert.ok(anaf.calls.every((call) => call === 'token'));
    });

  // ANAF uses the form of RFC 6749, 5.2; its 401s use that of RFC 6750, 3.1.
  for (const [error, status, description, says] of [
    [
      'invalid_grant',
      400,
      'Refresh token r-0000 expired',
      'invalid_grant (the token has expired, was revoked, or belongs to another client): "Refresh token … expired"',
    ],
    ['invalid_client', 401, undefined, 'invalid_client (the client is unknown, or its secret is wrong)'],
  ] as const)
    it(`that is refused as ${error} states the reason and the remedy, without the token`, async () => {
      anaf.script({ token: json({ error, error_description: description }, status) });
      const value = JSON.stringify({ client_id: 'c', client_secret: 's', refresh_token: 'r-0000' });
      const credential = { ...aRomanianConsignment().credential, value };
      const prepared = await rail.prepare(aRomanianConsignment({ credential }));
      assert.ok('mapping' in prepared);
      const { networkStatus, message, fixHint } = prepared.mapping;
      assert.equal(networkStatus, statuses.credentialRefused.networkStatus);
      assert.equal(english(message), `The route refuses the client's credential. ANAF says: ${says}.`);
      assert.ok(
        english(fixHint)?.endsWith(`the service then continues by itself. ANAF says: ${says}.`),
        english(fixHint),
      );
      assert.deepEqual(prepared.raw, { status });
    });

  it('states the reason if a call refuses its token', async () => {
    const challenge = 'Bearer realm="anaf", error="invalid_token", error_description="a-1 is revoked"';
    anaf.script({ upload: { status: 401, headers: { 'WWW-Authenticate': challenge } } });
    const { mapping } = await rail.send(aRomanianConsignment());
    assert.match(
      english(mapping.message),
      / ANAF says: invalid_token \(the token has expired, was revoked, .*\): ".* is revoked"\.$/,
    );
  });

  it('is renewed if a later call refuses the token', async () => {
    anaf.script({
      token: [token({ refresh_token: 'r-1' }), token({ access_token: 'a-2', refresh_token: 'r-2' })],
      upload: [{ status: 401 }, taken()],
    });
    assert.deepEqual(
      withEnglish((await rail.send(aRomanianConsignment())).mapping),
      withEnglish(statuses.taken),
    );
    assert.deepEqual(
      anaf.received.filter(({ call }) => call === 'upload').map(({ headers }) => headers.authorization),
      ['Bearer a-1', 'Bearer a-2'],
    );
    assert.deepEqual(
      logIns().map((form) => form.get('refresh_token')),
      ['r-0', 'r-1'],
    );
  });

  it('is renewed with the newest refresh token, also if that came without an access token', async () => {
    anaf.script({
      token: [json({ refresh_token: 'r-1' }), token({ refresh_token: 'r-2' })],
      upload: taken(),
    });
    const consignment = aRomanianConsignment();
    const first = await rail.send(consignment);
    assert.deepEqual(withEnglish(first.mapping), withEnglish(statuses.logInFailed));
    const second = await rail.send(consignment);
    assert.deepEqual(withEnglish(second.mapping), withEnglish(statuses.taken));
    assert.deepEqual(
      logIns().map((form) => form.get('refresh_token')),
      ['r-0', 'r-1'],
    );
  });

  it('serves all processes, and the next log-in has the renewed token', async () => {
    const consignment = aRomanianConsignment();
    anaf.script({ token: token({ refresh_token: 'r-1', expires_in: 60 }), upload: taken() });
    const others = await Promise.all([1, 2, 3].map(() => rail.send(consignment)));
    assert.ok(others.every(({ mapping }) => mapping === statuses.taken));
    assert.equal(logIns().length, 1);
    anaf.clock.advance(61_000);
    assert.deepEqual(withEnglish((await rail.send(consignment)).mapping), withEnglish(statuses.taken));
    assert.equal(logIns()[1]?.get('refresh_token'), 'r-1');
  });

  it('needs a credential that can be read', async () => {
    for (const value of ['', 'x', '{}', '[]', '{"client_id":"a","client_secret":"b"}']) {
      const credential = { ...aRomanianConsignment().credential, value };
      const prepared = await rail.prepare(aRomanianConsignment({ credential }));
      assert.ok('mapping' in prepared && prepared.mapping === statuses.credentialRefused, value);
    }
  });
});

describe('an upload whose answer was lost', () => {
  const MINUTE = 60_000;
  const ago = (minutes: number): Date => new Date(anaf.clock.now().getTime() - minutes * MINUTE);
  const inquire = (own = {}) => rail.ask(aRomanianConsignment({ startedAt: ago(10), ...own }));
  const listed = (...rows: readonly object[]): Canned => json({ mesaje: rows, numar_total_pagini: 1 });
  const row = (id: string, index: string, tip = 'FACTURA TRIMISA', buyer = '6859662') => ({
    id,
    id_solicitare: index,
    tip,
    detalii: `Factura cu id_incarcare=${index} emisa de cif_emitent=14399840 pentru cif_beneficiar=${buyer}`,
  });

  const NOTHING = eroare('Nu exista mesaje in intervalul selectat', 400);
  const FUTURE = eroare('endTime = 02-03-2026 nu poate in viitor fata de momentul requestului', 400);
  const periods = (): readonly (readonly [number, number])[] => {
    const real = anaf.realClock.now().getTime();
    return anaf.received
      .filter(({ call }) => call.startsWith('listaMesaje'))
      .map(
        ({ query }) => [Number(query.get('startTime')) - real, Number(query.get('endTime')) - real] as const,
      );
  };
  const pass = (minutes: number): void => {
    anaf.clock.advance(minutes * MINUTE);
    anaf.realClock.advance(minutes * MINUTE);
  };
  /** A first look, and another one once the list reaches an hour past it. */
  async function inquireTwice(own = {}) {
    const consignment = aRomanianConsignment({ startedAt: ago(10), ...own });
    const { resumeToken } = await rail.ask(consignment);
    pass(62);
    return rail.ask({ ...consignment, ...(resumeToken !== undefined && { resumeToken }) });
  }
  afterEach(() => {
    anaf.aheadMs = 0;
    anaf.statedDate = undefined;
  });

  it('is not held if nothing is listed an hour past the first look, and is looked for every ten minutes', async () => {
    for (const list of [NOTHING, json({ mesaje: [], numar_total_pagini: 0 })]) {
      anaf.script({ listaMesajePaginatieFactura: list });
      const startedAt = ago(10);
      const first = await inquire({ startedAt });
      assert.deepEqual(
        withEnglish([first.mapping, first.retryAfterSeconds]),
        withEnglish([statuses.notShownYet, 600]),
      );
      assert.deepEqual(withEnglish((await inquireTwice()).mapping), withEnglish(statuses.notHeld));
    }
  });

  it("is searched up to ANAF's time if the service's clock is slow", async () => {
    anaf.aheadMs = 20 * MINUTE;
    anaf.script({ listaMesajePaginatieFactura: NOTHING });
    assert.deepEqual(withEnglish((await inquireTwice()).mapping), withEnglish(statuses.notHeld));
    assert.deepEqual(periods().at(-1), [-77 * MINUTE, 19 * MINUTE]);
  });

  it("is searched up to ANAF's time if the service's clock is fast: ANAF refuses an end in the future", async () => {
    anaf.aheadMs = -20 * MINUTE;
    anaf.script({ listaMesajePaginatieFactura: [FUTURE, NOTHING] });
    assert.deepEqual(withEnglish((await inquire()).mapping), withEnglish(statuses.notShownYet));
    assert.deepEqual(periods(), [
      [-15 * MINUTE, -MINUTE],
      [-35 * MINUTE, -21 * MINUTE],
    ]);
  });

  it('is not taken as absent if the slow clock is corrected after the call', async () => {
    anaf.aheadMs = 30 * MINUTE;
    const startedAt = ago(0);
    anaf.aheadMs = 0;
    anaf.clock.advance(30 * MINUTE);
    anaf.realClock.advance(30 * MINUTE);
    anaf.script({ listaMesajePaginatieFactura: NOTHING });
    const { mapping, resumeToken } = await inquire({ startedAt });
    assert.deepEqual(withEnglish(mapping), withEnglish(statuses.notShownYet));
    anaf.clock.advance(60 * MINUTE);
    const again = await inquire({ startedAt, resumeToken });
    assert.deepEqual(
      withEnglish(again.mapping),
      withEnglish(statuses.notShownYet),
      "only ANAF's own time counts",
    );
  });

  it('is searched from a day before if the clock was set back behind the call', async () => {
    anaf.script({ listaMesajePaginatieFactura: NOTHING });
    const startedAt = ago(-180);
    const { resumeToken } = await inquire({ startedAt });
    assert.deepEqual(periods(), [[-(24 * 60 + 5) * MINUTE, -MINUTE]]);
    pass(200);
    anaf.script({ listaMesajePaginatieFactura: NOTHING });
    await inquire({ startedAt, resumeToken });
    assert.deepEqual(periods(), [[-(24 * 60 + 205) * MINUTE, -MINUTE]]);
  });

  it('begins again after another call', async () => {
    anaf.script({ listaMesajePaginatieFactura: NOTHING });
    const { resumeToken } = await inquire();
    pass(60);
    const { mapping } = await inquire({ calledAt: ago(10), resumeToken });
    assert.deepEqual(withEnglish(mapping), withEnglish(statuses.notShownYet));
  });

  for (const [what, headers, date] of [
    ['no Date', {}, ''],
    ['a Date of another form', {}, '2026-03-02T09:00:00Z'],
    ["a cache's age", { Age: '3600' }, undefined],
  ] as const)
    it(`has an unknown outcome if nothing is listed and the answer has ${what}`, async () => {
      anaf.statedDate = date;
      anaf.script({ listaMesajePaginatieFactura: { ...NOTHING, headers } });
      assert.deepEqual(withEnglish((await inquireTwice()).mapping), withEnglish(statuses.withoutTime));
    });

  it('has an unknown outcome until a list can show it: lists end a minute ago and have only checked uploads', () => {
    assert.deepEqual(rail.emptyLookups, { needed: 2, countAfterMs: 61 * MINUTE });
  });

  for (const [what, list] of [
    ['a row cannot be read', listed({ ...row('x', '13') })],
    [
      'a row of a page before the last one cannot be read',
      [
        json({ mesaje: [row('x', '13')], numar_total_pagini: 2 }),
        json({ mesaje: [], numar_total_pagini: 2 }),
      ],
    ],
    ['the number of pages cannot be read', json({ mesaje: [], numar_total_pagini: 'x' })],
    ['the list has rows and no pages', json({ mesaje: [row('3', '13', 'X')], numar_total_pagini: 0 })],
    ['the list is longer than it is read', json({ mesaje: [], numar_total_pagini: 21 })],
  ] as const)
    it(`has an unknown outcome if nothing is found and ${what}`, async () => {
      anaf.script({ listaMesajePaginatieFactura: list });
      assert.deepEqual(withEnglish((await inquire()).mapping), withEnglish(statuses.notUnderstood));
    });

  it('is found if the list has its ids and pages as numbers or as texts', async () => {
    const numbers = { ...row('4', '14'), id: 4, id_solicitare: 14 };
    anaf.script({
      listaMesajePaginatieFactura: [
        json({ mesaje: [], numar_total_pagini: '2' }),
        json({ mesaje: [numbers], numar_total_pagini: '2' }),
      ],
      descarcare: await answerZip('14', DOCUMENT),
    });
    const { mapping, legalId } = await inquire();
    assert.deepEqual(withEnglish([mapping, legalId]), withEnglish([statuses.accepted, '14']));
  });

  it('is found among the sent invoices, with its signed answer', async () => {
    anaf.script({
      listaMesajePaginatieFactura: listed(
        row('1', '11', 'ERORI FACTURA'),
        row('2', '12', undefined, '999'),
        row('3', '13'),
        row('4', '14'),
      ),
      descarcare: [await answerZip('13', DOCUMENT.replace('F-1', 'F-0')), await answerZip('14', DOCUMENT)],
    });
    const { mapping, legalId, receipt } = await inquire();
    assert.deepEqual(
      withEnglish([mapping, legalId, receipt?.kind]),
      withEnglish([statuses.accepted, '14', 'anaf-response']),
    );
    assert.equal(anaf.count('descarcare'), 2);
  });

  it("is searched by the machine's time, as ANAF uses it, whatever the offset of the service's clock", async () => {
    const startedAt = anaf.clock.advance(3_600_000);
    anaf.clock.advance(600_000);
    anaf.script({ listaMesajePaginatieFactura: NOTHING });
    assert.deepEqual(withEnglish((await inquire({ startedAt })).mapping), withEnglish(statuses.notShownYet));
    assert.deepEqual(periods().slice(0, 1), [[-900_000, -60_000]]);
  });

  it('is searched for since its last call if the clock was set back after the first one', async () => {
    anaf.script({ listaMesajePaginatieFactura: eroare('Nu exista mesaje in intervalul selectat', 400) });
    await inquire({ startedAt: ago(-60), calledAt: ago(10) });
    assert.deepEqual(periods().slice(0, 1), [[-15 * MINUTE, -MINUTE]]);
  });

  it('is searched for since its first call, which may have arrived, and not since its last', async () => {
    anaf.script({ listaMesajePaginatieFactura: NOTHING });
    await inquire({ startedAt: ago(60), calledAt: ago(10) });
    assert.deepEqual(periods().slice(0, 1), [[-65 * MINUTE, -MINUTE]]);
  });

  it("is not taken as absent by a list that ends too early, though ANAF's time is late enough", async () => {
    anaf.script({ listaMesajePaginatieFactura: NOTHING });
    const startedAt = ago(10);
    const { resumeToken } = await inquire({ startedAt });
    pass(60.5);
    const { mapping } = await inquire({ startedAt, resumeToken });
    assert.deepEqual(withEnglish(mapping), withEnglish(statuses.notShownYet));
  });

  it('may be any listed invoice if its buyer has no Romanian tax number', async () => {
    const { addressing } = aRomanianConsignment();
    const buyer = { country: 'DE', endpoint: null, ids: ['HRB 1'], vatId: 'DE123456789' };
    const document = async () => ({
      bytes: new TextEncoder().encode(DOCUMENT),
      facts: {} as never,
      addressing: { ...addressing, buyer },
    });
    anaf.script({
      listaMesajePaginatieFactura: listed(row('4', '14')),
      descarcare: await answerZip('14', DOCUMENT),
    });
    const { mapping, legalId } = await inquire({ document });
    assert.deepEqual(withEnglish([mapping, legalId]), withEnglish([statuses.accepted, '14']));
  });

  it('downloads another listed invoice only once', async () => {
    anaf.script({
      listaMesajePaginatieFactura: listed(row('3', '13')),
      descarcare: await answerZip('13', DOCUMENT.replace('F-1', 'F-0')),
    });
    assert.deepEqual(withEnglish((await inquireTwice()).mapping), withEnglish(statuses.notHeld));
    assert.equal(anaf.count('descarcare'), 1);
  });

  for (const [what, answer] of [
    ...UNINFORMATIVE.filter(([, canned]) => canned !== undefined),
    ['the limit of the day', eroare('S-au facut deja 1000 interogari de lista mesaje in cursul zilei', 400)],
    ['no right', eroare('Nu aveti drept in SPV pentru CIF=8000000000', 400)],
    ['a list of a wrong type', json({ mesaje: 'x' })],
    ['400', json({ status: 400 }, 400)],
  ] as const)
    it(`is not sent again on a bad answer: ${what}`, async () => {
      anaf.script({ listaMesajePaginatieFactura: answer });
      const { mapping } = await inquire();
      assert.match(String(OUTCOMES.invoice.ask[mapping.meaning]), /^(fail|wait)$/, mapping.networkStatus);
    });
});

interface Example {
  readonly value: unknown;
}

describeByReference('the published answers of ANAF', () => {
  const description = JSON.parse(
    readFileSync(join(REFERENCE_DATA, 'routes/data/anaf-efactura-openapi.json'), 'utf8'),
  ) as {
    paths: Record<
      string,
      Record<
        string,
        { responses: Record<string, { content?: Record<string, { examples?: Record<string, Example> }> }> }
      >
    >;
  };
  const examples = (path: string, method: string): readonly (readonly [string, unknown])[] =>
    Object.values(description.paths[path]?.[method]?.responses['200']?.content ?? {}).flatMap(
      ({ examples: all = {} }) => Object.entries(all).map(([name, { value }]) => [name, value] as const),
    );
  const canned = (value: unknown): Canned => ({
    body: typeof value === 'string' ? value : JSON.stringify(value),
  });

  it('to uploads all have a status mapping', async () => {
    const statusNames: string[] = [];
    for (const [, value] of examples('/upload', 'post')) {
      anaf.script({ upload: canned(value) });
      statusNames.push((await rail.send(aRomanianConsignment())).mapping.networkStatus);
    }
    assert.ok(statusNames.length >= 8);
    for (const unknown of [statuses.unknownRefusal, statuses.notUnderstood, statuses.outOfOrder])
      assert.ok(!statusNames.includes(unknown.networkStatus), unknown.networkStatus);
  });

  it('to status queries all have a status mapping', async () => {
    for (const [name, value] of examples('/stareMesaj', 'get')) {
      anaf.script({ stareMesaj: canned(value), descarcare: await answerZip('77', errorList('77', 'x')) });
      const { mapping } = await rail.poll(aRomanianConsignment({ reference: '77' }));
      const isWrongIndex = /nu este un numar intreg/.test(String(value));
      if (!isWrongIndex) assert.notDeepEqual(withEnglish(mapping), withEnglish(statuses.notUnderstood), name);
    }
  });
});
