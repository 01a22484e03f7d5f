import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Erp, OPERATOR_KEY } from '../../../support/erp.ts';
import { healthOf } from '../watch.ts';
import { worksFaults } from './faults.ts';
import { takenIn } from './invoices.ts';
import { soon } from './patience.ts';
import type { Scenario, Stage } from './stage.ts';

const TEN_YEARS_S = 315_360_000;

/** More than eight thousand years. */
const OFTEN = 900;

async function farFuture(stage: Stage): Promise<readonly string[]> {
  const env = { CLOCK_CONTROL: '1' };
  const service = await stage.start(env);
  const statuses = new Set<number>();
  for (let n = 0; n < OFTEN; n += 1) {
    const body = JSON.stringify({ advance_seconds: TEN_YEARS_S });
    const moved = await fetch(`${service.metricsUrl}/clock`, { method: 'POST', body });
    statuses.add(moved.status);
    await moved.body?.cancel();
    if (moved.status !== 200) break;
  }
  const faults = statuses.has(400) ? [] : [`POST /clock: ${[...statuses].join(', ')}`];
  faults.push(...(await worksFaults(new Erp(service, OPERATOR_KEY))), ...(await stage.stop(service)));
  const again = await stage.start(env);
  return [...faults, ...(await worksFaults(new Erp(again, OPERATOR_KEY)))];
}

const DAY_MS = 86_400_000;

/** A module that moves the clock of the process that loads it. */
const shifted = (ms: number): string => `
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...args) { args.length ? super(...args) : super(Real.now() + ${ms}); }
  static now() { return Real.now() + ${ms}; }
};
`;

async function setBack(stage: Stage): Promise<readonly string[]> {
  const module = join(stage.folder, 'tomorrow.mjs');
  writeFileSync(module, shifted(DAY_MS));
  const tomorrow = await stage.start({ ROLE: 'api', NODE_OPTIONS: `--import=${module}` });
  const id = await takenIn(new Erp(tomorrow, OPERATOR_KEY));
  await tomorrow.stop();
  const today = await stage.start();
  const erp = new Erp(today, OPERATOR_KEY);
  const isReady = async (): Promise<boolean> => (await erp.get(`/invoices/${id}`)).json['state'] === 'ready';
  const health = await healthOf(today.url);
  return [
    ...((await soon(25_000, isReady)) ? [] : ['an invoice of before waits for the clock']),
    ...(health === 200 ? [] : [`GET /health: ${health}`]),
  ];
}

export const CLOCK: readonly Scenario[] = [
  {
    name: 'POST /clock is asked for the far future',
    holds: 'it is refused before a store is ruined',
    run: farFuture,
  },
  { name: 'the clock is set back by a day', holds: 'earlier invoices are processed', run: setBack },
];
