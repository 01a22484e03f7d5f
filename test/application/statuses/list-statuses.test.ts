import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { ReceivedRecord } from '../../../src/domain/lifecycle/received-record.ts';
import type { StatusOption } from '../../../src/application/statuses/list-statuses.ts';
import type { StatusRequest } from '../../../src/application/statuses/status-request.ts';
import { PEPPOL_STATUSES } from '../../../src/domain/routes/peppol/statuses.ts';
import { statusInDocument } from '../../../src/domain/statuses/answer.ts';
import type { SentStatus } from '../../../src/domain/vocabulary/buyer-status.ts';
import { START } from '../../support/records.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import type { Addressing } from '../../../src/domain/vocabulary/addressing.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { AN_ACCESS_POINT, FRENCH, overPeppol, PEPPOL, StatusWorld } from './world.ts';

const OTHER_SENDER = AN_ACCESS_POINT.value.replace('de123456789', 'de000000000');
const OPERATOR = { kind: 'operator', keyId: 'key_1' } as const;
const namesOf = (options: readonly StatusOption[]): readonly SentStatus[] =>
  options.map(({ status }) => status);

describe('the statuses that can be sent', () => {
  it('are those that the service takes next, over Peppol at every point of an exchange', async () => {
    const all = namesOf(PEPPOL_STATUSES.buyer as never);
    for (const earlier of [
      [],
      ['received'],
      ['in_process'],
      ['accepted'],
      ['refused'],
      ['under_query'],
    ] as const) {
      const world = overPeppol(memoryStores());
      const { id } = await world.receive({ route: 'PEPPOL' });
      const send = (status: SentStatus) => {
        const needsReason = ['under_query', 'conditionally_accepted', 'refused'].includes(status);
        const request: StatusRequest = { status, ...(needsReason && { reasonCode: 'REF' }) };
        return world.tell.ofReceived(world.call(id, request));
      };
      for (const status of earlier) await send(status);
      const offered = namesOf((await world.list.ofReceived(OPERATOR, id)).options);
      const refused = all.filter((status) => !offered.includes(status));
      for (const status of refused) await assert.rejects(send(status), `${earlier.join()}, then ${status}`);
      if (offered[0]) await send(offered[0]);
      assert.equal(offered.length + refused.length, all.length);
      assert.equal(offered.length === 0, earlier.at(-1) === 'refused');
    }
  });

  it('come with the reasons that each may have, and say when one is needed and when it needs a note', async () => {
    const world = new StatusWorld(memoryStores());
    const { id } = await world.receive();
    const { options } = await world.list.ofReceived(OPERATOR, id);
    const refused = options.find(({ status }) => status === 'refused')!;
    assert.deepEqual([refused.needsReason, refused.note], [true, 'with-reason']);
    assert.deepEqual(withEnglish(refused.reasons[0]), {
      code: 'TX_TVA_ERR',
      title: 'A VAT rate is wrong',
      needsNote: false,
      isWish: false,
    });
    const disputed = options.find(({ status }) => status === 'disputed')!;
    assert.deepEqual(withEnglish(disputed.reasons.at(-1)), {
      ...{ code: 'AUTRE', needsNote: true },
      isWish: false,
    });
    const accepted = options.find(({ status }) => status === 'accepted')!;
    assert.deepEqual(withEnglish([accepted.reasons, accepted.note]), [[], 'none']);
  });

  it('have words for each reason of Peppol, and tell why from what is wanted', async () => {
    const world = overPeppol(memoryStores());
    const { id } = await world.receive({ route: 'PEPPOL' });
    const { options } = await world.list.ofReceived(OPERATOR, id);
    const { reasons } = options.find(({ status }) => status === 'refused')!;
    assert.ok(reasons.every(({ title }) => title !== undefined));
    const named = (code: string) => withEnglish(reasons.find((reason) => reason.code === code));
    const [why, wish] = [named('REF'), named('NIN')];
    assert.deepEqual(why, {
      ...{ code: 'REF', title: 'order or contract number is wrong' },
      ...{ needsNote: false, isWish: false },
    });
    assert.deepEqual(wish, {
      ...{ code: 'NIN', title: 'a new invoice is wanted' },
      ...{ needsNote: false, isWish: true },
    });
  });

  it('stand in the name of a document of the buyer, if the route knows its code', () => {
    for (const { code, status } of PEPPOL_STATUSES.buyer)
      assert.equal(statusInDocument('PEPPOL', `invoice-response-${code}`), status);
    for (const kind of ['invoice-response-ZZ', 'invoice-response-', 'mls', 'received-xml'])
      assert.equal(statusInDocument('PEPPOL', kind), undefined, kind);
    assert.equal(statusInDocument('FR-PA', 'invoice-response-RE'), undefined);
  });

  it('are none if no answer can reach the seller: the reason is told and noted, until the account is another one', async () => {
    const world = overPeppol(memoryStores());
    const { id } = await world.receive({ route: 'PEPPOL' });
    const offered = async () => {
      const { options, reason } = await world.list.ofReceived(OPERATOR, id);
      const { answerBar, version } = (await world.stores.received.find(id))!;
      assert.equal(english(answerBar ?? ''), english(reason ?? ''));
      return { count: options.length, reason: english(reason ?? ''), version };
    };
    const open = await offered();
    assert.deepEqual([open.count > 0, open.version], [true, 2]);
    world.credential = { ...AN_ACCESS_POINT, value: OTHER_SENDER };
    const barred = await offered();
    assert.match(barred.reason, /sends for another participant/);
    assert.deepEqual([barred.count, barred.version], [0, 3]);
    assert.equal((await offered()).version, 3);
    world.credential = AN_ACCESS_POINT;
    assert.deepEqual(await offered(), { ...open, version: 4 });
  });

  it('take the file of an invoice only where something else may bar an answer than at the last look', async () => {
    const world = overPeppol(memoryStores());
    const { id } = await world.receive({ route: 'PEPPOL' });
    const readsOf = async (looks: number, whose = id) => {
      const before = world.reads;
      for (let look = 0; look < looks; look += 1) await world.list.ofReceived(OPERATOR, whose);
      return world.reads - before;
    };
    assert.equal(await readsOf(3), 1, 'an invoice of the version before is judged once');
    world.credential = { ...AN_ACCESS_POINT, value: OTHER_SENDER };
    assert.equal(await readsOf(3), 1, 'another account');
    world.credential = undefined;
    assert.equal(await readsOf(3), 1, 'no account');
    world.serviceVersion = '0.2.0';
    assert.equal(await readsOf(3), 1, 'another version of the service');
    const french = await world.receive({ route: 'FR-PA' });
    assert.equal(await readsOf(2, french.id), 1);
    world.credential = AN_ACCESS_POINT;
    assert.equal(await readsOf(2, french.id), 0, 'a route that asks for no account');
  });

  it('take it once of an invoice whose check waits for a rule pack or for a person, whatever comes of the check', async () => {
    const world = overPeppol(memoryStores());
    const looks = async (own: Partial<ReceivedRecord>) => {
      const { id } = await world.receive({ route: 'PEPPOL', state: 'received', ...own });
      const before = world.reads;
      for (let look = 0; look < 3; look += 1) await world.list.ofReceived(OPERATOR, id);
      const { state, dueAt, errors } = (await world.stores.received.find(id))!;
      assert.deepEqual({ state, dueAt, errors }, { state: 'received', dueAt: null, errors: [], ...own });
      return world.reads - before;
    };
    const withoutPack = { code: 'EI-PACK-MISSING', severity: 'error' } as Finding;
    assert.equal(await looks({ dueAt: START, errors: [withoutPack] }), 1);
    assert.equal(await looks({ dueAt: null }), 1);
    assert.equal(await looks({ dueAt: START }), 3, 'its check is about to note it');
  });

  it('are told while every thread that reads files is busy', async () => {
    const world = overPeppol(memoryStores());
    const { id } = await world.receive({ route: 'PEPPOL' });
    const told = await world.list.ofReceived(OPERATOR, id);
    world.isBusy = true;
    assert.deepEqual(await world.list.ofReceived(OPERATOR, id), told);
    world.credential = undefined;
    await assert.rejects(world.list.ofReceived(OPERATOR, id), /busy/);
  });

  it('are none of an invoice without an address of its seller, of one that its buyer issued, and over a route without answers', async () => {
    const refusalOf = async (own: Partial<Addressing>, route: Route = 'PEPPOL') => {
      const world = overPeppol(memoryStores());
      world.addressing = { ...PEPPOL, ...own };
      const { id } = await world.receive({ route });
      const { options, reason } = await world.list.ofReceived(OPERATOR, id);
      const sent = world.tell.ofReceived(world.call(id, { status: 'accepted' }));
      await assert.rejects(sent, ({ failure }: { failure: { kind: string } }) => {
        assert.equal(failure.kind, 'status-not-supported');
        return true;
      });
      return [options.length, english(reason ?? '')];
    };
    assert.deepEqual(await refusalOf({ seller: { ...PEPPOL.seller, endpoint: null } }), [
      0,
      'The invoice states no Peppol address of the seller (BT-34).',
    ]);
    assert.deepEqual(await refusalOf({ typeCode: '389' }), [
      0,
      'The buyer issued the invoice itself (self-billing).',
    ]);
    assert.deepEqual(await refusalOf({}, 'PL-KSEF'), [0, 'PL-KSEF carries no answer to the seller.']);
  });

  it('are none of a sent invoice before the route holds it', async () => {
    const world = new StatusWorld(memoryStores());
    const held = await world.storeSent();
    const waiting = await world.storeSent({ state: 'queued', id: 'inv_000000000000000000000001' });
    assert.deepEqual(namesOf(await world.list.ofSent(OPERATOR, held.id)), ['completed', 'paid']);
    assert.deepEqual(withEnglish(await world.list.ofSent(OPERATOR, waiting.id)), []);
  });

  it('are payments alone of an invoice whose sale the platform reports', async () => {
    const world = new StatusWorld(memoryStores());
    const { id } = await world.storeSent({ processingRule: 'B2BInt' });
    assert.deepEqual(namesOf(await world.list.ofSent(OPERATOR, id)), ['paid']);
    const completed = world.tell.ofSent(world.call(id, { status: 'completed' }));
    await assert.rejects(completed, ({ failure }: { failure: { kind: string; detail: string } }) => {
      assert.equal(failure.kind, 'status-not-supported');
      return /takes payments alone/.test(english(failure.detail));
    });
  });

  it('are not even payments if the buyer of such an invoice is abroad: they are stated at the platform', async () => {
    const world = new StatusWorld(memoryStores());
    world.addressing = {
      ...FRENCH,
      buyer: { name: 'Rossi SRL', country: 'IT', ids: ['IT00743110157'], endpoint: null },
    };
    const { id } = await world.storeSent({ processingRule: 'B2BInt' });
    const paid = { status: 'paid', amounts: [{ amount: '120.00', vatRate: '20' }] } as const;
    await assert.rejects(
      world.tell.ofSent(world.call(id, paid)),
      ({ failure }: { failure: { detail: string } }) =>
        /State the payment at the platform/.test(english(failure.detail)),
    );
  });

  it('are none over a route that carries no statuses', async () => {
    const world = new StatusWorld(memoryStores());
    const { id } = await world.storeSent({ route: 'PL-KSEF' });
    assert.deepEqual(withEnglish(await world.list.ofSent(OPERATOR, id)), []);
  });
});
