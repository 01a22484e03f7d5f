import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import type { RoEfacturaRail } from '../../../../src/adapters/rails/ro-efactura/ro-efactura-rail.ts';
import { ANAF_STATUSES as statuses } from '../../../../src/adapters/rails/ro-efactura/status-mappings.ts';
import type { Canned } from '../../../sandbox/scripted-network.ts';
import { AnafNetwork, answerZip, aRomanianConsignment, DOCUMENT, eroare, json } from './anaf.ts';

const anaf = new AnafNetwork();
let rail: RoEfacturaRail;
before(async () => (rail = await anaf.start()));
after(() => anaf.close());

const page = (pages: number, ...mesaje: readonly object[]): Canned =>
  json({ mesaje, numar_total_pagini: pages });
const message = (id: unknown) => ({ id, id_solicitare: id, tip: 'FACTURA PRIMITA', detalii: 'x' });

async function fetched(lists: Canned | readonly Canned[], after: string | null = null) {
  anaf.script({ listaMesajePaginatieFactura: lists, descarcare: await answerZip('7', DOCUMENT) });
  const { credential } = aRomanianConsignment();
  const asked = {
    ...{ credential, recipient: '6859662', after },
    isKnown: async () => false,
    take: async () => undefined,
    now: anaf.clock.now(),
  };
  const answer = await rail.receiving.fetch(asked);
  const windows = anaf.received
    .filter(({ call }) => call.startsWith('lista'))
    .map(({ query }) => ({ from: Number(query.get('startTime')), to: Number(query.get('endTime')) }));
  assert.ok(answer);
  return { answer, windows };
}

const HOUR = 3_600_000;

describe('received invoices of ANAF', () => {
  it('are read by half a window if the list is longer than it is read, and continue there', async () => {
    const { answer, windows } = await fetched([page(21), page(40), page(1, message('7'))]);
    assert.ok('documents' in answer);
    const [first, second, third] = windows.map(({ from, to }) => to - from);
    assert.deepEqual([second, third], [first! / 2, first! / 4]);
    assert.deepEqual(
      [answer.documents.map(({ railId }) => railId), answer.next, answer.isLast],
      [['7'], `till:${windows[2]!.to}`, false],
    );
  });

  it('are read to the end of a window of few hours, however long its list is', async () => {
    const till = anaf.realClock.now().getTime() - 2 * HOUR;
    const { answer, windows } = await fetched(
      [...Array.from({ length: 24 }, () => page(25)), page(25, message('7'))],
      `till:${till}`,
    );
    assert.ok('documents' in answer);
    assert.deepEqual([answer.documents.length, windows.length, answer.isLast], [1, 25, true]);
  });

  it('are read from an hour before the end of the last window: one may be listed after a later one', async () => {
    const till = anaf.realClock.now().getTime() - 2 * HOUR;
    const { windows } = await fetched(page(1), `till:${till}`);
    assert.equal(windows[0]!.from, till - HOUR);
  });

  it('are read if an id is a number', async () => {
    const { answer } = await fetched(page(1, message(7)));
    assert.deepEqual('documents' in answer && answer.documents.map(({ railId }) => railId), ['7']);
  });

  it('wait, and none is skipped, if a row cannot be read', async () => {
    const { answer } = await fetched(page(1, message('7'), message('x')));
    assert.deepEqual(withEnglish('mapping' in answer && answer.mapping), withEnglish(statuses.notUnderstood));
  });

  it('wait until the next day in Bucharest if the list was asked for too often', async () => {
    const { answer } = await fetched(eroare('S-au facut deja 100000 interogari de lista in cursul zilei'));
    assert.ok('mapping' in answer);
    assert.equal(answer.mapping.networkStatus, statuses.dayIsOver.networkStatus);
    assert.ok((answer.retryAfterSeconds ?? 0) > HOUR / 1000);
  });

  for (const [what, broken] of [
    [
      'was downloaded ten times on this day',
      eroare('S-au facut deja 10 descarcari de mesaj in cursul zilei'),
    ],
    ['is unknown there', eroare('Pentru id=7 nu exista inregistrata nici o factura')],
    ['is not for this log-in', eroare('Nu aveti drept sa descarcati acest mesaj')],
    ['is no file', json({ a: 1 })],
    ['is forbidden', { status: 403 }],
    ['ends too early', { ...json({ a: 1 }), fault: 'cut' as const }],
    ['is a page of a firewall', { body: '<html>no</html>' }],
  ] as const)
    it(`keep none behind them waiting, and are fetched later, if one ${what}`, async () => {
      const whole = await answerZip('8', DOCUMENT);
      const { credential } = aRomanianConsignment();
      const stored: string[] = [];
      let after: string | null = null;
      const read = async () => {
        const page = await rail.receiving.fetch({
          ...{ credential, recipient: '6859662', after, now: anaf.clock.now() },
          isKnown: async (id) => stored.includes(id),
          take: async () => undefined,
        });
        assert.ok(page && 'documents' in page, JSON.stringify(page));
        stored.push(...page.documents.map(({ railId }) => railId));
        after = page.next ?? after;
        return page;
      };
      anaf.script({
        listaMesajePaginatieFactura: page(1, message('8'), message('7')),
        descarcare: ({ query }) => (query.get('id') === '7' ? broken : whole),
      });
      const first = await read();
      assert.ok(first.missing && first.failure);
      await read();
      assert.deepEqual(stored, ['8']);
      anaf.script({ listaMesajePaginatieFactura: page(1), descarcare: whole });
      anaf.clock.advance(12 * HOUR);
      assert.equal((await read()).missing, undefined);
      assert.deepEqual(stored, ['8', '7']);
    });

  it('are passed over if ANAF no longer has them', async () => {
    anaf.script({
      listaMesajePaginatieFactura: page(1, message('7')),
      descarcare: eroare('Pentru id=7 a trecut perioada de 60 de zile in care este disponibil'),
    });
    const { credential } = aRomanianConsignment();
    const answer = await rail.receiving.fetch({
      ...{ credential, recipient: '6859662', after: null, now: anaf.clock.now() },
      isKnown: async () => false,
      take: async () => undefined,
    });
    assert.ok(answer && 'documents' in answer);
    assert.deepEqual([answer.documents, answer.missing, answer.isLast], [[], undefined, false]);
  });
});
