import assert from 'node:assert/strict';
import { DIALECTS } from '../../../../src/adapters/rails/peppol/dialects.ts';
import type { PeppolRail } from '../../../../src/adapters/rails/peppol/peppol-rail.ts';
import type { MessagePage } from '../../../../src/ports/rail/route-messages.ts';
import { english } from '../../../support/words.ts';
import { pulling } from '../../../application/messages/messages.ts';
import { Mortal } from '../../../application/sending/mortal.ts';
import { found, statuses, toDueTime, workerOn } from '../../../application/sending/world.ts';
import type { Answer, Canned } from '../../../sandbox/scripted-network.ts';
import {
  aReceipt,
  anInvoice,
  closeAll,
  CREDENTIAL,
  deliverOver,
  jsonAnswer,
  LOST,
  provider,
  railAt,
  status,
} from './access-point.ts';
import { aConsignment, BILLING, SUBMISSION } from './consignment.ts';

// Shapes: the client generated from Storecove's description, deegitalbe/laravel-trustup-io-storecove bf0038b5, src/Model; events:
// vantigo-io/vantigo 3cf847cd, storecovetest/server.go.

const GUID = '0f6f2f1e-7f0f-4d2c-9d0d-3a1f8c4f7b11';
const SEND = 'POST /document_submissions';
const EVIDENCE = `GET /document_submissions/${GUID}/evidence/sending`;
const NEXT = 'GET /webhook_instances/';
const OWN = { credential: { company_id: 4711 } } as const;

after(closeAll);

const TAKEN = jsonAnswer(200, { guid: GUID });
const NO_EVIDENCE = status(404);
const evidence = (own: object = {}) =>
  jsonAnswer(200, {
    ...{ guid: GUID, sender: '9930:de1', receiver: '9930:de2', network: 'peppol' },
    documents: [
      {
        document: 'https://files.example/1',
        expires_at: '2026-12-01 10:00:00',
        mime_type: 'application/xml',
      },
    ],
    evidence: { message_id: 'm-1@ap', transmission_id: 't-1', xml: aReceipt('m-1@ap') },
    ...own,
  });
const refusal = (source = 'document', details = 'is invalid') => jsonAnswer(422, [{ source, details }]);

const event = (name: string, own: object = {}) => ({
  ...{ event_type: 'document_submission', event_group: 'invoice', event: name, v_delivery: false },
  ...{ details: '', response_document: null, guid: GUID, tenant_id: null },
  ...own,
});

/** The queue: its oldest event until that is removed. */
function queueOf(bodies: readonly object[]) {
  const open = bodies.map((body, n) => ({ guid: `evt-${n}`, body: JSON.stringify(body) }));
  const next: Answer = () => (open[0] ? jsonAnswer(200, open[0]) : status(204));
  const remove: Answer = ({ path }) => {
    const at = open.findIndex(({ guid }) => path.endsWith(guid));
    return at < 0 ? status(404) : (open.splice(at, 1), status(204));
  };
  return {
    open,
    script: { [NEXT]: next, DELETE: remove } as Readonly<Record<string, Answer>>,
  };
}

const submissionIdIn = (body: string): string =>
  (JSON.parse(body) as { idempotencyGuid: string }).idempotencyGuid;

/** An invoice at Storecove, with a worker and a process that reads the queue. */
async function atStorecove(answers: Readonly<Record<string, Answer | readonly Answer[]>>) {
  const world = await anInvoice('storecove', OWN.credential);
  world.specification = BILLING;
  const { network, rail } = await provider(answers, ({ method, path }) =>
    method === 'DELETE' ? 'DELETE' : `${method} ${path.replace(/\?.*/, '')}`,
  );
  const work = async (): Promise<void> => {
    await toDueTime(world);
    await workerOn(world, { ...world, rail }).run(world.id, 'PEPPOL');
  };
  const pull = () => pulling(world, { rail }).run();
  return { world, network, rail, work, pull };
}

describe('an invoice sent over Storecove', () => {
  it('goes as enveloped data, byte for byte, and is delivered with the receipt of its evidence', async () => {
    const { world, calls, end } = await deliverOver(
      'storecove',
      { [SEND]: TAKEN, [EVIDENCE]: [NO_EVIDENCE, evidence()] },
      OWN,
    );
    assert.equal(await end(), 'delivered');
    const { documents, legalId, submission } = await found(world);
    assert.deepEqual([legalId, submission?.reference], [GUID, GUID]);
    assert.ok(documents.some(({ kind }) => kind === 'as4-receipt'));
    const [first] = calls;
    assert.equal(first?.headers.authorization, 'Bearer t');
    assert.equal(submissionIdIn(first?.body ?? ''), submission?.id);
  });

  it('has the members that the description requires, and no way by e-mail', async () => {
    const { rail, calls } = await provider({ [SEND]: TAKEN });
    const value = JSON.stringify({ ...CREDENTIAL, dialect: 'storecove', ...OWN.credential });
    const consignment = aConsignment();
    await rail.send({ ...consignment, credential: { ...consignment.credential, value } });
    const { addressing, bytes, facts } = consignment;
    assert.deepEqual(JSON.parse(calls[0]?.body ?? ''), {
      legalEntityId: 4711,
      idempotencyGuid: SUBMISSION,
      document: {
        documentType: 'enveloped_data',
        envelopedData: {
          application: 'peppol',
          processId: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
          processIdSchemeId: 'cenbii-procid-ubl',
          documentId: `${addressing.namespace}::${addressing.root}##${BILLING}::2.1`,
          documentIdSchemeId: 'busdox-docid-qns',
          document: Buffer.from(bytes).toString('base64'),
          envelope: {
            sender: '9930:de1',
            receiver: `${addressing.buyer.endpoint?.scheme}:${addressing.buyer.endpoint?.id}`.toLowerCase(),
          },
          metadata: {
            documentNumber: facts.number,
            documentDate: facts.issueDate,
            receiverName:
              addressing.buyer.name ??
              `${addressing.buyer.endpoint?.scheme}:${addressing.buyer.endpoint?.id}`.toLowerCase(),
            receiverCountry: addressing.buyer.country,
            payloadType: 'Invoice',
          },
        },
      },
    });
  });
});

/** What the network gives in place of an answer. */
const BAD: Readonly<Record<string, Canned>> = {
  'no answer': LOST,
  'an answer that is cut off': { body: '{"guid":', fault: 'cut' },
  'a page': status(200, '<html>'),
  'no guid': jsonAnswer(200, {}),
  'a guid of another type': jsonAnswer(200, { guid: 7 }),
  'a list': jsonAnswer(200, [GUID]),
  '500': status(500),
  '502 with a page': status(502, '<html>'),
  '503': status(503),
  '400 with a page': status(400, '<html>'),
  '422 with nothing': status(422),
  '422 with another body': jsonAnswer(422, { error: 'x' }),
  '422 about a used idempotencyGuid': refusal('idempotencyGuid', 'has already been used'),
  'a redirect': status(302, '', { Location: '/' }),
};

describe('a bad answer of Storecove', () => {
  for (const [what, answer] of Object.entries(BAD))
    it(`to the send, ${what}: nothing is sent again; without an event the outcome stays unknown`, async () => {
      const { end, count } = await deliverOver('storecove', { [SEND]: answer, [EVIDENCE]: NO_EVIDENCE }, OWN);
      assert.equal(await end(), 'dead_letter, EI-SEND-UNKNOWN us, (EI-SEND-UNKNOWN)');
      assert.equal(count(SEND), 1);
    });

  for (const [what, answer] of Object.entries({ ...BAD, '401': status(401), '429': status(429) }))
    it(`to the evidence, ${what}: it is asked for again`, async () => {
      const { end, count } = await deliverOver(
        'storecove',
        { [SEND]: TAKEN, [EVIDENCE]: [answer, evidence()] },
        OWN,
      );
      assert.match(await end(), /^delivered/);
      assert.equal(count(SEND), 1);
    });

  for (const call of [NEXT, 'DELETE', 'GET /received_documents/doc-1/original'])
    for (const [what, answer] of Object.entries({ ...BAD, '401': status(401), '429': status(429) }))
      it(`to ${call}, ${what}: no event and no invoice is lost, and none is taken twice`, async () => {
        const received = {
          ...{ legal_entity_id: 4711, direction: 'in', guid: 'doc-1' },
          original: '<Invoice xmlns="urn:x"/>',
        };
        const queue = queueOf([
          event('succeeded', { idempotencyGuid: SUBMISSION }),
          { event_type: 'received_document', document_guid: 'doc-1' },
        ]);
        const script = {
          ...queue.script,
          'GET /received_documents/doc-1/original': jsonAnswer(200, received),
        };
        let isBad = true;
        const once: Answer = (one, behind) => {
          const own = script[call as keyof typeof script] as Answer;
          if (isBad) return ((isBad = false), answer);
          return typeof own === 'function' ? own(one, behind) : own;
        };
        const { rail, world } = await atStorecove({ ...script, [call]: once });
        const seen: string[] = [];
        let after: string | null = null;
        for (let n = 0; n < 8; n += 1) {
          const page = (await rail.fetchMessages(world.credential!, after)) as MessagePage;
          for (const { about } of page.messages ?? []) seen.push(JSON.stringify(about));
          for (const { railId } of page.received ?? []) seen.push(railId);
          after = page.next ?? after;
        }
        assert.deepEqual(seen, [JSON.stringify({ submissionId: SUBMISSION }), 'doc-1']);
        assert.deepEqual(queue.open, []);
      });

  for (const [what, answer, expected] of [
    ['422 with a reason', refusal(), 'rejected, EI-PEPPOL-REFUSED us, (EI-PEPPOL-REFUSED)'],
    [
      '422 in the form of the company calls',
      jsonAnswer(422, { error: 'x', errors: [{ source: 'document', details: 'is invalid' }] }),
      'rejected, EI-PEPPOL-REFUSED us, (EI-PEPPOL-REFUSED)',
    ],
    ['401', status(401), 'dead_letter, EI-CREDENTIAL-REFUSED client, (EI-CREDENTIAL-REFUSED)'],
    ['403', status(403), 'dead_letter, EI-CREDENTIAL-REFUSED client, (EI-CREDENTIAL-REFUSED)'],
    ['404', status(404), 'dead_letter, EI-ROUTE-UNAVAILABLE us, (EI-ROUTE-UNAVAILABLE)'],
  ] as const)
    it(`to the send, ${what}: ${expected}`, async () => {
      const { end } = await deliverOver('storecove', { [SEND]: answer }, OWN);
      assert.equal(await end(), expected);
    });

  it('422 to the send quotes what Storecove refuses', async () => {
    const { world } = await deliverOver('storecove', { [SEND]: refusal('document', 'BR-01 is broken') }, OWN);
    assert.match(english((await found(world)).errors[0]?.message ?? ''), /"document: BR-01 is broken"/);
  });

  it('422 to a later call says nothing of what the first one has left', async () => {
    const { rail } = await provider({ [SEND]: refusal('document', 'BR-01 is broken') });
    const { credential } = await anInvoice('storecove', OWN.credential);
    for (const isResend of [false, true]) {
      const { mapping } = await rail.send(aConsignment({ credential: credential!, isResend }));
      assert.equal(mapping.meaning === 'refused', !isResend, mapping.networkStatus);
    }
  });

  it('evidence of an e-mail is no delivery over Peppol', async () => {
    const { end } = await deliverOver(
      'storecove',
      { [SEND]: TAKEN, [EVIDENCE]: evidence({ network: 'email' }) },
      OWN,
    );
    assert.equal(await end(), 'rejected, EI-PEPPOL-REFUSED us, (EI-PEPPOL-REFUSED)');
  });

  it('evidence of another submission decides nothing', async () => {
    const { end } = await deliverOver(
      'storecove',
      { [SEND]: TAKEN, [EVIDENCE]: [evidence({ guid: 'another' }), evidence()] },
      OWN,
    );
    assert.equal(await end(), 'delivered');
  });
});

describe('an event of Storecove', () => {
  it('settles a send whose answer was lost, with the receipt of its evidence, and is removed after it is stored', async () => {
    let submissionId = '';
    const queue = queueOf([]);
    const { world, network, work, pull } = await atStorecove({
      ...queue.script,
      [SEND]: ({ body }) => ((submissionId = submissionIdIn(body)), LOST),
      [EVIDENCE]: evidence(),
    });
    await work();
    const own = { idempotencyGuid: submissionId.toUpperCase() };
    queue.open.push({ guid: 'evt-1', body: JSON.stringify(event('succeeded', own)) });
    await pull();
    const { state, legalId, submission } = await found(world);
    assert.deepEqual([state, legalId, submission?.reference], ['delivered', GUID, GUID]);
    assert.deepEqual(queue.open, []);
    await work();
    assert.ok((await found(world)).documents.some(({ kind }) => kind === 'as4-receipt'));
    assert.deepEqual(await statuses(world), ['received', 'submitted', 'delivered']);
    assert.equal(network.count(SEND), 1);
  });

  for (const [name, details, expected] of [
    ['succeeded', '', ['delivered', undefined]],
    ['no_action_taken', '', ['rejected', 'EI-PEPPOL-NO-ROUTE']],
    ['failed', 'The certificate is not valid', ['submitted', 'EI-SEND-UNKNOWN']],
    ['cleared', '', ['submitted', undefined]],
    ['an_event_of_tomorrow', '', ['submitted', undefined]],
  ] as const)
    it(`${name}: ${expected.join(' ')}, also after further polls`, async () => {
      let submissionId = '';
      const queue = queueOf([]);
      const { world, network, work, pull } = await atStorecove({
        ...queue.script,
        [SEND]: ({ body }) => ((submissionId = submissionIdIn(body)), TAKEN),
        [EVIDENCE]: NO_EVIDENCE,
      });
      await work();
      const body = JSON.stringify(event(name, { idempotencyGuid: submissionId, details }));
      queue.open.push({ guid: 'evt-1', body }, { guid: 'evt-2', body });
      await pull();
      for (let n = 0; n < 3 && (await found(world)).dueAt; n += 1) await work();
      const { state, errors, care, documents } = await found(world);
      assert.deepEqual([state, errors[0]?.code], expected);
      assert.deepEqual(
        care.map(({ code }) => code),
        expected[1] === undefined ? [] : [expected[1]],
      );
      if (details) assert.match(english(errors[0]?.message ?? ''), /"The certificate is not valid"/);
      assert.equal(documents.filter(({ kind }) => kind.startsWith('access-point-event')).length, 1);
      assert.deepEqual(queue.open, []);
      assert.equal(network.count(SEND), 1);
    });

  for (const [name, buyer, reason] of [
    ['acknowledged', 'received'],
    ['under_query', 'under_query', 'The buyer asks about the invoice: "Order 4711 is unknown".'],
    ['conditionally_accepted', 'conditionally_accepted'],
    ['accepted', 'accepted'],
    ['rejected', 'refused', 'The buyer refuses the invoice: "Order 4711 is unknown".'],
  ] as const satisfies readonly (readonly [name: string, buyer: string, reason?: string])[])
    it(`${name} proves the delivery, and the buyer's status is ${buyer}`, async () => {
      let submissionId = '';
      const queue = queueOf([]);
      const { world, work, pull } = await atStorecove({
        ...queue.script,
        [SEND]: ({ body }) => ((submissionId = submissionIdIn(body)), LOST),
        [EVIDENCE]: evidence(),
      });
      await work();
      const own = { idempotencyGuid: submissionId, details: 'Order 4711 is unknown' };
      queue.open.push({ guid: 'evt-1', body: JSON.stringify(event(name, own)) });
      await pull();
      const { state, buyerStatus, errors, care } = await found(world);
      assert.deepEqual([state, buyerStatus], ['delivered', buyer]);
      assert.equal(care[0]?.reason === undefined ? undefined : english(care[0].reason), reason);
      assert.deepEqual(
        errors.map(({ message }) => english(message)),
        [],
      );
    });

  it('that cannot be applied yet stays in the queue', async () => {
    const queue = queueOf([]);
    const { world, pull, work } = await atStorecove({
      ...queue.script,
      [SEND]: TAKEN,
      [EVIDENCE]: NO_EVIDENCE,
    });
    await work();
    const before = await found(world);
    const under = { ...before.submission!, isCalling: true, outcomeUnknown: false };
    await world.invoices.commit({
      ...{ record: { ...before, state: 'submitting', submission: under, version: before.version + 1 } },
      ...{ events: [], files: [], audit: [] },
    });
    const body = JSON.stringify(event('succeeded', { idempotencyGuid: before.submission?.id }));
    queue.open.push({ guid: 'evt-1', body });
    await pull();
    await pull();
    assert.equal(queue.open.length, 1);
    assert.equal((await found(world)).state, 'submitting');
  });

  it('that cannot be read is passed over, and blocks no other', async () => {
    for (const body of ['', 'no JSON', '[]', '{}', JSON.stringify(event('succeeded', { guid: '' }))]) {
      const { rail, world } = await atStorecove({
        [NEXT]: jsonAnswer(200, { guid: 'evt-1', body }),
      });
      const page = (await rail.fetchMessages(world.credential!, null)) as MessagePage;
      assert.deepEqual([page.messages, page.unreadable, page.next], [[], 1, 'event:evt-1'], body);
    }
  });

  it('is asked for without a removal once the queue was empty', async () => {
    const queue = queueOf([event('cleared', { idempotencyGuid: SUBMISSION })]);
    const { rail, world, network } = await atStorecove(queue.script);
    let after: string | null = null;
    for (let n = 0; n < 5; n += 1)
      after = ((await rail.fetchMessages(world.credential!, after)) as MessagePage).next ?? after;
    assert.equal(network.count('DELETE'), 1);
  });
});

describe('an event of an account at Storecove', () => {
  it('is for the client of its invoice, whichever key at Storecove it has', async () => {
    const queue = queueOf([event('succeeded', { idempotencyGuid: 'sub-of-globex' })]);
    const { world, rail, pull } = await atStorecove({ ...queue.script, [SEND]: TAKEN });
    await workerOn(world, { ...world, rail }).run(world.id, 'PEPPOL');
    const { credential } = world;
    const page = (await rail.fetchMessages(credential!, null)) as MessagePage;
    const other = (own: object) => {
      const value = { ...(JSON.parse(credential!.value) as object), company_id: 4712, ...own };
      return page.isReadBy?.({ ...credential!, client: 'globex', value: JSON.stringify(value) });
    };
    const rows = [
      {},
      { token: 'of-globex' },
      { dialect: 'recommand' },
      { base_url: 'https://other.example' },
    ];
    assert.deepEqual(rows.map(other), [true, true, false, false]);
    world.invoices.submitterOf = async () => 'globex';
    await pull();
    assert.equal(queue.open.length, 1);
  });
});

describe('a process that reads the queue of Storecove', () => {
  /** More than a whole reading has. */
  const MAX_CALLS = 26;

  it('loses no event and no invoice, and takes none twice, if it dies at any point', async () => {
    let deaths = 0;
    for (const when of ['before', 'after'] as const)
      for (let diesAt = 1; diesAt <= MAX_CALLS; diesAt += 1) {
        let submissionId = '';
        const queue = queueOf([]);
        const received = {
          ...{ legal_entity_id: 4711, direction: 'in' },
          original: '<Invoice xmlns="urn:x"/>',
        };
        const { world, rail, work } = await atStorecove({
          ...queue.script,
          [SEND]: ({ body }) => ((submissionId = submissionIdIn(body)), LOST),
          [EVIDENCE]: evidence(),
          'GET /received_documents/doc-1/original': jsonAnswer(200, received),
          'GET /received_documents/doc-2/original': jsonAnswer(200, received),
        });
        await work();
        const notice = (document_guid: string) => ({ event_type: 'received_document', document_guid });
        const own = { idempotencyGuid: submissionId };
        const bodies = [notice('doc-1'), event('succeeded', own), event('cleared', own), notice('doc-2')];
        queue.open.push(...bodies.map((body, n) => ({ guid: `evt-${n}`, body: JSON.stringify(body) })));
        const taken: string[] = [];
        const reading = async (mortal: Mortal): Promise<void> => {
          const takeReceived = async ({ railId = '' }: { readonly railId?: string | undefined }) => {
            if (!taken.includes(railId)) taken.push(railId);
            return { outcome: 'taken', received: { id: railId } } as never;
          };
          const reader = pulling(world, {
            rail: Object.assign(Object.create(rail) as PeppolRail, {
              fetchMessages: mortal.wrap(rail).fetchMessages,
            }),
            feeds: mortal.wrap(world.feeds),
            invoices: mortal.wrap(world.invoices),
            takeReceived: mortal.wrap({ run: takeReceived }),
          });
          await reader.run().catch(() => undefined);
        };
        const mortal = new Mortal(diesAt, when);
        await reading(mortal);
        deaths += mortal.isDead ? 1 : 0;
        await reading(new Mortal(Infinity, 'before'));
        const { state, documents } = await found(world);
        const events = documents.filter(({ kind }) => kind.startsWith('access-point-event'));
        assert.deepEqual(
          [state, events.length, taken],
          ['delivered', 2, ['doc-1', 'doc-2']],
          `${when} ${diesAt}`,
        );
        assert.deepEqual(await statuses(world), ['received', 'submitted', 'delivered']);
        assert.deepEqual(queue.open, []);
      }
    assert.ok(deaths > MAX_CALLS, `${deaths} deaths`);
  });
});

describe('a document that came to Storecove', () => {
  const INVOICE = '<?xml version="1.0"?><!-- <Order> --><ubl:Invoice xmlns:ubl="urn:x"/>';
  const SBD =
    '<StandardBusinessDocument xmlns="urn:s"><StandardBusinessDocumentHeader></StandardBusinessDocumentHeader>' +
    '<Invoice xmlns="urn:x"/></StandardBusinessDocument>';

  async function pageFor(original: unknown, entity: unknown = 4711): Promise<MessagePage> {
    const { rail, world } = await atStorecove({
      [NEXT]: jsonAnswer(200, {
        guid: 'evt-1',
        body: JSON.stringify({ event_type: 'received_document', document_guid: 'doc-1' }),
      }),
      'GET /received_documents/doc-1/original': jsonAnswer(200, {
        ...{ legal_entity_id: entity, direction: 'in', guid: 'doc-1', original },
      }),
    });
    return (await rail.fetchMessages(world.credential!, null)) as MessagePage;
  }

  for (const [what, original, bytes] of [
    ['as XML', INVOICE, INVOICE],
    ['as base64', Buffer.from(INVOICE).toString('base64'), INVOICE],
    ['in its envelope', SBD, '<Invoice xmlns="urn:x"/>'],
    ['as a PDF', Buffer.from('%PDF-1.7').toString('base64'), '%PDF-1.7'],
  ] as const)
    it(`is an invoice ${what}: taken in without its envelope, under its guid`, async () => {
      const { received = [] } = await pageFor(original);
      assert.deepEqual(
        received.map((one) => [one.railId, Buffer.from(one.bytes).toString()]),
        [['doc-1', bytes]],
      );
    });

  it('is neither an invoice nor an answer: passed over', async () => {
    const page = await pageFor('<Order xmlns="urn:x"/>');
    assert.deepEqual([page.received, page.unreadable], [undefined, 1]);
  });

  it('is for the legal entity that it names, and only a credential of that one owns it', async () => {
    const { owner } = await pageFor(INVOICE);
    const credential = (own: object) => ({
      ...{ client: 'acme', id: 'crd_2', kind: 'access-point' },
      value: JSON.stringify({ ...CREDENTIAL, dialect: 'storecove', company_id: '4711', ...own }),
    });
    assert.deepEqual(
      [{}, { company_id: 4712 }, { dialect: 'recommand' }, { company_id: 'x' }].map((own) =>
        owner?.is(credential(own)),
      ),
      [true, false, false, false],
    );
    assert.equal(owner?.otherwise.networkStatus, 'document of another legal entity');
  });

  it('for a legal entity of no credential stays in the queue, with a care row for the operator', async () => {
    const queue = queueOf([{ event_type: 'received_document', document_guid: 'doc-1' }]);
    const other = { legal_entity_id: 9, direction: 'in', guid: 'doc-1', original: INVOICE };
    const { world, work, pull } = await atStorecove({
      ...queue.script,
      [SEND]: TAKEN,
      [EVIDENCE]: evidence(),
      'GET /received_documents/doc-1/original': jsonAnswer(200, other),
    });
    await work();
    await pull();
    assert.equal(queue.open.length, 1);
    const rows = (await found(world)).care.map(({ code, whoActs }) => `${code} ${whoActs}`);
    assert.deepEqual(rows, ['EI-CREDENTIAL-MISSING us']);
  });

  it('comes with the messages: the list of received invoices is not asked', () => {
    const rail = railAt();
    const value = (dialect: string) => JSON.stringify({ ...CREDENTIAL, dialect, company_id: '4711' });
    const own = Object.keys(DIALECTS).filter((dialect) =>
      rail.receiving.comesWithMessages?.({
        ...{ client: 'acme', id: 'crd_1', kind: 'access-point', value: value(dialect) },
      }),
    );
    assert.deepEqual(own, ['storecove']);
  });
});

describe('a credential for Storecove', () => {
  for (const [company_id, isGood] of [
    ['4711', true],
    [4711, true],
    ['c_4711', false],
    ['0', false],
    ['', false],
    [undefined, false],
    [4711.5, false],
  ] as const)
    it(`with the legal entity ${JSON.stringify(company_id)} is ${isGood ? 'usable' : 'refused'}`, () => {
      const value = JSON.stringify({
        ...{ token: 'k', sender_participant_id: '9930:de1', dialect: 'storecove', company_id },
      });
      const credential = { client: 'acme', id: 'crd_1', kind: 'access-point', value };
      assert.equal(railAt().canReadCredential(credential), isGood);
      if (!isGood)
        assert.equal(
          english(railAt().explainUnreadable(credential) ?? ''),
          'Its company_id is missing or malformed.',
        );
    });
});
