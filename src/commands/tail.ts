import { type CallOptions, withConnection } from './frame/connection.ts';
import { newsOf, paintStatus, TIME_LENGTH, timeOf } from './frame/events.ts';
import type { Define, Frame } from './frame/frame.ts';
import type { StatusEvent } from '../client/client.ts';

interface TailOptions extends CallOptions {
  readonly after?: string;
  readonly client?: string;
  readonly once?: boolean;
}

export const tail: Define = (command, frame) => {
  withConnection(command)
    .option('--after <cursor>', 'begin after this event; the first one, if left out')
    .option('--client <id>', 'of one client, with an operator key')
    .option('--once', 'end after the events that there are')
    .option('--json', 'print an event a line, with its cursor')
    .action(frame.act((options: TailOptions) => follow(options, frame)));
};

async function follow(options: TailOptions, frame: Frame): Promise<void> {
  const { after, client, once, json } = options;
  const service = frame.service(options);
  const print = (event: StatusEvent, cursor: string | undefined): void =>
    json ? frame.terminal.jsonLine({ event, after: cursor }) : printEvent(event, frame);
  if (once) return everything();
  const { signal } = frame;
  try {
    for await (const entry of service.events({ after, client, signal })) print(entry.event, entry.after);
  } catch (error) {
    if (!signal.aborted) throw error;
  }

  async function everything(): Promise<void> {
    for (let next = after; ;) {
      const query = { ...(next !== undefined && { after: next }), ...(client !== undefined && { client }) };
      const { data: page } = await service.api.GET('/events', { params: { query } });
      if (!page || page.data.length === 0) return;
      for (const event of page.data) print(event, page.next);
      next = page.next;
    }
  }
}

function printEvent(event: StatusEvent, { terminal }: Frame): void {
  const { occurred_at: at, status, direction, invoice_ref: ref, country_route: route } = event;
  const arrow = direction === 'in' ? '<' : '>';
  const news = newsOf(event).join(', ');
  const painted = paintStatus(terminal, status) + ' '.repeat(Math.max(0, 17 - status.length));
  terminal.row(
    [`${timeOf(at)}  ${arrow} ${painted}`, route.padEnd(12), ref, news],
    ' '.repeat(TIME_LENGTH + 4),
  );
}
