import assert from 'node:assert/strict';
import { MailRail } from '../../../src/adapters/rails/de-xrechnung/mail-rail.ts';
import { MAIL_STATUSES } from '../../../src/adapters/rails/de-xrechnung/status-mappings.ts';
import { OutboundRecorder } from '../../../src/adapters/outbound/recorded-outbound.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { Mail, MailAnswer, Mailer } from '../../../src/ports/mailer.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import { invoiceWorker } from '../../support/invoice-worker.ts';
import { MAPPINGS } from '../../support/mappings.ts';
import type { Mortal } from '../sending/mortal.ts';
import { type SentStores, found, setUp as setUpSending, toDueTime, toolsIn } from '../sending/world.ts';

export const ROUTE = 'DE-XRECHNUNG';

/** A mail server in memory. Its answers come from a script; then it takes every mail. */
class MailServer implements Mailer {
  readonly domain = 'service.example';
  readonly maxCallMs = 20 * 60_000;
  /** What the buyer has, in order. */
  readonly arrived: Mail[] = [];
  readonly script: (MailAnswer | 'lost-behind' | 'lost-before')[] = [];

  async send(mail: Mail, begin?: () => void): Promise<MailAnswer> {
    const scripted = this.script.shift();
    if (typeof scripted === 'object') return scripted;
    begin?.();
    if (scripted === 'lost-before') return { outcome: 'lost', reason: 'ECONNECTION' };
    this.arrived.push(mail);
    if (scripted === 'lost-behind') return { outcome: 'lost', reason: 'ETIMEDOUT' };
    return { outcome: 'accepted', reply: '250 2.0.0 OK queued' };
  }
}

const ADDRESSEE = JSON.stringify({
  ...{ to: 'ap@buyer.example', replyTo: 'me@seller.example', language: 'en' },
});

/** An invoice that is ready, and whose document is to be mailed. */
export async function setUp(
  stores?: SentStores,
  bytes: Uint8Array<ArrayBuffer> = new TextEncoder().encode('<Invoice/>'),
  own: Partial<InvoiceRecord> = {},
) {
  const world = await setUpSending(
    undefined,
    {
      ...{ route: ROUTE, state: 'ready', work: 'send', invoiceNumber: 'R-1', environment: 'production' },
      sealedAddressee: await new FakeContentStore().sealText('acme', ADDRESSEE),
      ...own,
    },
    bytes,
    stores,
  );
  world.addressing = {
    ...world.addressing,
    typeCode: '380',
    seller: { ...world.addressing.seller, name: 'Seller GmbH' },
  };
  return Object.assign(world, { server: new MailServer() });
}
export type World = Awaited<ReturnType<typeof setUp>>;

export function workerOn(world: World, mortal?: Mortal, hasServer = true) {
  const mortally = <T extends object>(port: T): T => (mortal ? mortal.wrap(port) : port);
  const recorder = new OutboundRecorder(world.clock);
  const mailer = hasServer ? recorder.recordMails(world.server) : undefined;
  return invoiceWorker({
    ...toolsIn(world, []),
    ...{ invoices: mortally(world.invoices), jobs: mortally(world.jobs), caps: mortally(world.caps) },
    mappings: MAPPINGS,
    examine: { run: () => assert.fail('the invoice is already checked') },
    environment: 'production',
    mailing: {
      clients: { find: () => assert.fail('the address is stored') },
      carrier: mortally(new MailRail(ROUTE, mailer)),
      recorder,
      unknown: MAIL_STATUSES.answerLost,
    },
  });
}

/** Runs a worker at each due time, until no work is left. */
export async function runToTheEnd(world: World, hasServer = true): Promise<InvoiceRecord> {
  for (let runs = 0; runs < 40; runs += 1) {
    if (!(await found(world)).dueAt) break;
    await toDueTime(world);
    await workerOn(world, undefined, hasServer).run(world.id, ROUTE);
  }
  return found(world);
}
