import { openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Erp, OPERATOR_KEY } from '../../../support/erp.ts';
import type { Service } from '../../../support/service.ts';
import { type Call, send } from '../send.ts';
import { worksFaults } from './faults.ts';
import { within } from './patience.ts';
import type { Scenario, Stage } from './stage.ts';

/** Calls until lines are lost: the lines for a slow reader are buffered for a while. */
const MAX_CALLS = 8000;
const AT_ONCE = 20;
/** Makes lines long. */
const REQUEST_ID = 'x'.repeat(100);

async function dropped({ metricsUrl }: Service): Promise<number> {
  const metrics = await (await fetch(`${metricsUrl}/metrics`)).text();
  return Number(/^ids_log_lines_dropped_total (\d+)/m.exec(metrics)?.[1] ?? 0);
}

async function unheardFaults(stage: Stage, service: Service): Promise<readonly string[]> {
  const erp = new Erp(service, OPERATOR_KEY);
  const call: Call = { method: 'GET', path: '/health', headers: { 'X-Request-Id': REQUEST_ID } };
  for (let calls = 0; calls < MAX_CALLS && (await dropped(service)) === 0; calls += 10 * AT_ONCE)
    for (let n = 0; n < 10; n += 1)
      await Promise.all(
        Array.from({ length: AT_ONCE }, () => within(10_000, 'a call', send(service.url, call))),
      );
  const faults = [...(await worksFaults(erp))];
  // Health repeats a report for a second.
  await pause(1100);
  const health = await within(5000, 'GET /health', erp.get('/health'));
  if (health.status !== 200 || !health.text.includes('lines are being lost'))
    faults.push(`GET /health: ${health.status} ${health.text}`);
  const metrics = await (await fetch(`${service.metricsUrl}/metrics`)).text();
  if (!/^ids_log_lines_dropped_total [1-9]/m.test(metrics))
    faults.push('ids_log_lines_dropped_total counts nothing');
  return [...faults, ...(await stage.stop(service))];
}

const HOLDS = 'it continues, counts and reports the lost lines, and stops on SIGTERM';

export const LOGS: readonly Scenario[] = [
  {
    name: 'the disk of the log is full',
    holds: HOLDS,
    long: true,
    run: async (stage) =>
      unheardFaults(stage, await stage.start({ LOG_LEVEL: 'info' }, { output: openSync('/dev/full', 'w') })),
  },
  {
    name: 'the reader of the log has stopped',
    holds: HOLDS,
    long: true,
    run: async (stage) =>
      unheardFaults(stage, await stage.start({ LOG_LEVEL: 'info' }, { output: 'unread' })),
  },
];
