import type { CalendarRow } from '../../../application/operation/read-calendar.ts';
import type { Handlers } from '../call/handlers.ts';

export const calendarHandlers = {
  readCalendar: async ({ caller, request }, { useCases }) => {
    const { client } = request.query as { readonly client?: string };
    const rows = await useCases.readCalendar.run(caller, client);
    return { status: 200, json: { data: rows.map(rowToWire) } };
  },
} satisfies Partial<Handlers>;

function rowToWire(row: CalendarRow) {
  const { day, change } = row;
  if ('pack' in row) {
    const { id, version, origin, layer } = row.pack;
    return { day, change, pack: { id, version, origin, layer } };
  }
  const { id, client, route, kind } = row.credential;
  return { day, change, credential: { id, client, route, kind } };
}
