import { NodeDeliverySigner } from '../adapters/system/node-delivery-signer.ts';
import { REAL_CLOCK } from '../adapters/system/real-clock.ts';
import { signDelivery } from '../application/webhooks/sign-delivery.ts';
import { type DeliveryService, type StatusEvent, verifyWebhook } from '../client/client.ts';
import type { Webhook } from '../domain/webhooks/webhook.ts';
import { checked, type ConnectionOptions, withConnection } from './frame/connection.ts';
import { paintStatus, timeOf } from './frame/events.ts';
import type { Define, Frame } from './frame/frame.ts';

interface ListenOptions extends ConnectionOptions {
  readonly forward?: string;
  readonly secret?: string;
  readonly after?: string;
  readonly client?: string;
  readonly json?: boolean;
}

export const listen: Define = (command, frame) => {
  withConnection(command)
    .option('--forward <url>', 'post each delivery there, as http://localhost:3000/hook')
    .option('--secret <secret>', 'signs the deliveries; a new one if left out')
    .option('--after <cursor>', 'begin after this event; with the next one, if left out')
    .option('--client <id>', 'of one client, with an operator key')
    .option('--json', 'print a delivery a line')
    .addHelpText(
      'after',
      `
Reads the events of the service and makes of each the delivery that a webhook gets: the same body, the same headers, signed with the secret
that is printed. The service needs no webhook, no setting and no way to this machine.`,
    )
    .action(frame.act((options: ListenOptions) => receive(options, frame)));
};

async function receive(options: ListenOptions, frame: Frame): Promise<void> {
  const { client, json } = options;
  const { terminal, signal } = frame;
  const forward = options.forward === undefined ? undefined : checked(options.forward);
  const service = frame.service(options);
  const secret = options.secret ?? new NodeDeliverySigner().newSecret();
  const after = options.after ?? (await newest(service, client));
  terminal.note(`Waiting for events; deliveries are signed with ${secret}`);
  try {
    for await (const { event } of service.events({ after, client, signal })) {
      const delivery = await deliveryOf(event, secret);
      const answer = forward && (await post(forward, delivery));
      if (json) terminal.jsonLine({ event, ...(answer && { forwarded: answer }) });
      else print(event, answer, frame);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** The cursor behind the last event that there is. */
async function newest(service: DeliveryService, client: string | undefined): Promise<string | undefined> {
  for (let next: string | undefined; ;) {
    const query = { ...(next !== undefined && { after: next }), ...(client !== undefined && { client }) };
    const { data: page } = await service.api.GET('/events', { params: { query } });
    if (!page || page.data.length === 0) return page?.next ?? next;
    next = page.next;
  }
}

interface Delivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** As the service signs it. It is verified, too: a receiver that refuses it then has a fault of its own. */
async function deliveryOf(event: StatusEvent, secret: string): Promise<Delivery> {
  const body = JSON.stringify(event);
  const headers = await signDelivery(
    { ...LISTENER, sealedSecret: secret },
    { eventId: event.event_id, attempt: 1, text: body },
    {
      signer: new NodeDeliverySigner(),
      clock: REAL_CLOCK,
      realClock: REAL_CLOCK,
      content: { openText: (_, sealed) => Promise.resolve(sealed) },
    },
  );
  await verifyWebhook({ headers, body, secret });
  return { body, headers };
}

/** The webhook that the service does not have; its secret is not sealed. */
const LISTENER: Omit<Webhook, 'sealedSecret'> = {
  ...{ owner: '', version: 1, url: '', active: true, contactEmail: null, startsAfter: '' },
  ...{ secretRotatedAt: null, createdAt: new Date(0), updatedAt: new Date(0) },
};

const PATIENCE_MS = 10_000;

async function post(url: string, { body, headers }: Delivery): Promise<string> {
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      body,
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return String(status);
  } catch (error) {
    const { cause = error } = error as Error;
    return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
  }
}

function print(event: StatusEvent, answer: string | undefined, { terminal }: Frame): void {
  const { occurred_at: at, status, invoice_ref: ref, event_id: id } = event;
  const style = answer?.startsWith('2') ? 'green' : 'red';
  const forwarded = answer === undefined ? '' : `  -> ${terminal.paint(style, answer)}`;
  const gap = ' '.repeat(Math.max(0, 17 - status.length));
  terminal.line(
    `${timeOf(at)}  ${paintStatus(terminal, status)}${gap}  ${ref}  ${terminal.paint('dim', id)}${forwarded}`,
  );
}
