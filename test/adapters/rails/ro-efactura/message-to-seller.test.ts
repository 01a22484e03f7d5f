import { english, withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { RoEfacturaRail } from '../../../../src/adapters/rails/ro-efactura/ro-efactura-rail.ts';
import { ANAF_STATUSES as statuses } from '../../../../src/adapters/rails/ro-efactura/status-mappings.ts';
import type { StatusOrder } from '../../../../src/ports/rail/status-messages.ts';
import type { Canned } from '../../../sandbox/scripted-network.ts';
import { zipOf } from '../../../support/zip.ts';
import { AnafNetwork, aRomanianConsignment, eroare, json, refusal, taken } from './anaf.ts';

const anaf = new AnafNetwork();
let rail: RoEfacturaRail;
before(async () => (rail = await anaf.start()));
after(() => anaf.close());

const { addressing } = aRomanianConsignment();
const order = (own: Partial<StatusOrder> = {}): StatusOrder => ({
  ...{ code: 'RASP', by: 'buyer', facts: {} as never, addressing, at: new Date(), railId: '77' },
  ...{ note: 'Where is "our" order?\nWe wait.' },
  ...own,
});

/** ANAF keeps a message in other bytes. */
const keptBy = async (index: string, text: string): Promise<Canned> => ({
  body: await zipOf({
    '91.xml': `<header message="${text}" index_incarcare="${index}" xmlns="mfp:anaf:dgti:spv:reqMesaj:v1"></header>`,
  }),
});
const TEXT = 'Where is &quot;our&quot; order?&#10;We wait.';
const listed: Canned = json({
  mesaje: [{ id: '1', id_solicitare: '91', tip: 'MESAJ CUMPARATOR TRANSMIS', detalii: 'x' }],
  numar_total_pagini: 1,
});
const none = eroare('Nu exista mesaje in intervalul selectat');

function letter() {
  const written = rail.statusMessages.write(order());
  assert.ok('message' in written, JSON.stringify(written));
  const documentSha256 = createHash('sha256').update(written.message).digest('hex');
  const { submissionId, message: bytes } = written;
  return { ...aRomanianConsignment({ submissionId, documentSha256, calledAt: anaf.clock.now() }), bytes };
}

describe('a message of the buyer to the seller over ANAF', () => {
  it('is the published form, and goes under the CIF of the buyer', async () => {
    anaf.script({ upload: taken() });
    const { mapping, reference } = await rail.statusMessages.send(letter());
    assert.deepEqual(withEnglish([mapping, reference]), withEnglish([statuses.messageTaken, '77']));
    const [call] = anaf.received.filter((one) => one.call === 'upload');
    assert.deepEqual([call?.query.get('standard'), call?.query.get('cif')], ['RASP', '6859662']);
    assert.equal(
      call?.body.split('\n')[1],
      `<header xmlns="mfp:anaf:dgti:spv:reqMesaj:v1" index_incarcare="77" message="${TEXT}"/>`,
    );
  });

  it('waits until tomorrow after a thousand of a day', async () => {
    anaf.script({
      upload: refusal('S-au incarcat deja 1000 de mesaje de tip RASP pentru cui=6859662 in cursul zilei'),
    });
    const { mapping, retryAfterSeconds = 0 } = await rail.statusMessages.send(letter());
    assert.deepEqual(withEnglish(mapping), withEnglish(statuses.dayIsOver));
    assert.ok(retryAfterSeconds > 1);
  });

  it('is found by its content after a lost answer, also in other bytes', async () => {
    anaf.script({ listaMesajePaginatieFactura: listed, descarcare: await keptBy('77', TEXT) });
    const { mapping, reference } = await rail.statusMessages.ask(letter());
    assert.deepEqual(withEnglish([mapping, reference]), withEnglish([statuses.messageTaken, '91']));
    const [asked] = anaf.received.filter(({ call }) => call.startsWith('lista'));
    assert.deepEqual([asked?.query.get('filtru'), asked?.query.get('cif')], ['R', '6859662']);
  });

  for (const [title, index, text] of [
    ['another text', '77', 'Thank you.'],
    ['another invoice', '78', TEXT],
  ] as const)
    it(`is not found in ${title}`, async () => {
      anaf.script({ listaMesajePaginatieFactura: listed, descarcare: await keptBy(index, text) });
      assert.deepEqual(
        withEnglish((await rail.statusMessages.ask(letter())).mapping),
        withEnglish(statuses.notShownYet),
      );
    });

  it('counts as not taken only after lists of an hour, by the time of ANAF', async () => {
    anaf.script({ listaMesajePaginatieFactura: none });
    const sent = letter();
    const first = await rail.statusMessages.ask(sent);
    assert.deepEqual(withEnglish(first.mapping), withEnglish(statuses.notShownYet));
    const later = { ...sent, ...(first.resumeToken !== undefined && { resumeToken: first.resumeToken }) };
    const ask = async (minutes: number) => {
      for (const clock of [anaf.clock, anaf.realClock]) clock.advance(minutes * 60_000);
      return (await rail.statusMessages.ask(later)).mapping;
    };
    assert.deepEqual(
      withEnglish([await ask(55), await ask(10)]),
      withEnglish([statuses.notShownYet, statuses.notHeld]),
    );
  });

  for (const [title, own, says] of [
    ['has no upload index', { railId: 'file-7' }, /rail_id/],
    [
      'states no Romanian number of the buyer',
      { addressing: { ...addressing, buyer: { ...addressing.buyer, ids: [], vatId: null } } },
      /\(CIF\) of the buyer/,
    ],
  ] as const)
    it(`cannot be written if the invoice ${title}`, () => {
      const written = rail.statusMessages.write(order(own as never));
      assert.match(english('unfit' in written ? written.unfit : ''), says);
    });
});
