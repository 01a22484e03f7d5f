import { webhookDeliveries } from '../../../src/application/webhooks/deliver-events.ts';
import { ConvertReceived } from '../../../src/application/converting/convert-stored.ts';
import { CanonicalBesideEvents } from '../../../src/application/events/canonical-beside-events.ts';
import { DeliverToReceiver } from '../../../src/application/webhooks/deliver-to-receiver.ts';
import { EnqueueDeliveries } from '../../../src/application/webhooks/enqueue-deliveries.ts';
import { ReceiverLog } from '../../../src/application/webhooks/receiver-log.ts';
import { TellDeadDeliveries } from '../../../src/application/webhooks/tell-dead-deliveries.ts';
import { Processor, type RunResult } from '../../../src/application/work/processor.ts';
import { NodeDeliverySigner } from '../../../src/adapters/system/node-delivery-signer.ts';
import type { Mailer } from '../../../src/ports/mailer.ts';
import type { WebhookDelivery } from '../../../src/domain/webhooks/delivery.ts';
import type { Task } from '../../../src/domain/lifecycle/lanes.ts';
import type { Webhook } from '../../../src/domain/webhooks/webhook.ts';
import type { OutboundAnswer, OutboundRequest } from '../../../src/ports/outbound.ts';
import { WordFiles } from '../../../src/processes/read-words.ts';
import { FakePrinter } from '../../fakes/printer.ts';
import { aWebhook } from '../../contract/webhook-stores.ts';
import { anIntake } from '../../support/records.ts';
import { Surroundings } from '../sending/world.ts';

export const statusAnswer = (status: number): OutboundAnswer => ({
  outcome: 'answered',
  status,
  headers: {},
  body: new Uint8Array(),
});

/** Webhooks in memory, with the calls to receivers and their next answers. */
export class WebhookWorld extends Surroundings {
  readonly realClock = this.clock;
  readonly signer = new NodeDeliverySigner();
  readonly audit = this.memory.audit;
  readonly invoices = this.memory.invoices;
  readonly deliveries = this.memory.deliveries;
  readonly webhooks = this.memory.webhooks;
  readonly clients = this.memory.clients;
  readonly words = new WordFiles();
  readonly printer = new FakePrinter();
  readonly posted: OutboundRequest[] = [];
  readonly answers: (OutboundAnswer | Error)[] = [];
  readonly mails: { readonly to: string; readonly subject: string; readonly text: string }[] = [];
  readonly receiverLog = new ReceiverLog(this.log, this.clock);
  readonly outbound = {
    call: async (request: OutboundRequest): Promise<OutboundAnswer> => {
      this.posted.push(request);
      const answer = this.answers.shift() ?? statusAnswer(204);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  mailer: Mailer | undefined = {
    domain: 'service.example',
    maxCallMs: 0,
    send: async (mail) => {
      this.mails.push(mail);
      return { outcome: 'accepted', reply: '250 OK' };
    },
  };

  async set(own: Partial<Webhook> = {}): Promise<Webhook> {
    const owner = own.owner ?? 'acme';
    const before = await this.webhooks.find(owner);
    const sealedSecret = await this.content.sealText(owner, this.signer.newSecret());
    const webhook = aWebhook({ sealedSecret, ...before, version: (before?.version ?? 0) + 1, ...own });
    await this.webhooks.put(webhook, { at: this.clock.now(), action: 'webhook_set', actor: 'key_1' });
    return webhook;
  }

  /** Stores an invoice with its first event. @returns the event's text */
  async event(client = 'acme', text?: string): Promise<string> {
    const made = anIntake({ client });
    const events = made.events.map((event) => ({ ...event, ...(text !== undefined && { text }) }));
    const intake = { ...made, events };
    await this.invoices.takeIn(intake);
    return intake.events[0]!.text;
  }

  enqueue(): Promise<void> {
    return new EnqueueDeliveries(this.own).run();
  }

  /** Runs the due jobs; each runs its deliveries once. */
  async runDue(): Promise<readonly RunResult[]> {
    const results: RunResult[] = [];
    const run = async (task: Task): Promise<void> => void results.push(await this.processor.run(task));
    const receivers = new DeliverToReceiver({ run }, this);
    await this.jobs.runDue(this.clock.now(), (task) => receivers.run(task));
    return results;
  }

  async rows(): Promise<readonly WebhookDelivery[]> {
    const owners = ['acme', 'other', '~operator'];
    const lists = owners.map((owner) => this.deliveries.list({ owner, limit: 100 }));
    return (await Promise.all(lists)).flat();
  }

  get processor(): Processor<WebhookDelivery> {
    const own = { ...this.own, retryScale: 1 };
    const tellDead = new TellDeadDeliveries({ ...own, mailer: this.mailer });
    const { received } = this.memory;
    const convertReceived = new ConvertReceived({ received, content: this.content, printer: this.printer });
    const canonicalBesideEvents = new CanonicalBesideEvents({ received, convertReceived });
    const tools = { ...own, audit: this.audit, tellDead, canonicalBesideEvents };
    return new Processor(webhookDeliveries(tools), own);
  }

  private get own() {
    const { clock, realClock, ids, jobs, digests, telemetry, signer, content } = this;
    const { deliveries, webhooks, eventFeed, log, receiverLog, outbound, clients, words } = this;
    return {
      ...{ clock, realClock, ids, jobs, digests, telemetry, signer, content },
      ...{ deliveries, webhooks, eventFeed, log, receiverLog, outbound, clients, words },
    };
  }
}
