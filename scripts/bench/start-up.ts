import { join } from 'node:path';
import { emptyFolder } from './empty-folder.ts';
import {
  invoiceBody,
  OPERATOR_KEY,
  PROJECT,
  serviceEnvironment,
  start,
  startService,
} from './service-process.ts';
import { median, printTable, roundTo } from './table.ts';

/** From the start of a process to its first verdict, on an existing store (the second start). */
export async function startUp(): Promise<void> {
  const folder = emptyFolder();
  await (await startService(folder)).stop();
  const steps: { readonly prepared: number; readonly verdict: number; readonly alone: number }[] = [];
  for (let round = 0; round < 3; round++) {
    const npmStart = await timeStart(folder, () => [join(PROJECT, 'scripts/start.mjs')], round);
    const program = await timeStart(folder, () => [join(PROJECT, 'dist/src/processes/main.js')], round);
    steps.push({ prepared: npmStart.healthy, verdict: npmStart.verdict, alone: program.healthy });
  }
  const [prepared, verdict, alone] = (['prepared', 'verdict', 'alone'] as const).map((step) =>
    median(steps.map((each) => each[step])),
  );
  printTable(
    'Second npm start to first verdict (goal: 2 s)',
    ['step', 'ms'],
    [
      ['build and packs found up to date', roundTo(prepared! - alone!, 0)],
      ['process to healthy', roundTo(alone!, 0)],
      ['first POST /validate', roundTo(verdict!, 0)],
      ['together', roundTo(prepared! + verdict!, 0)],
    ],
  );
}

async function timeStart(folder: string, program: () => readonly string[], round: number) {
  const started = performance.now();
  const service = await start(program, serviceEnvironment(folder, {}), folder);
  const healthy = performance.now();
  const answer = await fetch(`${service.url}/validate`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${OPERATOR_KEY}`, 'Content-Type': 'application/json' },
    body: invoiceBody(round, 'S'),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status} ${text}`);
  const verdict = performance.now() - healthy;
  await service.stop();
  return { healthy: healthy - started, verdict };
}
