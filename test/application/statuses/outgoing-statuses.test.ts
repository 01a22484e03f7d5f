import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import sinon from 'sinon';
import { PLATFORM_STATUSES as fr } from '../../../src/adapters/rails/fr-pa/status-mappings.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { MAX_FAILURES } from '../../../src/domain/sending/retry.ts';
import { outgoingTask } from '../../../src/domain/statuses/outgoing-status.ts';
import { mortalStores, survivesDeaths } from './deaths.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { type Fault, FRENCH, StatusWorld } from './world.ts';

describe('a status that is sent for an invoice', () => {
  let world: StatusWorld;
  beforeEach(() => {
    world = new StatusWorld(memoryStores());
  });
  const times = (): readonly number[] => [...world.platform.held.values()].map((held) => held.times);

  it('is sent to the platform once, and an event reports that it was accepted', async () => {
    const { id } = await world.storeSent();
    const status = await world.paid(id);
    assert.deepEqual([status.state, await world.eventsAfterDelivery(id)], ['queued', []]);
    assert.equal((await world.runToTheEnd(status.id)).state, 'taken');
    assert.deepEqual(times(), [1]);
    const [event, ...more] = await world.eventsAfterDelivery(id);
    assert.deepEqual([event?.status, event?.buyer_status, more], ['delivered', 'paid', []]);
    const shown = (await world.stores.invoices.find(id))!;
    assert.equal(shown.buyerStatus, 'paid');
    assert.ok(shown.documents.some(({ kind }) => kind === 'fr-lifecycle-212'));
    const [row] = await world.stores.audit.recent({ action: 'status_sent', limit: 5 });
    assert.deepEqual([row?.subject, row?.details], [id, { status: 'paid' }]);
  });

  it('of a part payment is an event; it counts after the total is paid', async () => {
    const { id } = await world.storeSent();
    await world.runToTheEnd((await world.paid(id, '20.00')).id);
    world.clock.advance(1000);
    await world.runToTheEnd((await world.paid(id, '100.00')).id);
    const events = await world.eventsAfterDelivery(id);
    assert.deepEqual(
      events.map(({ buyer_status: shown, route }) => [shown, (route as { raw: { code: string } }).raw.code]),
      [
        [undefined, '212'],
        ['paid', '212'],
      ],
    );
  });

  it('of a received invoice has an event with direction in', async () => {
    const { id } = await world.receive();
    const request = { status: 'refused', reasonCode: 'TRANSAC_INC', note: 'Nobody ordered <this>.' } as const;
    const status = await world.tell.ofReceived(world.call(id, request));
    assert.equal((await world.runToTheEnd(status.id)).state, 'taken');
    const [event] = await world.eventsAfterDelivery(id);
    assert.deepEqual([event?.status, event?.direction, event?.buyer_status], ['validated', 'in', 'refused']);
    const [held] = world.platform.held.values();
    assert.match(new TextDecoder().decode(held!.bytes), /<ram:Reason>Nobody ordered &lt;this>?(&gt;)?\./);
    const shown = (await world.stores.received.find(id))!;
    assert.ok(shown.documents.some(({ kind }) => kind === 'fr-lifecycle-210'));
  });

  it('is stored once if its call is repeated, and twice under two keys', async () => {
    const { id } = await world.storeSent();
    const call = world.call(id, { status: 'completed' }, 'claim');
    const [one, again] = [await world.tell.ofSent(call), await world.tell.ofSent(call)];
    assert.deepEqual(again, one);
    await world.runToTheEnd(one.id);
    assert.equal((await world.tell.ofSent(call)).state, 'taken');
    assert.deepEqual(times(), [1]);
  });

  it('waits for earlier statuses of its invoice', async () => {
    const { id } = await world.storeSent();
    const first = await world.tell.ofSent(world.call(id, { status: 'completed' }));
    world.clock.advance(1);
    const second = await world.paid(id);
    await world.processor().run(outgoingTask(second));
    assert.equal(world.platform.held.size, 0);
    await world.runToTheEnd(first.id);
    await world.runToTheEnd(second.id);
    assert.deepEqual(
      (await world.eventsAfterDelivery(id)).map((event) => event.buyer_status),
      ['completed', 'paid'],
    );
  });

  const careOf = async (id: string): Promise<readonly string[]> => {
    const record = (await world.stores.received.find(id)) ?? (await world.stores.invoices.find(id));
    return record!.care.map(
      ({ code, whoActs, handledAt }) => `${code} ${whoActs} ${handledAt ? 'handled' : 'open'}`,
    );
  };

  const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
    'the answer is lost after the send': ['lost-behind'],
    'the call is lost before the send': ['lost-before'],
    'the platform took nothing': ['not-taken', 'not-taken'],
    'the platform limits calls': ['later', 'later'],
    'all of this happens in turn': ['lost-before', 'not-taken', 'later', 'lost-behind'],
  };
  for (const [what, faults] of Object.entries(FAULTS))
    it(`is stored at the platform once if ${what}`, async () => {
      const { id } = await world.storeSent();
      world.platform.faults.push(...faults);
      assert.equal((await world.runToTheEnd((await world.paid(id)).id)).state, 'taken');
      assert.deepEqual(times(), [1]);
      assert.equal((await world.eventsAfterDelivery(id)).length, 1);
    });

  it('is not sent by a worker that froze before the call, after another one took over', async () => {
    const { id } = await world.storeSent();
    const status = await world.paid(id);
    world.platform.whileFrozen = async () => {
      world.clock.advance(120_000);
      assert.equal((await world.runToTheEnd(status.id)).state, 'taken');
    };
    assert.equal(await world.processor().run(outgoingTask(status)), 'conflict');
    assert.deepEqual(times(), [1]);
    assert.ok(world.log.warn.calledWith(sinon.match.any, 'another worker has taken over'));
  });

  it('is not sent again if the platform cannot tell whether it has it: its outcome stays unknown', async () => {
    const { id } = await world.storeSent();
    world.platform.faults.push('lost-behind');
    world.platform.isUncertain = true;
    assert.equal((await world.runToTheEnd((await world.paid(id)).id)).state, 'dead');
    assert.deepEqual(times(), [1]);
    const [event] = await world.eventsAfterDelivery(id);
    assert.deepEqual(
      (event?.errors as { code: string }[]).map(({ code }) => code),
      ['EI-SEND-UNKNOWN'],
    );
    const { care, state, buyerStatus } = (await world.stores.invoices.find(id))!;
    assert.deepEqual(
      [care.map(({ code }) => code), state, buyerStatus],
      [['EI-SEND-UNKNOWN'], 'delivered', null],
    );
  });

  it('that the platform never has is given up after the last failure, with its reason', async () => {
    const { id } = await world.storeSent();
    world.platform.faults.push(...Array.from({ length: 50 }, () => 'lost-before' as const));
    assert.equal((await world.runToTheEnd((await world.paid(id)).id)).state, 'dead');
    assert.equal(world.platform.faults.length, 50 - MAX_FAILURES);
    const { care } = (await world.stores.invoices.find(id))!;
    assert.deepEqual(
      care.map(({ code }) => code),
      ['EI-ROUTE-UNAVAILABLE'],
    );
  });

  const REFUSALS: Readonly<Record<string, () => void>> = {
    'in the answer to the send': () => {
      world.platform.faults.push('refused');
    },
    'in its acknowledgement': () => {
      world.platform.verdict = fr.statusRefused;
    },
  };
  for (const [what, refuse] of Object.entries(REFUSALS))
    it(`that the platform refuses ${what} is an event with errors and a care row`, async () => {
      const [sent, got] = [await world.storeSent(), await world.receive()];
      const request = { status: 'accepted' } as const;
      for (const status of [
        await world.paid(sent.id),
        await world.tell.ofReceived(world.call(got.id, request)),
      ]) {
        refuse();
        assert.equal((await world.runToTheEnd(status.id)).state, 'refused');
      }
      for (const { id } of [sent, got]) {
        const events = await world.eventsAfterDelivery(id);
        assert.deepEqual(
          events.map(({ errors }) => (errors as { code: string }[]).map(({ code }) => code)),
          [['EI-FR-STATUS-REFUSED']],
        );
      }
      const [care] = (await world.stores.received.find(got.id))!.care;
      assert.deepEqual([care?.code, care?.whoActs], ['EI-FR-STATUS-REFUSED', 'business']);
    });

  it('waits for a credential of the account that may have it', async () => {
    const { id } = await world.storeSent();
    world.platform.faults.push('lost-behind');
    const status = await world.paid(id);
    await world.processor().run(outgoingTask(status));
    world.credential = undefined;
    assert.equal((await world.runToTheEnd(status.id, 10)).state, 'sending');
    assert.deepEqual(await careOf(id), ['EI-CREDENTIAL-MISSING client open']);
    world.credential = { client: 'acme', id: 'crd_1', kind: 'pa-oauth', value: '{}' };
    assert.equal((await world.runToTheEnd(status.id)).state, 'taken');
    assert.deepEqual(times(), [1]);
    assert.deepEqual(await careOf(id), ['EI-CREDENTIAL-MISSING client handled']);
  });

  it('that was never sent for want of a credential ends with a hint that says how to send it', async () => {
    const { id } = await world.storeSent();
    world.credential = undefined;
    assert.equal((await world.runToTheEnd((await world.paid(id)).id)).state, 'dead');
    const { care } = (await world.stores.invoices.find(id))!;
    assert.deepEqual(withEnglish(care.map(({ code, fixHint }) => [code, fixHint])), [
      [
        'EI-CREDENTIAL-MISSING',
        'Store a credential of the kind pa-oauth (POST /credentials; its form: /docs/routes/fr-pa.md#the-credential). ' +
          'Then send the status again under a new Idempotency-Key.',
      ],
    ]);
  });

  it('is not sent under a credential that cannot be read, and its event says what is wrong', async () => {
    const { id } = await world.storeSent();
    world.reading = { canReadCredential: () => false, explainUnreadable: () => 'Its token is missing.' };
    assert.equal((await world.runToTheEnd((await world.paid(id)).id)).state, 'dead');
    assert.deepEqual(times(), []);
    const [event] = await world.eventsAfterDelivery(id);
    assert.deepEqual(
      (event?.errors as { code: string; message: Text }[]).map(({ code, message }) => [
        code,
        english(message),
      ]),
      [
        [
          'EI-CREDENTIAL-REFUSED',
          "The value of the client's credential cannot be read, so the route is not called. Its token is missing.",
        ],
      ],
    );
  });

  it('that the platform has waits with a care row while it cannot be asked under a credential', async () => {
    const { id } = await world.receive();
    const { id: statusId } = await world.tell.ofReceived(world.call(id, { status: 'accepted' }));
    const { poll } = world.platform;
    world.platform.poll = async () => ({ mapping: fr.credentialRefused });
    assert.equal((await world.runToTheEnd(statusId, 10)).state, 'sent');
    assert.deepEqual(await careOf(id), ['EI-CREDENTIAL-REFUSED client open']);
    world.credential = undefined;
    await world.runToTheEnd(statusId, 2);
    assert.deepEqual(await careOf(id), [
      'EI-CREDENTIAL-REFUSED client handled',
      'EI-CREDENTIAL-MISSING client open',
    ]);
    world.credential = { client: 'acme', id: 'crd_1', kind: 'pa-oauth', value: '{}' };
    world.platform.poll = poll;
    assert.equal((await world.runToTheEnd(statusId)).state, 'taken');
    assert.deepEqual(await careOf(id), [
      'EI-CREDENTIAL-REFUSED client handled',
      'EI-CREDENTIAL-MISSING client handled',
    ]);
  });

  for (const [whose, invoiceOf] of [
    ['a sent', () => world.storeSent()],
    ['a received', () => world.receive()],
  ] as const)
    it(`that the platform has not decided for a day has a care row on ${whose} invoice until its end`, async () => {
      const { id } = await invoiceOf();
      const { id: statusId } = id.startsWith('rcv_')
        ? await world.tell.ofReceived(world.call(id, { status: 'accepted' }))
        : await world.paid(id);
      const { poll } = world.platform;
      world.platform.poll = async () => ({ mapping: fr.pending });
      assert.equal((await world.runToTheEnd(statusId, 3)).state, 'sent');
      world.clock.advance(86_000_000);
      await world.runToTheEnd(statusId, 1);
      assert.deepEqual(await careOf(id), []);
      world.clock.advance(400_000);
      await world.runToTheEnd(statusId, 3);
      assert.deepEqual(await careOf(id), ['EI-STATUS-OVERDUE route open']);
      const { care } = (await world.stores.invoices.find(id)) ?? (await world.stores.received.find(id))!;
      assert.match(english(care[0]?.fixHint ?? ''), /the outcome of (paid|accepted)\. Later statuses wait/);
      world.platform.poll = poll;
      assert.equal((await world.runToTheEnd(statusId)).state, 'taken');
      assert.deepEqual(await careOf(id), ['EI-STATUS-OVERDUE route handled']);
    });

  const kindOf = (kind: string, detail: RegExp) => (error: unknown) =>
    error instanceof CallFailed &&
    error.failure.kind === kind &&
    'detail' in error.failure &&
    detail.test(english(error.failure.detail ?? ''));

  it('is refused at once if the route has no such status', async () => {
    const supported = (detail: RegExp) => kindOf('status-not-supported', detail);
    const { id } = await world.storeSent();
    const { id: received } = await world.receive();
    const paid = { status: 'paid', amounts: [{ amount: '1.00', vatRate: '20' }] } as const;
    await assert.rejects(
      world.tell.ofSent(world.call(id, { status: 'accepted' })),
      supported(/seller sends completed, paid, not accepted/),
    );
    await assert.rejects(
      world.tell.ofReceived(world.call(received, paid)),
      supported(/buyer sends in_process, accepted/),
    );
    const { id: polish } = await world.storeSent({ route: 'PL-KSEF' });
    await assert.rejects(
      world.tell.ofSent(world.call(polish, paid)),
      supported(/sends no statuses over PL-KSEF/),
    );
    const { id: early } = await world.storeSent({ state: 'submitted' });
    await assert.rejects(world.tell.ofSent(world.call(early, paid)), supported(/its state is submitted/));
    world.addressing = { ...FRENCH, typeCode: '389' };
    await assert.rejects(world.tell.ofSent(world.call(id, paid)), supported(/self-billing/));
    world.addressing = { ...FRENCH, buyer: { ...FRENCH.buyer, endpoint: null } };
    await assert.rejects(world.tell.ofSent(world.call(id, paid)), supported(/both parties/));
  });

  it('is refused at once if its reason or amounts are not allowed', async () => {
    const malformed = (detail: RegExp) => kindOf('bad-request', detail);
    const { id } = await world.storeSent();
    const { id: received } = await world.receive();
    const amounts = [{ amount: '1.00', vatRate: '20' }];
    const { tell } = world;
    for (const [call, message] of [
      [tell.ofSent(world.call(id, { status: 'paid' })), /for each VAT rate/],
      [tell.ofSent(world.call(id, { status: 'completed', amounts })), /has no amounts/],
      [tell.ofSent(world.call(id, { status: 'completed', note: 'x' })), /a status with a reason has a note/],
      [tell.ofSent(world.call(id, { status: 'completed', reasonCode: 'DOUBLON' })), /has no reason/],
      [tell.ofReceived(world.call(received, { status: 'refused' })), /needs a reason/],
      [
        tell.ofReceived(world.call(received, { status: 'suspended', reasonCode: 'DOUBLON' })),
        /one of CMD_ERR/,
      ],
      [tell.ofReceived(world.call(received, { status: 'disputed', reasonCode: 'AUTRE' })), /needs a note/],
    ] as const)
      await assert.rejects(call, malformed(message));
    assert.deepEqual(await world.stores.statuses.ofInvoice(id), []);
  });
});

survivesDeaths('a status', 'is sent once and reported once', async (stores, mortal, at) => {
  const world = new StatusWorld(stores);
  // Sent and received invoices in turn.
  const isSent = mortal.diesAt % 2 === 1;
  const { id } = isSent ? await world.storeSent() : await world.receive();
  const status = isSent
    ? await world.paid(id)
    : await world.tell.ofReceived(world.call(id, { status: 'accepted' }));
  const { platform } = world;
  const { send, ask, poll } = mortal.wrap(platform);
  const dying = world.processor(mortalStores(stores, mortal), {
    write: (order) => platform.write(order),
    renew: (message) => platform.renew(message),
    read: platform.read,
    ...{ send, ask, poll },
  });
  await world.runWhileAlive(dying, mortal, status);
  assert.equal((await world.runToTheEnd(status.id)).state, 'taken', at);
  assert.deepEqual(
    [...world.platform.held.values()].map(({ times }) => times),
    [1],
    at,
  );
  assert.equal((await world.eventsAfterDelivery(id)).length, 1, at);
});
