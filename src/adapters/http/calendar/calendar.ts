import type { CalendarRow } from '../../../application/operation/read-calendar.ts';
import type { AnswerJson } from '../call/contract.ts';
import type { Handlers } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';

export const calendarHandlers = {
  readCalendar: async ({ caller, query }, { useCases }) => {
    const { client } = query;
    const rows = await useCases.readCalendar.run(caller, client);
    return answer(200, { data: rows.map(rowToWire) });
  },
} satisfies Partial<Handlers>;

function rowToWire(row: CalendarRow): AnswerJson<'readCalendar'>['data'][number] {
  const { day, change } = row;
  if ('pack' in row) {
    const { id, version, origin, layer } = row.pack;
    return { day, change, pack: { id, version, origin, layer } };
  }
  const { id, client, route, kind } = row.credential;
  return { day, change, credential: { id, client, route, kind } };
}
