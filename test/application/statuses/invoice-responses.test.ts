import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { CallFailed } from '../../../src/domain/failures.ts';
import { outgoingTask } from '../../../src/domain/statuses/outgoing-status.ts';
import { PEPPOL_STATUSES } from '../../../src/domain/routes/peppol/statuses.ts';
import { openAnswerWords } from '../../../src/application/received/answer-words.ts';
import type { StatusRequest } from '../../../src/application/statuses/status-request.ts';
import { mortalStores, survivesDeaths } from './deaths.ts';
import { accessPoint, inState, responsesOver, tried, whileTheAccessPointRuns } from './access-point.ts';
import { type Answer, pass, takenBut } from '../../sandbox/scripted-network.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { AN_ACCESS_POINT, overPeppol, PEPPOL, type StatusWorld } from './world.ts';

whileTheAccessPointRuns();

describe('a status that a buyer sends over Peppol', () => {
  let world: StatusWorld;
  let id: string;
  beforeEach(async () => {
    world = overPeppol(memoryStores());
    ({ id } = await world.receive({ route: 'PEPPOL' }));
  });
  const REFUSED: StatusRequest = { status: 'refused', reasonCode: 'REF', note: 'Order <4711>' };
  const send = (request: StatusRequest) => world.tell.ofReceived(world.call(id, request));
  const errorsOf = (event: Record<string, unknown> | undefined) =>
    (withEnglish(event?.errors) as {
      code: string;
      message: string;
      fix_hint?: string;
      who_fixes: string;
    }[]) ?? [];

  it('is submitted to the access point once, and an event reports that the seller has it', async () => {
    assert.equal((await world.runToTheEnd((await send(REFUSED)).id)).state, 'taken');
    const [event, ...more] = await world.eventsAfterDelivery(id);
    const { raw } = event?.route as { raw: Record<string, unknown> };
    assert.deepEqual(
      [event?.status, event?.direction, event?.buyer_status, raw['code'], raw['reasons'], more],
      ['validated', 'in', 'refused', 'RE', ['REF'], []],
    );
    assert.deepEqual(accessPoint.times, [1]);
    const kinds = (await world.stores.received.find(id))!.documents.map(({ kind }) => kind);
    assert.ok(kinds.includes('invoice-response-RE'));
    assert.match(accessPoint.taken[0]!, /<Sender><Identifier[^>]*>9930:de123456789<.*9930:de987654321</s);
  });

  it('is noted on the invoice: under way, handed over; the last one counts', async () => {
    const noted = async () => {
      const { answerState, answerStatus } = (await world.stores.received.find(id))!;
      return [answerState, answerStatus];
    };
    assert.deepEqual(await noted(), [undefined, undefined]);
    const first = await send({ status: 'in_process' });
    assert.deepEqual(await noted(), ['under_way', 'in_process']);
    world.clock.advance(1);
    const second = await send(REFUSED);
    assert.deepEqual(await noted(), ['under_way', 'refused']);
    await world.runToTheEnd(first.id);
    assert.deepEqual(await noted(), ['under_way', 'refused'], 'an earlier one has come to its end');
    await world.runToTheEnd(second.id);
    assert.deepEqual(await noted(), ['handed_over', 'refused']);
  });

  it('is noted by the worker if the process that took it in has died before', async () => {
    const { received } = world.stores;
    const dying = Object.assign(Object.create(received) as typeof received, {
      commit: () => Promise.reject(new Error('killed')),
    });
    const stores = { ...world.stores, received: dying };
    const { tell } = Object.assign(Object.create(world) as StatusWorld, { stores });
    const status = await tell.ofReceived(world.call(id, { status: 'accepted' }));
    assert.equal((await received.find(id))!.answerState, undefined);
    accessPoint.script({ submit: [{ status: 429 }, pass] });
    await world.processor().run(outgoingTask(status));
    assert.equal((await received.find(id))!.answerState, 'under_way');
  });

  it('keeps its reason and note on the invoice, sealed, until another follows', async () => {
    const { received } = world.stores;
    const said = async () => openAnswerWords((await received.find(id))!, world.content);
    const { id: first } = await send(REFUSED);
    assert.deepEqual(await said(), { reasonCode: 'REF', note: 'Order <4711>' });
    await world.runToTheEnd(first);
    assert.deepEqual(await said(), { reasonCode: 'REF', note: 'Order <4711>' });
    const record = (await received.find(id))!;
    assert.match(record.sealedAnswer ?? '', /^sealed for acme/);
    assert.deepEqual(
      await openAnswerWords({ ...record, client: 'other' }, world.content),
      {},
      'of another key',
    );
  });

  it('carries beside its reason what the seller is to do, and keeps both on the invoice', async () => {
    await world.runToTheEnd((await send({ ...REFUSED, wishCode: 'NIN' })).id);
    const coded = accessPoint.taken.flatMap((text) => [...text.matchAll(/listID="(\w+)">(\w+)</g)]);
    assert.deepEqual(
      coded.map(([, list, code]) => `${list} ${code}`),
      ['OPStatusReason REF', 'OPStatusAction NIN'],
    );
    const record = (await world.stores.received.find(id))!;
    assert.deepEqual(await openAnswerWords(record, world.content), {
      reasonCode: 'REF',
      wishCode: 'NIN',
      note: 'Order <4711>',
    });
  });

  it('without reason and note keeps neither', async () => {
    const { received } = world.stores;
    await send({ status: 'in_process' });
    assert.equal((await received.find(id))!.sealedAnswer, undefined);
  });

  it('of a part payment sets no buyer_status', async () => {
    await world.runToTheEnd((await send({ status: 'paid', reasonCode: 'PPD', note: 'Half of it' })).id);
    world.clock.advance(1);
    await world.runToTheEnd((await send({ status: 'paid' })).id);
    const events = await world.eventsAfterDelivery(id);
    assert.deepEqual(
      events.map((event) => event.buyer_status),
      [undefined, 'paid'],
    );
  });

  interface Faults {
    readonly submit?: readonly Answer[];
    /** The submits that find no connection. */
    readonly unreachable?: readonly number[];
  }
  const LOST: Answer = undefined;
  const LIMITED: Answer = { status: 429 };
  const FAULTS: Readonly<Record<string, Faults>> = {
    'the answer is lost after the submit': { submit: [takenBut(LOST), pass] },
    'the call is lost before the submit': { submit: [LOST, pass] },
    'the access point cannot be reached': { unreachable: [1, 2] },
    'the access point limits calls': { submit: [LIMITED, pass] },
    'all of this happens in turn': { submit: [LOST, LIMITED, takenBut(LOST), pass], unreachable: [2] },
  };
  for (const [what, { submit = pass, unreachable = [] }] of Object.entries(FAULTS))
    it(`is submitted with the same bytes, and taken once, if ${what}`, async () => {
      accessPoint.script({ submit });
      for (const number of unreachable) accessPoint.unreachable.add(number);
      assert.equal((await world.runToTheEnd((await send(REFUSED)).id)).state, 'taken');
      assert.deepEqual(accessPoint.times, [1]);
      assert.equal((await world.eventsAfterDelivery(id)).length, 1);
    });

  const SMP_404 = 'Failed to resolve SMP endpoint (x) [static] - server error';
  const ENDS = {
    'the seller accepts no Invoice Responses': {
      report: { sendingSuccess: false, overallSuccess: false, lookupError: SMP_404 },
      status: { status: 'failed', errorDetails: SMP_404 },
      code: 'EI-PEPPOL-NO-ROUTE',
      whoActs: 'erp',
      says: /seller accepts no Invoice Responses/,
    },
    'the access point gave up after the last try': {
      report: { sendingSuccess: false, overallSuccess: false, sendingResult: 'TRANSPORT_ERROR' },
      status: { status: 'permanently_failed', attemptCount: 3 },
      code: 'EI-SEND-UNKNOWN',
      whoActs: 'us',
      says: /the seller may have it/,
    },
  } as const;
  for (const [what, { report, status, code, whoActs, says }] of Object.entries(ENDS))
    it(`ends as ${code} if ${what}, and is not sent again`, async () => {
      accessPoint.script({ submit: tried(422, report), status: inState(status) });
      assert.equal((await world.runToTheEnd((await send(REFUSED)).id)).state, 'refused');
      const [event, ...more] = await world.eventsAfterDelivery(id);
      assert.deepEqual([errorsOf(event).map((error) => error.code), more], [[code], []]);
      assert.match(errorsOf(event)[0]!.message, says);
      const { care } = (await world.stores.received.find(id))!;
      assert.deepEqual(
        care.map((row) => [row.code, row.whoActs]),
        [[code, whoActs]],
      );
      assert.deepEqual(accessPoint.times, [1]);
    });

  it('that the access point could not store is asked about, then submitted again', async () => {
    const refusal = { status: 400, body: 'Failed to submit outbound SBD transaction' };
    accessPoint.script({ submit: [refusal, pass] });
    assert.equal((await world.runToTheEnd((await send(REFUSED)).id)).state, 'taken');
    assert.deepEqual(accessPoint.times, [1]);
  });

  it('that the access point dropped before any try is submitted once more, under another InstanceIdentifier', async () => {
    const report = {
      sendingSuccess: false,
      overallSuccess: false,
      lookupError: 'Failed to resolve SMP endpoint (x)',
    };
    const dropped = { status: 'permanently_failed', errorDetails: 'Failed to resolve SMP endpoint (x)' };
    accessPoint.script({
      submit: tried(422, report),
      status: [inState(dropped), inState({ status: 'sent' })],
    });
    assert.equal((await world.runToTheEnd((await send(REFUSED)).id)).state, 'taken');
    assert.deepEqual(accessPoint.times, [1, 1]);
    const [one, other] = accessPoint.taken.map((text) => text.replace(/<InstanceIdentifier>[^<]*/, ''));
    assert.equal(one, other);
  });

  const kindOf = (kind: string, detail: RegExp) => (error: unknown) =>
    error instanceof CallFailed &&
    error.failure.kind === kind &&
    'detail' in error.failure &&
    detail.test(english(error.failure.detail ?? ''));

  it('is refused at once if its reason or note is not allowed; the answer names the member', async () => {
    for (const [request, field, detail] of [
      [{ status: 'refused' }, 'reason_code', /needs a reason, one of REF, LEG/],
      [{ status: 'under_query', note: 'Which order?' }, 'reason_code', /needs a reason/],
      [{ status: 'refused', reasonCode: 'TRANSAC_INC' }, 'reason_code', /one of REF/],
      [{ status: 'refused', reasonCode: 'PPD', note: 'x' }, 'reason_code', /one of REF/],
      [{ status: 'accepted', reasonCode: 'REF' }, 'reason_code', /one of the reasons NON, OTH, or none/],
      [{ status: 'refused', reasonCode: 'REF', wishCode: 'PRI' }, 'wish_code', /one of the wishes NOA, PIN/],
      [{ status: 'accepted', wishCode: 'NIN' }, 'wish_code', /accepted has no wish/],
      [{ status: 'refused', wishCode: 'NIN' }, 'reason_code', /needs a reason/],
      [{ status: 'paid', reasonCode: 'PPD' }, 'note', /PPD needs a note/],
      [{ status: 'refused', reasonCode: 'OTH' }, 'note', /OTH needs a note/],
      [{ status: 'paid', amounts: [{ amount: '1.00', vatRate: '20' }] }, 'amounts', /has no amounts/],
    ] as const)
      await assert.rejects(send(request), (error: unknown) => {
        const { failure } = error as CallFailed;
        const fields = failure.kind === 'bad-request' ? failure.errors?.map((one) => one.field) : [];
        assert.deepEqual(fields, [field], JSON.stringify(request));
        return kindOf('bad-request', detail)(error);
      });
    assert.deepEqual(await world.stores.statuses.ofInvoice(id), []);
  });

  it('is refused at once if the access point has no status query, or sends for another party', async () => {
    const at = { base_url: 'https://ap.example', token: 'a:b', company_id: 'c_1' };
    for (const [own, detail] of [
      [{ dialect: 'recommand' }, /\(recommand\) cannot be asked/],
      [{ dialect: 'e-invoice-be' }, /\(e-invoice-be\) cannot be asked/],
      [{ dialect: 'phase4' }, /\(phase4\) cannot be asked/],
      [{ sender_participant_id: '9930:de000000000' }, /another participant .*BT-49/],
    ] as const) {
      const value = JSON.stringify({ ...at, sender_participant_id: '9930:de123456789', ...own });
      world.credential = { ...AN_ACCESS_POINT, value };
      await assert.rejects(send(REFUSED), kindOf('status-not-supported', detail));
    }
    assert.deepEqual(await world.stores.statuses.ofInvoice(id), []);
  });

  it('waits if the client has no credential, and while its credential is unsuitable', async () => {
    world.credential = undefined;
    const status = await send(REFUSED);
    await world.processor().run(outgoingTask(status));
    assert.equal((await world.stores.statuses.find(status.id))?.state, 'queued');
    const fit = { base_url: 'https://ap.example', token: 't', sender_participant_id: '9930:de123456789' };
    for (const own of [{ dialect: 'phase4' }, { sender_participant_id: '9930:de000000000' }]) {
      world.credential = { ...AN_ACCESS_POINT, value: JSON.stringify({ ...fit, ...own }) };
      await world.runToTheEnd(status.id, 1);
      assert.deepEqual(accessPoint.taken, []);
    }
    world.credential = AN_ACCESS_POINT;
    assert.equal((await world.runToTheEnd(status.id)).state, 'taken');
    assert.deepEqual(accessPoint.times, [1]);
  });

  it('is refused at once if the invoice lacks a fact that an Invoice Response needs', async () => {
    const { seller, buyer } = PEPPOL;
    for (const [addressing, detail] of [
      [{ buyer: { ...buyer, endpoint: null } }, /no Peppol address of the buyer \(BT-49\)/],
      [{ seller: { ...seller, endpoint: { scheme: 'EM', id: 'a@b.example' } } }, /of the seller \(BT-34\)/],
      [{ seller: { ...seller, endpoint: { scheme: '0037', id: '1' } } }, /BT-34.*PEPPOL-T111-B02102/],
      [{ buyer: { ...buyer, country: null } }, /BT-55/],
      [{ seller: { endpoint: seller.endpoint, country: 'DE', ids: [] } }, /names no seller \(BT-27\)/],
      [{ typeCode: null }, /BT-3.*PEPPOL-T111-B04201/],
      [{ typeCode: '389' }, /self-billing/],
    ] as const) {
      world.addressing = { ...PEPPOL, ...addressing };
      await assert.rejects(send(REFUSED), kindOf('status-not-supported', detail));
    }
  });

  it('never goes back a step: nothing follows a refusal, and only a payment follows an acceptance', async () => {
    await send({ status: 'accepted' });
    for (const status of ['received', 'in_process', 'accepted'] as const)
      await assert.rejects(send({ status }), kindOf('status-not-supported', /already received accepted/));
    await send({ status: 'paid' });
    ({ id } = await world.receive({ route: 'PEPPOL' }));
    const call = world.call(id, REFUSED, 'claim');
    const status = await world.tell.ofReceived(call);
    await assert.rejects(
      send({ status: 'paid' }),
      kindOf('status-not-supported', /already received refused; no status may follow/),
    );
    // A repeat of the same call gets the same answer.
    assert.deepEqual(await world.tell.ofReceived(call), status);
  });

  it('that was refused blocks no other', async () => {
    const { report, status } = ENDS['the seller accepts no Invoice Responses'];
    accessPoint.script({ submit: tried(422, report), status: inState(status) });
    await world.runToTheEnd((await send(REFUSED)).id);
    world.clock.advance(1);
    accessPoint.script();
    assert.equal((await world.runToTheEnd((await send({ status: 'accepted' })).id)).state, 'taken');
  });

  it('is refused if the seller sends it, or if Peppol has no such status', async () => {
    const { id: sent } = await world.storeSent({ route: 'PEPPOL' });
    const paid = world.call(sent, { status: 'paid' });
    await assert.rejects(world.tell.ofSent(paid), kindOf('status-not-supported', /seller sends no statuses/));
    await assert.rejects(
      send({ status: 'disputed' }),
      kindOf('status-not-supported', /sends received, in_process, under_query/),
    );
  });

  for (const { status, code, reasons, needsReason } of PEPPOL_STATUSES.buyer)
    it(`has the same meaning for the seller: ${status}`, async () => {
      const reasonCode = needsReason ? reasons![0] : undefined;
      await world.runToTheEnd((await send({ status, ...(reasonCode !== undefined && { reasonCode }) })).id);
      const message = world.responses.read(new TextEncoder().encode(accessPoint.taken[0]))!;
      assert.deepEqual(
        [message.kind, message.effect.kind === 'status' && message.effect.status],
        [`invoice-response-${code}`, status],
      );
    });
});

survivesDeaths('an Invoice Response', 'is submitted once and reported once', async (stores, mortal, at) => {
  const world = overPeppol(stores);
  const { id } = await world.receive({ route: 'PEPPOL' });
  const status = await world.tell.ofReceived(world.call(id, { status: 'accepted' }));
  const living = world.responses;
  world.responses = responsesOver(mortal.wrap(accessPoint.outbound));
  await world.runWhileAlive(world.processor(mortalStores(stores, mortal)), mortal, status);
  world.responses = living;
  assert.equal((await world.runToTheEnd(status.id)).state, 'taken', at);
  assert.deepEqual(accessPoint.times, [1], at);
  assert.equal((await world.eventsAfterDelivery(id)).length, 1, at);
  assert.equal((await stores.received.find(id))?.answerState, 'handed_over', at);
});
