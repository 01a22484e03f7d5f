import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { lifecycleMessage } from '../../../src/adapters/rails/fr-pa/lifecycle.ts';
import { ALL_STATUSES, PLATFORM_STATUSES as fr } from '../../../src/adapters/rails/fr-pa/status-mappings.ts';
import { writeCdar } from '../../../src/adapters/rails/fr-pa/write-cdar.ts';
import { PullAnswers } from '../../../src/application/messages/pull-answers.ts';
import { SentFacts } from '../../../src/application/messages/sent-facts.ts';
import { outgoingStatuses } from '../../../src/application/statuses/outgoing-statuses.ts';
import { type StatusCall, CreateStatus } from '../../../src/application/statuses/create-status.ts';
import { ListStatuses } from '../../../src/application/statuses/list-statuses.ts';
import type { StatusRequest } from '../../../src/application/statuses/status-request.ts';
import { TakeStatusMessage } from '../../../src/application/statuses/take-status-message.ts';
import { Processor } from '../../../src/application/work/processor.ts';
import type { StatusMapping } from '../../../src/domain/sending/status-mapping.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { ReceivedRecord } from '../../../src/domain/lifecycle/received-record.ts';
import { newSubmission } from '../../../src/domain/sending/submission.ts';
import { type OutgoingStatus, outgoingTask } from '../../../src/domain/statuses/outgoing-status.ts';
import type { Addressing } from '../../../src/domain/vocabulary/addressing.ts';
import type { OpenedCredential } from '../../../src/ports/rail/opened-credential.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import type { RailAnswer } from '../../../src/ports/rail/rail-answer.ts';
import type { RouteMessage } from '../../../src/ports/rail/route-messages.ts';
import type { StatusLetter, StatusMessages, StatusOrder } from '../../../src/ports/rail/status-messages.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { toolsIn, Surroundings } from '../sending/world.ts';
import type { Mortal } from '../sending/mortal.ts';
import { accessPoint, responsesOver } from './access-point.ts';
import { AN_ADDRESSING, anIntake, aReceipt, hex, START } from '../../support/records.ts';

const BYTES = new TextEncoder().encode('<Invoice/>');
const party = (siren: string) => ({
  ...AN_ADDRESSING.seller,
  ids: [siren],
  endpoint: { id: siren, scheme: '0225' },
});
const EUROPEAN = (id: string, name: string) => ({
  name,
  endpoint: { scheme: '9930', id },
  country: 'DE',
  ids: [id],
});
/** The addressing of an invoice that was received over Peppol. */
export const PEPPOL: Addressing = {
  ...AN_ADDRESSING,
  typeCode: '380',
  seller: EUROPEAN('DE987654321', 'Seller & Sons'),
  buyer: EUROPEAN('DE123456789', 'Buyer Ltd'),
};
export const AN_ACCESS_POINT: OpenedCredential = {
  client: 'acme',
  id: 'crd_ap',
  kind: 'access-point',
  value: JSON.stringify({
    ...{ base_url: 'https://ap.example', token: 'secret', sender_participant_id: '9930:de123456789' },
  }),
};
export const FRENCH: Addressing = {
  ...AN_ADDRESSING,
  typeCode: '380',
  seller: party('100000009'),
  buyer: party('200000008'),
  total: { amount: '120.00', currency: 'EUR' },
};
const CREDENTIAL: OpenedCredential = { client: 'acme', id: 'crd_1', kind: 'pa-oauth', value: '{}' };

/** The fault of a send: the answer is lost after or before the message is taken, or the platform states that it took nothing. */
export type Fault = 'lost-behind' | 'lost-before' | 'not-taken' | 'later' | 'refused' | 'garbled';

/** A platform in memory, which acknowledges each message at the second status query. */
class Platform implements StatusMessages {
  /** Messages by tracking id. */
  readonly held = new Map<string, { readonly bytes: Uint8Array; looks: number; times: number }>();
  readonly faults: Fault[] = [];
  verdict: StatusMapping = fr.statusTaken;
  isUncertain = false;
  /** Runs while a worker is frozen before its call. */
  whileFrozen: (() => Promise<void>) | undefined;
  write(order: StatusOrder): StatusLetter | { readonly unfit: string } {
    const message = writeCdar(order);
    return message ? { message, submissionId: randomUUID() } : { unfit: 'It does not name both parties.' };
  }
  renew(message: Uint8Array): StatusLetter {
    return { message, submissionId: randomUUID() };
  }
  readonly read = lifecycleMessage;

  async send({
    submissionId,
    bytes,
    beginDocument,
  }: Parameters<StatusMessages['send']>[0]): Promise<RailAnswer> {
    const { whileFrozen } = this;
    this.whileFrozen = undefined;
    await whileFrozen?.();
    beginDocument?.();
    const fault = this.faults.shift();
    const answer = (mapping: StatusMapping): RailAnswer => ({ mapping });
    if (fault === 'lost-before') return answer(fr.answerLost);
    if (fault === 'not-taken') return answer(fr.unreachable);
    if (fault === 'later') return answer(fr.tooMany);
    if (fault === 'refused') return answer(fr.statusRefused);
    const times = (this.held.get(submissionId)?.times ?? 0) + 1;
    this.held.set(submissionId, { bytes, looks: 0, times });
    return fault === 'lost-behind'
      ? answer(fr.answerLost)
      : { mapping: fr.taken, reference: `flow ${submissionId}` };
  }

  async ask({ submissionId }: Parameters<StatusMessages['ask']>[0]): Promise<RailAnswer> {
    if (this.isUncertain) return { mapping: fr.notUnderstood };
    if (!this.held.has(submissionId)) return { mapping: fr.notHeld };
    return { mapping: fr.pending, reference: `flow ${submissionId}` };
  }

  async poll({ submissionId }: Parameters<StatusMessages['poll']>[0]): Promise<RailAnswer> {
    const held = this.held.get(submissionId)!;
    held.looks += 1;
    return { mapping: held.looks > 1 ? this.verdict : fr.pending };
  }
}

export type StatusStores = Pick<Stores, 'invoices' | 'eventFeed' | 'received' | 'statuses'>;

/** Statuses of invoices on a store, with a platform in memory. */
export class StatusWorld extends Surroundings {
  readonly platform = new Platform();
  /** The time after a call until the French platform surely shows its effect. */
  shownAfterMs = 0;
  /** Invoice Responses over the access point. */
  responses = responsesOver(accessPoint.outbound);
  override addressing = FRENCH;
  override issueDate = '2026-03-01';
  override credential: OpenedCredential | undefined = CREDENTIAL;
  /** What the rails say of the client's credential. */
  reading: Partial<Pick<Rail, 'canReadCredential' | 'explainUnreadable' | 'statusMappings'>> = {};
  /** The feed of the access point, a page each. */
  readonly pages: (readonly RouteMessage[])[] = [];

  constructor(readonly stores: StatusStores & Pick<Stores, 'audit'>) {
    super();
  }

  async storeSent(own: Partial<InvoiceRecord> = {}): Promise<InvoiceRecord> {
    const { sha256 } = await this.content.seal('acme', BYTES);
    const submission = { ...newSubmission(randomUUID(), START), credential: 'crd_1' };
    const intake = anIntake({
      ...{ route: 'FR-PA', state: 'delivered', dueAt: null, documentSha256: sha256, submission },
      documents: [{ kind: 'ubl', sha256, size: BYTES.length }],
      ...own,
    });
    await this.stores.invoices.takeIn(intake);
    return intake.record;
  }

  async receive(own: Partial<ReceivedRecord> = {}): Promise<ReceivedRecord> {
    const { sha256: documentSha256 } = await this.content.seal('acme', BYTES);
    const documents = [{ kind: 'received-xml', sha256: documentSha256, size: BYTES.length }];
    const intake = aReceipt({
      ...{ route: 'FR-PA', state: 'validated', dueAt: null, documentSha256, documents, railId: hex(8) },
      ...own,
    });
    await this.stores.received.takeIn(intake);
    return intake.record;
  }

  call(id: string, request: StatusRequest, claimId: string = hex(16)): StatusCall {
    const caller = { kind: 'operator', keyId: 'key_1' } as const;
    return {
      caller,
      id,
      request,
      requestId: 'req_1',
      claim: { space: 'operator', key: 'k', claimId, token: 't' },
    };
  }

  get tell(): CreateStatus {
    return new CreateStatus(this.tools(this.stores, this.platform));
  }

  get list(): ListStatuses {
    const find = (code: string) =>
      code === 'TX_TVA_ERR' ? ({ title: 'A VAT rate is wrong' } as never) : undefined;
    return new ListStatuses({ ...this.tools(this.stores, this.platform), catalogue: { find } });
  }

  paid = (id: string, amount = '120.00'): Promise<OutgoingStatus> =>
    this.tell.ofSent(this.call(id, { status: 'paid', amounts: [{ amount, vatRate: '20.00' }] }));

  processor(
    stores: StatusStores = this.stores,
    messages: StatusMessages = this.platform,
  ): Processor<OutgoingStatus> {
    const tools = this.tools(stores, messages);
    return new Processor(outgoingStatuses(tools), tools);
  }

  /** Runs a worker over the status at each due time, until it has ended. */
  async runToTheEnd(id: string, most = 40): Promise<OutgoingStatus> {
    for (let runs = 0; runs < most; runs += 1) {
      const record = (await this.stores.statuses.find(id))!;
      if (!record.dueAt) return record;
      this.clock.advance(Math.max(0, record.dueAt.getTime() - this.clock.now().getTime()));
      await this.processor().run(outgoingTask(record));
    }
    return (await this.stores.statuses.find(id))!;
  }

  /** A process that applies the messages of the feeds. */
  answers(stores: StatusStores = this.stores): PullAnswers {
    const tools = this.tools(stores, this.platform);
    return new PullAnswers({
      ...tools,
      takeCollected: { withMessages: () => assert.fail('no invoice came') },
      takeStatusMessage: new TakeStatusMessage(tools),
      takeReceivedMessage: { run: async () => 'unknown' },
      takeDerivedReport: { run: async () => undefined },
    });
  }

  /** The events after those of the delivery. */
  async eventsAfterDelivery(invoiceId: string): Promise<readonly Record<string, unknown>[]> {
    const events = await this.stores.eventFeed.events(invoiceId);
    return events.slice(1).map(({ text }) => JSON.parse(text) as Record<string, unknown>);
  }

  /** Runs a worker until its process dies, or for some minutes. Then its lease is over. */
  async runWhileAlive(
    worker: Processor<OutgoingStatus>,
    mortal: Mortal,
    status: OutgoingStatus,
  ): Promise<void> {
    for (let runs = 0; runs < 12 && !mortal.isDead; runs += 1) {
      this.clock.advance(5000);
      await worker.run(outgoingTask(status)).catch(() => undefined);
    }
    this.clock.advance(3_600_000);
  }

  private tools({ invoices, eventFeed, received, statuses }: StatusStores, statusMessages: StatusMessages) {
    const rail = {
      ...{ route: 'FR-PA', statusMappings: ALL_STATUSES, pollWaitsMs: [1000], caps: [] },
      emptyLookups: { needed: 1, countAfterMs: this.shownAfterMs },
      maxCallMs: 100_000,
      statusMessages,
      ...this.reading,
    } as unknown as Rail;
    const peppol = {
      ...{ ...rail, route: 'PEPPOL', statusMessages: this.responses },
      fetchMessages: async () => ({ messages: this.pages.shift() ?? [] }),
    } as Rail;
    const tools = toolsIn(this, [rail, peppol]);
    return { ...tools, invoices, eventFeed, received, statuses, facts: new SentFacts(tools) };
  }
}

/** A world whose statuses go over Peppol, to an access point that has taken nothing yet. */
export function overPeppol(stores: StatusWorld['stores']): StatusWorld {
  accessPoint.script();
  return Object.assign(new StatusWorld(stores), { addressing: PEPPOL, credential: AN_ACCESS_POINT });
}
