import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import type { RoEfacturaRail } from '../../../../src/adapters/rails/ro-efactura/ro-efactura-rail.ts';
import { ANAF_STATUSES as statuses } from '../../../../src/adapters/rails/ro-efactura/status-mappings.ts';
import type { Canned } from '../../../sandbox/scripted-network.ts';
import { zipOf } from '../../../support/zip.ts';
import { AnafNetwork, aRomanianConsignment, eroare, json } from './anaf.ts';

const anaf = new AnafNetwork();
let rail: RoEfacturaRail;
before(async () => (rail = await anaf.start()));
after(() => anaf.close());

const BOTH = 'MESAJ CUMPARATOR PRIMIT / MESAJ CUMPARATOR TRANSMIS';
const page = (...mesaje: readonly object[]): Canned => json({ mesaje, numar_total_pagini: 1 });
const row = (id: string, tip = BOTH, detalii = 'x') => ({ id, id_solicitare: `9${id}`, tip, detalii });
/** The example of ANAF's Swagger page of `upload`. */
const message = (index: string, text: string): string =>
  `<header xmlns="mfp:anaf:dgti:spv:reqMesaj:v1" index_incarcare="${index}" message="${text}"/>`;
const download = async (file: string): Promise<Canned> => ({ body: await zipOf({ '91.xml': file }) });

async function fetched(list: Canned, file: Canned | readonly Canned[], after: string | null = null) {
  anaf.script({ listaMesajePaginatieFactura: list, descarcare: file });
  const answer = await rail.fetchMessages(aRomanianConsignment().credential, after, '14399840');
  assert.ok(answer);
  return answer;
}

async function pageOf(list: Canned, file: Canned | readonly Canned[], after: string | null = null) {
  const answer = await fetched(list, file, after);
  assert.ok('messages' in answer, JSON.stringify(answer));
  return answer;
}

describe('messages of buyers at ANAF', () => {
  it('are about the invoice whose index they name, and have the text of the buyer', async () => {
    const { messages } = await pageOf(page(row('1')), await download(message('77', 'Where is our order?')));
    assert.deepEqual(
      withEnglish(messages.map(({ kind, about, effect }) => ({ kind, about, effect }))),
      withEnglish([
        {
          kind: 'buyer-message-91',
          about: { legalId: '77' },
          effect: {
            kind: 'trouble',
            mapping: statuses.buyerWrote,
            words: { message: 'The buyer writes about the invoice: "Where is our order?"' },
          },
        },
      ]),
    );
    const asked = anaf.received.find(({ call }) => call === 'listaMesajePaginatieFactura');
    assert.deepEqual([asked?.query.get('filtru'), asked?.query.get('cif')], ['R', '14399840']);
  });

  it('have the minute of their row in the list, by the clock of Bucharest, or the end of the window that it came in', async () => {
    const rows = [
      { ...row('1'), data_creare: '202610051507' },
      row('2'),
      { ...row('3'), data_creare: '202699' },
    ];
    const files = await Promise.all(['1', '2', '3'].map((text) => download(message('77', text))));
    const { messages, next } = await pageOf(page(...rows), files);
    const windowEnd = new Date(Number(next?.split(':')[1])).toISOString();
    assert.deepEqual(
      messages.map(({ setAt }) => setAt?.toISOString()),
      [windowEnd, windowEnd, '2026-10-05T15:07:00.000Z'],
    );
  });

  it('are downloaded once, though the windows overlap', async () => {
    const file = await download(message('77', 'x'));
    const { next } = await pageOf(page(row('1')), file);
    anaf.realClock.advance(3_600_000);
    const { messages } = await pageOf(page(row('2'), row('1')), file, next ?? null);
    assert.deepEqual(
      messages.map(({ kind }) => kind),
      ['buyer-message-92'],
    );
  });

  it('are asked for every ten minutes', async () => {
    const till = anaf.realClock.now().getTime() - 5 * 60_000;
    await pageOf(page(row('2')), eroare('x'), `till:${till}:`);
    assert.deepEqual(anaf.received, []);
  });

  it('are left out if the company itself wrote them', async () => {
    const { messages } = await pageOf(page(row('1', 'MESAJ CUMPARATOR TRANSMIS')), eroare('x'));
    assert.deepEqual(withEnglish(messages), []);
  });

  it('are kept for a person to read if the file has another form', async () => {
    const listed = row('1', BOTH, 'Mesaj pentru factura cu id_incarcare=77');
    const { messages } = await pageOf(page(listed), await download('<Mesaj/>'));
    assert.deepEqual(
      withEnglish(messages.map(({ about, effect }) => ({ about, effect }))),
      withEnglish([
        { about: { legalId: '77' }, effect: { kind: 'trouble', mapping: statuses.buyersMessageUnread } },
      ]),
    );
  });

  it('are passed over and counted if they are older than 60 days, or name no invoice', async () => {
    const gone =
      'Fisierul nu mai poate fi descarcat pentru ca a trecut perioada de 60 de zile in care este disponibil';
    for (const file of [eroare(gone), await download('<Mesaj/>')]) {
      const { messages, unreadable, isLast } = await pageOf(page(row('1')), file);
      assert.deepEqual(withEnglish([messages, unreadable, isLast]), [[], 1, false]);
    }
  });

  for (const [what, broken] of [
    ['is out of order', eroare('A aparut o eroare tehnica')],
    ['was downloaded ten times', eroare('S-au facut deja 10 descarcari de mesaj in cursul zilei')],
    ['is no file', json({ a: 1 })],
  ] as const)
    it(`keep none behind them waiting, and are read later, if one ${what}`, async () => {
      const whole = await download(message('78', 'y'));
      const list = page(row('2'), { ...row('1'), data_creare: '202610051507' });
      const first = await pageOf(list, [broken, whole]);
      const second = await pageOf(list, whole, first.next ?? null);
      const messages = [...first.messages, ...second.messages];
      assert.deepEqual([messages.map(({ kind }) => kind), second.isPartial], [['buyer-message-92'], true]);
      anaf.realClock.advance(3_600_000);
      const later = await pageOf(page(), whole, second.next ?? null);
      assert.deepEqual(
        [later.messages.map(({ kind, setAt }) => [kind, setAt?.toISOString()]), later.isPartial],
        [[['buyer-message-91', '2026-10-05T15:07:00.000Z']], undefined],
      );
    });

  it('cannot be read while ANAF is not reached', async () => {
    const failed = await fetched(page(row('1')), { status: 429 });
    assert.ok('mapping' in failed && failed.mapping === statuses.tooMany);
  });
});
