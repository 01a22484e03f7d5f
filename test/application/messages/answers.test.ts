import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { say } from 'en16931-rules/vocabulary/message.ts';
import sinon from 'sinon';
import { COMMON_STATUSES, type StatusMapping } from '../../../src/domain/sending/status-mapping.ts';
import { BUYER_STATUSES, changesStatus } from '../../../src/domain/vocabulary/buyer-status.ts';
import type { RouteMessage } from '../../../src/ports/rail/route-messages.ts';
import { WORDS } from '../../fakes/rail.ts';
import { cursor, delivered, pulling, refused, status } from './messages.ts';
import { found, statuses, toDueTime, workerOn } from '../sending/world.ts';

describe('an answer of a receiver or buyer', () => {
  it('sets the buyer status, with one event and one document', async () => {
    const { world, pages, pull } = await delivered();
    pages.push({ messages: [status('received'), status('accepted')], next: '2' }, { messages: [] });
    await pull.run();
    const { buyerStatus, state, documents } = await found(world);
    assert.deepEqual([buyerStatus, state], ['accepted', 'delivered']);
    assert.deepEqual(
      documents.map(({ kind }) => kind),
      ['ubl', 'as4-receipt', 'invoice-response-AP'],
    );
    const events = (await world.eventFeed.events(world.id)).map(
      ({ text }) => JSON.parse(text) as Record<string, unknown>,
    );
    assert.deepEqual(
      events.slice(3).map((event) => [event['status'], event['buyer_status'], event['route']]),
      [
        ['delivered', 'received', { submission_id: 'sub-1', raw: { code: 'received' } }],
        ['delivered', 'accepted', { submission_id: 'sub-1', raw: { code: 'accepted' } }],
      ],
    );
    // A process that dies before it stores its position reads the same messages again.
    pages.push({ messages: [status('accepted')], next: '3' }, { messages: [] });
    await pull.run();
    assert.equal((await statuses(world)).length, 5);
  });

  it('that the delivery failed rejects the invoice, and opens a care row', async () => {
    const { world, pages, pull } = await delivered();
    pages.push({ messages: [refused], next: '1' });
    await pull.run();
    const { state, care, errors } = await found(world);
    assert.deepEqual([state, errors[0]?.code], ['rejected', 'EI-PEPPOL-REFUSED']);
    assert.deepEqual(
      care.map(({ code, whoActs }) => [code, whoActs]),
      [['EI-PEPPOL-REFUSED', 'route']],
    );
    assert.equal((await statuses(world)).at(-1), 'rejected');
    assert.deepEqual(world.telemetry.care, ['EI-PEPPOL-REFUSED route']);
  });

  it('counts a row for the sender that can correct it, as the gauge of open rows does', async () => {
    const { world, pages, pull } = await delivered();
    const mapping = { ...WORDS.refused, code: 'EI-PEPPOL-REFUSED', owner: 'us', senderCanFix: true } as const;
    pages.push({ messages: [{ ...refused, effect: { kind: 'refused', mapping } }], next: '1' });
    await pull.run();
    assert.deepEqual(world.telemetry.care, ['EI-PEPPOL-REFUSED sender']);
  });

  it('that the buyer refuses leaves the state; the business gets a care row', async () => {
    const { world, pages, pull } = await delivered();
    pages.push({ messages: [status('refused'), status('paid')], next: '1' });
    await pull.run();
    const { state, buyerStatus, care } = await found(world);
    assert.deepEqual([state, buyerStatus], ['delivered', 'refused']);
    assert.deepEqual(
      care.map(({ code, whoActs }) => [code, whoActs]),
      [['EI-BUYER-REFUSED', 'business']],
    );
  });

  it('that the buyer asks opens a row with what it says; a new question opens it again, another answer ends it', async () => {
    const { world, pages, pull } = await delivered();
    const message = say('networks.buyer-gives-no-reason');
    const asks = (text: string) => {
      const bytes = new TextEncoder().encode(text);
      const effect = { kind: 'status', status: 'under_query', words: { message } } as const;
      return status('under_query', { kind: 'invoice-response-UQ', bytes, effect });
    };
    const rows = async () => (await found(world)).care.map((row) => [row.code, row.whoActs, !row.handledAt]);
    pages.push({ messages: [asks('first')], next: '1' });
    await pull.run();
    assert.deepEqual(await rows(), [['EI-BUYER-ASKS', 'business', true]]);
    const asked = await found(world);
    assert.deepEqual(asked.care[0]?.reason, message);
    const answered = asked.care.map((row) => ({ ...row, handledAt: world.clock.now(), handledBy: 'key_1' }));
    const record = { ...asked, version: asked.version + 1, care: answered };
    await world.invoices.commit({ record, events: [], files: [], audit: [] });
    pages.push({ messages: [asks('first')], next: '2' });
    await pull.run();
    assert.deepEqual(
      await rows(),
      [['EI-BUYER-ASKS', 'business', false]],
      'a repeated message is no question',
    );
    pages.push({ messages: [asks('second')], next: '3' });
    await pull.run();
    assert.deepEqual(await rows(), [['EI-BUYER-ASKS', 'business', true]]);
    pages.push({ messages: [status('accepted')], next: '4' });
    await pull.run();
    assert.deepEqual(await rows(), [['EI-BUYER-ASKS', 'business', false]]);
    assert.equal((await found(world)).care[0]?.handledBy, undefined);
  });

  it('that only confirms, or reports a part payment, changes nothing', async () => {
    const { world, pages, pull } = await delivered();
    const part = status('paid', { kind: 'invoice-response-PD', effect: { kind: 'nothing' } });
    pages.push({ messages: [{ ...refused, effect: { kind: 'confirmed' } }, part], next: '1' });
    await pull.run();
    const { state, buyerStatus, documents } = await found(world);
    assert.deepEqual([state, buyerStatus], ['delivered', null]);
    assert.deepEqual(documents.map(({ kind }) => kind).slice(2), ['mls', 'invoice-response-PD']);
    assert.equal((await statuses(world)).length, 3);
  });

  it('arrives under the credential that replaced a revoked one, also about earlier deliveries', async () => {
    const { world, pages } = await delivered();
    world.credential = { client: 'acme', id: 'crd_2', kind: 'access-point', value: '{}' };
    const pull = pulling(world, { rail: world.rail, revoked: 'crd_1' });
    pages.push({ messages: [status('accepted')], next: '1' });
    await pull.run();
    await pull.run();
    assert.equal((await found(world)).buyerStatus, 'accepted');
  });

  it('is read from the stored position on, page by page', async () => {
    const { world, pages, fetched, pull } = await delivered();
    pages.push({ messages: [], next: '5' }, { messages: [], next: '9' }, { messages: [], next: '9' });
    await pull.run();
    assert.deepEqual([fetched, await cursor(world)], [[null, '5', '9'], '9']);
    await pull.run();
    assert.equal(fetched.at(-1), '9');
  });

  it('waits if its invoice has no answer of the access point yet; others do not wait', async () => {
    const { world, pages, pull } = await delivered();
    const before = await found(world);
    await world.invoices.takeIn({
      record: {
        ...before,
        id: 'inv_late',
        intakeKey: 'late',
        fingerprint: 'f'.repeat(64),
        version: 1,
        state: 'submitting',
        invoiceNumber: 'R-2',
        submission: { ...before.submission!, id: 'sub-late' },
      },
      events: [],
      audit: [],
      files: [],
    });
    pages.push({
      messages: [{ ...refused, about: { submissionId: 'sub-late' } }, status('accepted')],
      next: '1',
    });
    await pull.run();
    assert.equal(await cursor(world), null);
    assert.equal((await found(world)).buyerStatus, 'accepted');
  });

  it('is read from every feed, also if one feed hangs or fails', async () => {
    const { world, pages, pull } = await delivered();
    await world.feeds.begin({ route: 'PEPPOL', client: 'aaa', credentialId: 'crd_9' });
    let fetched = 0;
    const fetchMessages = async () => {
      fetched += 1;
      if (fetched === 1) throw new Error('broken');
      return pages.shift();
    };
    Object.assign(world.rail, { fetchMessages });
    pages.push({ messages: [status('accepted')], next: '1' });
    await pull.run();
    assert.equal((await found(world)).buyerStatus, 'accepted');
  });

  it('is skipped if it belongs to no sent invoice', async () => {
    const { world, pages, pull } = await delivered();
    pages.push({ messages: [status('accepted', { about: { invoiceNumber: 'X' } })], next: '1' });
    await pull.run();
    assert.deepEqual([await cursor(world), (await found(world)).buyerStatus], ['1', null]);
  });
});

describe('an answer of a route in a message', () => {
  const lifecycle = (mapping: StatusMapping, own: Partial<RouteMessage> = {}): RouteMessage => ({
    kind: 'fr-lifecycle',
    bytes: new TextEncoder().encode(`<${mapping.networkStatus}/>`),
    about: { invoiceNumber: 'R-1' },
    effect: { kind: 'answer', mapping: mapping },
    raw: { code: mapping.networkStatus },
    ...own,
  });
  const submitted = () => delivered({}, [{ mapping: WORDS.held }]);
  const astray: StatusMapping = {
    networkStatus: '221',
    source: 'a test',
    meaning: 'held',
    code: 'EI-ROUTE-UNAVAILABLE',
    owner: 'route',
    message: 'The message went astray.',
    heals: true,
  };

  it('moves an invoice that the route holds, step by step, as a poll does', async () => {
    const { world, pages, pull } = await submitted();
    const rejectedOnce = lifecycle(WORDS.refused, { about: { invoiceNumber: 'X' } });
    pages.push({ messages: [lifecycle(WORDS.acceptedSoFar), rejectedOnce], next: '1' });
    await pull.run();
    const accepted = await found(world);
    assert.deepEqual([accepted.state, accepted.work], ['accepted', 'poll']);
    pages.push({ messages: [lifecycle(WORDS.delivered)], next: '2' });
    await pull.run();
    const { state, dueAt, documents } = await found(world);
    assert.deepEqual([state, dueAt], ['delivered', null]);
    assert.deepEqual(
      documents.map(({ kind }) => kind),
      ['ubl', 'fr-lifecycle'],
    );
    assert.deepEqual(await statuses(world), ['received', 'submitted', 'accepted', 'delivered']);
    assert.deepEqual(world.telemetry.moves.slice(-2), ['PEPPOL accepted', 'PEPPOL delivered']);
  });

  it('rejects an invoice that the route holds, and changes none that has ended', async () => {
    const { world, pages, pull } = await submitted();
    pages.push({ messages: [lifecycle(WORDS.refused)], next: '1' });
    await pull.run();
    assert.equal((await found(world)).state, 'rejected');
    pages.push({ messages: [lifecycle(WORDS.delivered)], next: '2' });
    await pull.run();
    assert.deepEqual(await statuses(world), ['received', 'submitted', 'rejected']);
  });

  it('may have a finding for the event only, not for the invoice', async () => {
    const { world, pages, pull } = await submitted();
    const remarks = [{ ...astray, code: 'NON_TRANSMISE', owner: 'buyer' as const }];
    const effect = { kind: 'answer' as const, mapping: WORDS.acceptedSoFar, remarks };
    pages.push({ messages: [lifecycle(WORDS.acceptedSoFar, { effect })], next: '1' });
    await pull.run();
    const { errors, care } = await found(world);
    assert.deepEqual(withEnglish([errors, care]), [[], []]);
    const event = JSON.parse((await world.eventFeed.events(world.id)).at(-1)!.text) as {
      errors: { code: string }[];
    };
    assert.deepEqual(
      event.errors.map(({ code }) => code),
      ['NON_TRANSMISE'],
    );
  });

  it('may open a care row without a new state; the row closes after the next step of the route', async () => {
    const { world, pages, pull } = await submitted();
    Object.assign(world.rail, { statusMappings: [...world.rail.statusMappings, astray] });
    const effect = { kind: 'trouble' as const, mapping: astray };
    pages.push({ messages: [lifecycle(WORDS.acceptedSoFar), lifecycle(astray, { effect })], next: '1' });
    await pull.run();
    const { state, care } = await found(world);
    assert.deepEqual(
      [state, care.map(({ code, whoActs }) => [code, whoActs])],
      ['accepted', [['EI-ROUTE-UNAVAILABLE', 'route']]],
    );
    pages.push({ messages: [lifecycle(WORDS.delivered)], next: '2' });
    await pull.run();
    assert.ok((await found(world)).care[0]?.handledAt);
    assert.deepEqual(await statuses(world), ['received', 'submitted', 'accepted', 'accepted', 'delivered']);
  });

  it('may name the reason of the buyer’s refusal', async () => {
    const { world, pages, pull } = await delivered();
    const reason: StatusMapping = {
      ...astray,
      code: 'EI-BUYER-REFUSED',
      owner: 'business',
      message: 'VAT rate.',
    };
    pages.push({
      messages: [status('refused', { effect: { kind: 'status', status: 'refused', reason } })],
      next: '1',
    });
    await pull.run();
    const event = JSON.parse((await world.eventFeed.events(world.id)).at(-1)!.text) as {
      errors: { message: string }[];
    };
    assert.equal(event.errors[0]?.message, 'VAT rate.');
  });
});

describe('a message that names an invoice by number, day and seller', () => {
  const about = { invoiceNumber: 'R-1', issueDate: '2026-10-05', sellerId: '123456789' };
  const takesAnswer = async (reference: Partial<typeof about>) => {
    const made = await delivered({ issueDate: '2026-10-05' });
    made.pages.push({ messages: [status('accepted', { about: { ...about, ...reference } })], next: '1' });
    await made.pull.run();
    return found(made.world);
  };

  it('belongs to that invoice', async () => assert.equal((await takesAnswer({})).buyerStatus, 'accepted'));

  for (const [what, reference] of Object.entries({
    'of another seller': { sellerId: '987654321' },
    'without a seller': { sellerId: '' },
    'of another day': { issueDate: '2025-10-05' },
    'of another number': { invoiceNumber: 'R-2' },
  }))
    it(`${what} changes nothing`, async () => {
      const { buyerStatus, state, documents } = await takesAnswer(reference);
      const kinds = documents.map(({ kind }) => kind).filter((kind) => kind !== 'unmatched-answer');
      assert.deepEqual([buyerStatus, state, kinds], [null, 'delivered', ['ubl', 'as4-receipt']]);
    });
});

describe('a hint of a new message', () => {
  it('causes a read of the client’s feeds at once, and one more if another hint arrives meanwhile', async () => {
    const { world, pages, fetched, pull } = await delivered();
    const other = { route: 'PEPPOL', client: 'acme-2', credentialId: 'crd_1' } as const;
    await world.feeds.begin(other);
    pages.push({ messages: [status('received')], next: '1', isLast: true });
    const of = { route: 'PEPPOL', client: 'acme' } as const;
    const first = pull.runFor(of);
    await Promise.all([pull.runFor(of), pull.runFor(of)]);
    await first;
    assert.deepEqual(fetched, [null, '1']);
    assert.equal((await found(world)).buyerStatus, 'received');
    await pull.runFor(of);
    assert.equal(fetched.length, 3);
  });
});

describe('a message that an access point pushes', () => {
  const feed = { route: 'PEPPOL', client: 'acme', credentialId: 'crd_1' } as const;

  it('is stored before its acknowledgement; a repeat changes nothing', async () => {
    const { world, pull } = await delivered();
    assert.equal(await pull.takePushed(feed, [status('accepted')]), true);
    const first = await found(world);
    assert.equal(first.buyerStatus, 'accepted');
    assert.equal(await pull.takePushed(feed, [status('accepted')]), true);
    assert.deepEqual(withEnglish(await found(world)), withEnglish(first));
    assert.equal((await statuses(world)).length, 4);
  });

  it('counts once, whether it was pushed, fetched or both', async () => {
    const { world, pages, pull } = await delivered();
    pages.push({ messages: [refused], next: '1' });
    await Promise.all([pull.takePushed(feed, [refused]), pull.run()]);
    const events = await statuses(world);
    assert.equal(events.filter((one) => one === 'rejected').length, 1);
  });

  it('of another client changes nothing', async () => {
    const { world, pull } = await delivered();
    const before = await found(world);
    assert.equal(await pull.takePushed({ ...feed, client: 'other' }, [status('accepted'), refused]), true);
    assert.deepEqual(withEnglish(await found(world)), withEnglish(before));
  });
});

describe('the proof of a submission', () => {
  const settling = (networkStatus: string, mapping: StatusMapping): RouteMessage => ({
    kind: `fr-lifecycle-${networkStatus}` as RouteMessage['kind'],
    settlesAs: 'fr-lifecycle',
    bytes: new TextEncoder().encode(`<${networkStatus}/>`),
    about: { invoiceNumber: 'R-1' },
    effect: { kind: 'answer', mapping: mapping },
    raw: {},
  });
  const deposited = settling('200', WORDS.accepted);
  const rejected = settling('213', { ...WORDS.refused, code: 'REJ_SEMAN' });

  it('is the first message that ends the invoice; a later one is a further document', async () => {
    const { world, pages, pull } = await delivered({}, [{ mapping: WORDS.held }]);
    pages.push({ messages: [deposited, rejected, deposited], next: '1' });
    await pull.run();
    const { state, documents } = await found(world);
    assert.deepEqual(
      [state, documents.map(({ kind }) => kind)],
      ['rejected', ['ubl', 'fr-lifecycle', 'fr-lifecycle-213']],
    );
    assert.deepEqual(await statuses(world), ['received', 'submitted', 'accepted', 'rejected']);
  });

  it('may be a refusal', async () => {
    const { world, pages, pull } = await delivered({}, [{ mapping: WORDS.held }]);
    pages.push({ messages: [rejected], next: '1' });
    await pull.run();
    const { state, documents } = await found(world);
    assert.deepEqual([state, documents.at(-1)?.kind], ['rejected', 'fr-lifecycle']);
  });

  it('may be a late refusal, which counts once', async () => {
    const { world, pages, pull } = await delivered();
    pages.push({ messages: [rejected], next: '1' }, { messages: [rejected], next: '2' });
    await pull.run();
    await pull.run();
    assert.deepEqual(await statuses(world), ['received', 'submitted', 'delivered', 'rejected']);
  });
});

describe('a route that reports every end by messages', () => {
  it('gets a fetch of messages while it holds an invoice', async () => {
    const { world, pages, pull } = await delivered({}, [{ mapping: WORDS.held }], { endsByMessages: true });
    pages.push({ messages: [status('accepted')], next: '1' });
    await pull.run();
    const { state, buyerStatus } = await found(world);
    assert.deepEqual([state, buyerStatus, await cursor(world)], ['submitted', 'accepted', '1']);
  });

  it('has its messages processed in order, also if the invoice ends while a page is read', async () => {
    const { world, pages, pull } = await delivered(
      {},
      [{ mapping: COMMON_STATUSES.answerLost, takes: true }],
      {
        endsByMessages: true,
      },
    );
    const settling = (networkStatus: string, mapping: StatusMapping) =>
      status(networkStatus, { effect: { kind: 'answer', mapping: mapping } });
    const answers = [settling('200', WORDS.accepted), settling('203', WORDS.delivered)];
    pages.push({ messages: answers, next: '1' }, { messages: answers, next: '1' });
    const sent = sinon.stub(world.invoices, 'findSent').callsFake(async (query) => {
      const found = await sent.wrappedMethod.call(world.invoices, query);
      sent.restore();
      world.rail.next.ask.push({ mapping: WORDS.held });
      await toDueTime(world);
      await workerOn(world).run(world.id, 'PEPPOL');
      return found;
    });
    await pull.run();
    assert.equal((await found(world)).state, 'submitted');
    await pull.run();
    assert.deepEqual(await statuses(world), ['received', 'submitted', 'accepted', 'delivered']);
  });

  it('gets no second fetch at once if it has no further message', async () => {
    const { pages, pull, fetched } = await delivered();
    pages.push({ messages: [], next: '1', isLast: true }, { messages: [] });
    await pull.run();
    assert.deepEqual(fetched, [null]);
  });
});

describe('the buyer status', () => {
  it('never goes back a step; a refusal and a payment are final', () => {
    assert.ok(BUYER_STATUSES.every((status) => changesStatus(null, status)));
    assert.equal(changesStatus('accepted', 'in_process'), false);
    assert.equal(changesStatus('under_query', 'conditionally_accepted'), true);
    assert.equal(changesStatus('accepted', 'accepted'), false);
    for (const last of ['refused', 'paid'])
      assert.ok(BUYER_STATUSES.every((status) => !changesStatus(last, status)));
  });
});
