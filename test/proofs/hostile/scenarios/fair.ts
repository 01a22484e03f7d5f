import { WARM_THREADS } from '../../../support/service.ts';
import { Erp, example, numbered, type Shown } from '../../../support/erp.ts';
import { takenIn } from './invoices.ts';
import type { Scenario, Stage } from './stage.ts';

const HEAVY = 8;
/** Heavy invoices that may finish in the meantime: those whose check was running when the light one came. */
const MEANWHILE = 2;
/** The goal is 2 s on an idle machine; if clients took no turns, the light one would wait for all of them. */
const MAX_MS = 15_000;

/** A document whose check takes seconds; each one differs. */
function heavy(n: number): ReturnType<typeof example> {
  const many = numbered(example('thousand-lines'), `HEAVY-${n}`);
  const { document } = many;
  const lines = (document as unknown as { lines: readonly object[] }).lines;
  return { ...many, document: { ...document, lines: Array.from({ length: 8 }, () => lines).flat() } };
}

async function done(client: Erp, ids: readonly string[]): Promise<number> {
  const shown = await Promise.all(ids.map((id) => client.get<Shown>(`/invoices/${id}`)));
  return shown.filter(({ json }) => json.state === 'ready').length;
}

/** No worker runs while the heavy ones come in, so all of them are queued when the light one comes. */
async function oneBehindEight(stage: Stage): Promise<readonly string[]> {
  const api = await stage.start({ ROLE: 'api' });
  const { key } = await Erp.of(api, 'busy');
  const ids: string[] = [];
  for (let n = 0; n < HEAVY; n += 1) {
    const { status, json, text } = await new Erp(api, key).submit(heavy(n));
    if (status !== 202) return [`POST /invoices: ${status} ${text.slice(0, 300)}`];
    ids.push(json.id);
  }
  await stage.stop(api);
  const service = await stage.start(WARM_THREADS);
  const [busy, other] = [new Erp(service, key), await Erp.of(service, 'other')];
  const before = await done(busy, ids);
  const asked = performance.now();
  const { state } = await other.settled(await takenIn(other), 60_000);
  const tookMs = Math.round(performance.now() - asked);
  const meanwhile = (await done(busy, ids)) - before;
  stage.addMeasurements({
    'heavy ones done before it came': before,
    meanwhile,
    'ms until it was ready': tookMs,
  });
  return [
    ...(state === 'ready' ? [] : [`the light one ended as ${state}`]),
    ...(meanwhile > MEANWHILE ? [`${meanwhile} heavy ones were done before the light one`] : []),
    ...(tookMs > MAX_MS ? [`the light one was ready after ${tookMs} ms`] : []),
  ];
}

export const FAIR: readonly Scenario[] = [
  {
    name: `${HEAVY} heavy invoices of one client wait`,
    holds: 'a light one of another client does not wait for them',
    run: oneBehindEight,
  },
];
