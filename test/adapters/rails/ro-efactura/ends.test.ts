import assert from 'node:assert/strict';
import type { RoEfacturaRail } from '../../../../src/adapters/rails/ro-efactura/ro-efactura-rail.ts';
import { found, setUp, toDueTime, workerOn } from '../../../application/sending/world.ts';
import { invoice } from '../../../sandbox/ro-efactura/anaf.ts';
import { rowsFor } from '../../../support/volume.ts';
import { zipOf } from '../../../support/zip.ts';
import { type Answer, type Canned, pass, type Script, takenBut } from '../../../sandbox/scripted-network.ts';
import {
  AnafNetwork,
  answerZip,
  aRomanianConsignment,
  eroare,
  errorList,
  json,
  noStare,
  refusal,
  signatureOver,
  stare,
  SIMULATED_PARTIES,
  taken,
  xml,
} from './anaf.ts';

const HOUR = 3_600_000;
const INVOICE = invoice('F-1');
const anaf = new AnafNetwork();
let rail: RoEfacturaRail;
before(async () => {
  await anaf.start();
  rail = anaf.rail({ pollWaitsMs: [HOUR], inSandbox: true });
});
after(() => anaf.close());

const OK = stare('stare="ok" id_descarcare="88"');
const NO_MESSAGES = eroare('Nu exista mesaje in intervalul selectat', 400);
/** The simulator holds what was uploaded a moment ago; the service asks for the period of its own clock. */
const LISTED: Answer = ({ path }, simulator) => {
  const period = `startTime=${Date.now() - HOUR}&endTime=${Date.now()}`;
  return simulator.pass(`${path.replace(/&?(start|end)Time=\d+/g, '')}&${period}`);
};
/** Scripted signed answers are about the upload 77. */
const UNDER_77: Script = { upload: taken(), stareMesaj: OK };

/** Runs until nothing is due, at most 50 times. Gives the end of the invoice and the number of its uploads. */
async function endOf(
  answers: Script,
  by = rail,
): Promise<{ readonly end: string; readonly uploads: number }> {
  await anaf.control('reset', {});
  anaf.script({ listaMesajePaginatieFactura: LISTED, ...answers });
  const { credential } = aRomanianConsignment();
  const bytes = new TextEncoder().encode(INVOICE);
  const stored = await setUp(undefined, { route: 'RO-EFACTURA' }, bytes);
  const world = { ...stored, credential, addressing: SIMULATED_PARTIES };
  anaf.clock.advance(world.clock.now().getTime() - anaf.clock.now().getTime());
  for (let runs = 0; runs < 50 && (await found(world)).dueAt; runs += 1) {
    const before = world.clock.now().getTime();
    await toDueTime(world);
    const passed = world.clock.now().getTime() - before;
    for (const clock of [anaf.clock, anaf.realClock]) clock.advance(passed);
    await workerOn(world, { ...world, rail: by }).run(world.id, 'RO-EFACTURA');
  }
  const { state, care, documents } = await found(world);
  const open = care.filter(({ handledAt }) => handledAt === undefined).map(({ code }) => code);
  const proof = documents.filter(({ kind }) => kind === 'anaf-response').map(() => 'with its answer');
  const uploads = anaf.count('upload');
  const events = (await world.eventFeed.events(world.id)).map(({ text }) => text).join('');
  const remarks = events.includes('EI-RECEIPT-UNVERIFIED') ? ['EI-RECEIPT-UNVERIFIED'] : [];
  return { end: [state, ...open, ...proof, ...remarks].join(' '), uploads };
}

const ACCEPTED = 'accepted with its answer';
const UNVERIFIED = 'accepted with its answer EI-RECEIPT-UNVERIFIED';
const DOWN = 'dead_letter EI-ROUTE-UNAVAILABLE';
const IN_DOUBT = 'dead_letter EI-SEND-UNKNOWN';
const NO_ACCESS = 'dead_letter EI-CREDENTIAL-REFUSED';

const PAGE: Canned = { body: '<!DOCTYPE html><html><body>mentenanta</body></html>' };
const IN_ENGLISH = xml('<header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1"><Fehler/></header>');

const ANOTHER_LANGUAGE = eroare('Es ist ein Fehler aufgetreten.');

/** Bad answers to any call. */
const BAD: Readonly<Record<string, Canned>> = {
  'a page': PAGE,
  nothing: { body: '' },
  'half an answer': xml('<header xmlns="mfp:anaf'),
  'a DOCTYPE': { body: '<!DOCTYPE header [<!ENTITY a "b">]><header/>' },
  'JSON in place of XML, or XML in place of JSON': json({ hello: 1 }),
  'an element that the description does not have': IN_ENGLISH,
  'bytes that are not UTF-8': { body: Buffer.from([0x3c, 0xff, 0xfe]) },
  'no answer': undefined,
  '500': { status: 500 },
};

describe('an invoice whose upload gets a bad answer', () => {
  for (const [what, answer] of rowsFor(Object.entries(BAD), 2)) {
    it(`${what}, though ANAF took it: the list shows it, and it was sent once`, async () => {
      assert.deepEqual(await endOf({ upload: takenBut(answer) }), { end: ACCEPTED, uploads: 1 });
    });

    it(`once ${what}, and ANAF did not take it: it is sent again`, async () => {
      const { end, uploads } = await endOf({
        upload: [answer, pass],
        listaMesajePaginatieFactura: NO_MESSAGES,
      });
      assert.deepEqual([end, uploads], [ACCEPTED, 2]);
    });
  }

  it('no answer, and the list shows it late: it was sent once', async () => {
    const late = {
      upload: takenBut(undefined),
      listaMesajePaginatieFactura: [NO_MESSAGES, NO_MESSAGES, LISTED],
    };
    // This rail has the clocks and the waits of production.
    const { end, uploads } = await endOf(late, anaf.rail());
    assert.deepEqual([end, uploads], [ACCEPTED, 1]);
  });

  for (const [what, answer, end, uploads] of [
    ['401, also with a new token', { status: 401 }, NO_ACCESS, 12],
    ['403', { status: 403 }, NO_ACCESS, 6],
    ['404', { status: 404 }, DOWN, 6],
    ['a technical error', refusal('A aparut o eroare tehnica. Cod: 17'), DOWN, 6],
    ['400', json({ status: 400, message: 'Parametrii' }, 400), 'rejected ANAF-UPLOAD', 1],
    ['no right', refusal('Nu aveti drept in SPV pentru CIF=1234'), 'rejected ANAF-RIGHTS', 1],
    // An unknown refusal is tried a second time.
    ['a text in another language', ANOTHER_LANGUAGE, 'rejected ANAF-UPLOAD', 2],
    ['a file that is not valid', refusal('Fisierul transmis nu este valid. x'), 'rejected ANAF-UPLOAD', 1],
  ] as const)
    it(`always ${what}: ${end}`, async () => {
      assert.deepEqual(await endOf({ upload: answer }), { end, uploads });
    });

  it('always a page, and no list: a care row opens', async () => {
    assert.deepEqual(await endOf({ upload: PAGE, listaMesajePaginatieFactura: PAGE }), {
      end: IN_DOUBT,
      uploads: 1,
    });
  });
});

describe('an invoice whose status gets a bad answer', () => {
  const ANSWERS = [
    ...Object.entries(BAD),
    ['a text in another language', ANOTHER_LANGUAGE],
    ['an unknown index', noStare('Nu exista factura cu id_incarcare= 77')],
    ['an unknown state', stare('stare="altceva"')],
    ['429', { status: 429, headers: { 'Retry-After': '7' } }],
    ['a token that has expired', { status: 401 }],
    ['the limit of the day', noStare('S-au facut deja 20 descarcari de mesaj in cursul zilei')],
  ] as const;
  for (const [what, answer] of rowsFor(ANSWERS, 7)) {
    it(`once ${what}: accepted, and it was sent once`, async () => {
      assert.deepEqual(await endOf({ stareMesaj: [answer, pass] }), { end: ACCEPTED, uploads: 1 });
    });

    it(`always ${what}: never accepted, and it was sent once`, async () => {
      const { end, uploads } = await endOf({ stareMesaj: answer });
      assert.match(end, /^submitted( EI-STATUS-OVERDUE| EI-CREDENTIAL-REFUSED){0,2}$/);
      assert.equal(uploads, 1);
    });
  }
});

describe('an accepted invoice whose signed answer is bad', () => {
  const zip = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<Canned> => ({
    body: await zipOf(files),
  });
  const withPath = async (): Promise<Canned> => {
    const good = await zipOf({ 'aa/77.xml': INVOICE, 'semnatura_77.xml': await signatureOver(INVOICE) });
    return { body: Buffer.from(good.toString('latin1').replaceAll('aa/77.xml', '../77.xml'), 'latin1') };
  };

  const UNREADABLE = [
    ['a path in the ZIP', withPath],
    ['a bomb', () => zip({ '77.xml': new Uint8Array(16_000_000), 'semnatura_77.xml': 'x' })],
  ] as const;

  for (const [what, answer] of UNREADABLE) {
    it(`once ${what}: the right one is stored`, async () => {
      const script = { descarcare: [await answer(), pass] };
      assert.deepEqual(await endOf(script), { end: ACCEPTED, uploads: 1 });
    });
    it(`always ${what}: it is stored unchanged`, async () => {
      assert.deepEqual(await endOf({ ...UNDER_77, descarcare: await answer() }), {
        end: UNVERIFIED,
        uploads: 1,
      });
    });
  }

  it('no signature: it is stored unchanged, and no care item opens', async () => {
    const descarcare = await zip({ '77.xml': INVOICE, 'semnatura_77.xml': '<Signature/>' });
    assert.deepEqual(await endOf({ ...UNDER_77, descarcare }), { end: UNVERIFIED, uploads: 1 });
  });

  const ANSWERS = [
    ...Object.entries(BAD).map(([name, canned]) => [name, async () => canned] as const),
    ['a text in another language', async () => ANOTHER_LANGUAGE],
    ['the answer to another upload', () => answerZip('78', INVOICE)],
    ['a token that has expired', async () => ({ status: 401 })],
  ] as const;
  for (const [what, answer] of rowsFor(ANSWERS, 1)) {
    it(`once ${what}: the right one is stored`, async () => {
      const script = { descarcare: [await answer(), pass] };
      assert.deepEqual(await endOf(script), { end: ACCEPTED, uploads: 1 });
    });

    it(`always ${what}: none is stored, and a care row opens`, async () => {
      const { end, uploads } = await endOf({ ...UNDER_77, descarcare: await answer() });
      assert.match(end, /^accepted( EI-RECEIPT-OVERDUE| EI-CREDENTIAL-REFUSED| EI-ROUTE-ANSWER)+$/);
      assert.equal(uploads, 1);
    });
  }
});

describe('an invoice that ANAF refuses', () => {
  const NOK = stare('stare="nok" id_descarcare="88"');
  const REASONS = errorList('77', 'E: validari globale&#10; eroare regula: R6.1: CIF-ul vanzatorului:1');

  it('has the reasons from the signed answer', async () => {
    const descarcare = await answerZip('77', REASONS);
    assert.equal(
      (await endOf({ ...UNDER_77, stareMesaj: NOK, descarcare })).end,
      'rejected R6.1 with its answer',
    );
  });

  for (const [what, answer] of [
    ['no answer', undefined],
    ['the limit of the day', eroare('S-au facut deja 10 descarcari de mesaj in cursul zilei')],
  ] as const) {
    it(`is rejected at once; its reasons follow: once ${what}`, async () => {
      const descarcare = [answer, await answerZip('77', REASONS)];
      assert.deepEqual(await endOf({ ...UNDER_77, stareMesaj: NOK, descarcare }), {
        end: 'rejected R6.1 with its answer',
        uploads: 1,
      });
    });
    it(`is rejected although its reasons never arrive: always ${what}`, async () => {
      const { end } = await endOf({ ...UNDER_77, stareMesaj: NOK, descarcare: answer });
      assert.match(end, /^rejected ANAF-NOK/);
    });
  }

  it('is accepted if the reasons for the second upload name the first, with any signature', async () => {
    const sentBefore = 'Factura a mai fost transmisa anterior cu index=55 si data incarcare=2026-10-05';
    const bare = { body: await zipOf({ '55.xml': INVOICE }) };
    const { end, uploads } = await endOf({
      upload: [undefined, taken()],
      listaMesajePaginatieFactura: NO_MESSAGES,
      stareMesaj: [NOK, stare('stare="ok" id_descarcare="66"')],
      descarcare: [await answerZip('77', errorList('77', sentBefore)), bare],
    });
    assert.deepEqual([end, uploads], ['accepted with its answer EI-RECEIPT-UNVERIFIED', 2]);
  });
});

describe('an invoice whose log-in gets a bad answer', () => {
  for (const [what, answer, end] of [
    ['a page', PAGE, DOWN],
    ['no answer', undefined, DOWN],
    ['an answer without a token', json({ token_type: 'Bearer' }), DOWN],
    ['invalid_grant', json({ error: 'invalid_grant' }, 400), NO_ACCESS],
  ] as const) {
    it(`always ${what}: ${end}, and nothing was sent`, async () => {
      assert.deepEqual(await endOf({ token: answer }), { end, uploads: 0 });
    });
    it(`once ${what}: accepted`, async () => {
      assert.deepEqual(await endOf({ token: [answer, pass] }), { end: ACCEPTED, uploads: 1 });
    });
  }
});
