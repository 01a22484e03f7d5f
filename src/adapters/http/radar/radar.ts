import type { ClientResult, RadarResult } from '../../../application/radar/read-radars.ts';
import type { Radar } from '../../../domain/radar/radar.ts';
import type { AnswerJson, Schema } from '../call/contract.ts';
import type { Handlers } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';
import { patchOf } from '../call/reports.ts';

export const radarHandlers = {
  startRadar: async ({ body, caller, requestId }, { useCases }) => {
    const { since_days: sinceDays, ...order } = body;
    const radar = await useCases.startRadar.run({ ...order, sinceDays, caller, requestId });
    return answer(202, radarEntry(radar));
  },

  listRadars: async ({ caller, query }, { useCases }) => {
    const { client } = query;
    const radars = await useCases.readRadars.list(caller, client);
    return answer(200, { data: radars.map(radarEntry) });
  },

  readRadar: async ({ caller, parameters }, { useCases }) => {
    return answer(200, resultEntry(await useCases.readRadars.find(caller, parameters.id)));
  },
} satisfies Partial<Handlers>;

const radarEntry = (radar: Radar): Schema<'Radar'> => ({
  id: radar.id,
  client: radar.client ?? null,
  ...(radar.pack !== undefined && { pack: radar.pack }),
  day: radar.day,
  compared_with: radar.before,
  ...(radar.since !== undefined && { since: radar.since }),
  state: radar.state,
  ...(radar.tells && { tells: radar.tells }),
  total: radar.total,
  counted: radar.counted,
  progress: radar.progress.map(({ at, counted }) => ({ at: at.toISOString(), counted })),
  created_at: radar.createdAt.toISOString(),
  updated_at: radar.updatedAt.toISOString(),
  expires_at: radar.expiresAt.toISOString(),
});

const resultEntry = ({ radar, totals, clients }: RadarResult): AnswerJson<'readRadar'> => ({
  ...radarEntry(radar),
  ...totals,
  clients: clients.map(clientEntry),
});

const clientEntry = ({
  client,
  judged,
  skipped,
  unjudged,
  changed,
  broken,
  rows,
  more,
}: ClientResult): AnswerJson<'readRadar'>['clients'][number] => ({
  client,
  judged,
  skipped,
  unjudged,
  changed,
  broken,
  rows: rows.map(({ change, field, code, source, severity, was, whoFixes, invoices, examples, patch }) => ({
    change,
    field: field ?? null,
    code,
    source,
    severity,
    ...(was !== undefined && { was }),
    ...(whoFixes !== undefined && { who_fixes: whoFixes }),
    invoices,
    examples,
    ...(patch && { patch: patchOf(patch) }),
  })),
  ...(more > 0 && { more }),
});
