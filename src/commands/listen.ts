import { NodeDeliverySigner } from '../adapters/system/node-delivery-signer.ts';
import type { StatusEvent } from '../client/client.ts';
import { checked, type CallOptions, withConnection } from './frame/connection.ts';
import { newsOf, paintStatus, timeOf } from './frame/events.ts';
import type { Define, Frame } from './frame/frame.ts';
import { deliveryOf, newestEvent, post } from './listen/deliveries.ts';

interface ListenOptions extends CallOptions {
  readonly forward?: string;
  readonly secret?: string;
  readonly after?: string;
  readonly client?: string;
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
Reads the events of the service and makes of each the delivery that a webhook gets: the same body, the same headers, signed with the secret \
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
  const after = options.after ?? (await newestEvent(service, client));
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

function print(event: StatusEvent, answer: string | undefined, { terminal }: Frame): void {
  const { occurred_at: at, status, invoice_ref: ref, event_id: id } = event;
  const style = answer?.startsWith('2') ? 'green' : 'red';
  const forwarded = answer === undefined ? '' : `  -> ${terminal.paint(style, answer)}`;
  const gap = ' '.repeat(Math.max(0, 17 - status.length));
  const news = newsOf(event).join(', ');
  terminal.line(
    `${timeOf(at)}  ${paintStatus(terminal, status)}${gap}  ${ref}${news ? `  ${news}` : ''}  ${terminal.paint('dim', id)}${forwarded}`,
  );
}
