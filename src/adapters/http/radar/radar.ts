import type { ClientResult, RadarResult } from '../../../application/radar/read-radars.ts';
import type { Radar, RadarTelling } from '../../../domain/radar/radar.ts';
import type { Handlers } from '../call/handlers.ts';
import { patchOf } from '../call/reports.ts';

interface RadarBody {
  readonly client?: string;
  readonly pack?: string;
  readonly on?: string;
  readonly since_days?: number;
  readonly tells?: readonly RadarTelling[];
}

export const radarHandlers = {
  startRadar: async ({ request, caller, requestId }, { useCases }) => {
    const { since_days: sinceDays, ...order } = request.body as RadarBody;
    const radar = await useCases.startRadar.run({ ...order, sinceDays, caller, requestId });
    return { status: 202, json: radarEntry(radar), headers: { Location: `/radar/${radar.id}` } };
  },

  listRadars: async ({ caller, request }, { useCases }) => {
    const { client } = request.query as { readonly client?: string };
    const radars = await useCases.readRadars.list(caller, client);
    return { status: 200, json: { data: radars.map(radarEntry) } };
  },

  readRadar: async ({ caller, parameters }, { useCases }) => {
    return { status: 200, json: resultEntry(await useCases.readRadars.find(caller, parameters.id ?? '')) };
  },
} satisfies Partial<Handlers>;

const radarEntry = (radar: Radar) => ({
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

const resultEntry = ({ radar, totals, clients }: RadarResult) => ({
  ...radarEntry(radar),
  ...totals,
  clients: clients.map(clientEntry),
});

const clientEntry = ({ client, judged, skipped, unjudged, changed, broken, rows, more }: ClientResult) => ({
  ...{ client, judged, skipped, unjudged, changed, broken },
  rows: rows.map(({ change, field, code, source, severity, was, whoFixes, invoices, examples, patch }) => ({
    ...{ change, field: field ?? null, code, source, severity },
    ...(was !== undefined && { was }),
    ...(whoFixes !== undefined && { who_fixes: whoFixes }),
    invoices,
    examples,
    ...(patch && { patch: patchOf(patch) }),
  })),
  ...(more > 0 && { more }),
});
