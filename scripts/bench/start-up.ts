import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invoiceBody, OPERATOR_KEY, startService } from './service-process.ts';
import { median, printTable, rounded } from './table.ts';

/** From the start of a process to its first verdict, on a store that is there already (the second start). */
export async function startUp(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-start-'));
  try {
    await (await startService(folder)).stop();
    const steps: { healthy: number; verdict: number }[] = [];
    for (let round = 0; round < 3; round++) {
      const started = performance.now();
      const service = await startService(folder);
      const healthy = performance.now();
      const answer = await fetch(`${service.url}/validate`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${OPERATOR_KEY}`, 'Content-Type': 'application/json' },
        body: invoiceBody(round, 'S'),
      });
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
      steps.push({ healthy: healthy - started, verdict: performance.now() - healthy });
      await service.stop();
    }
    const healthy = median(steps.map((step) => step.healthy));
    const verdict = median(steps.map((step) => step.verdict));
    printTable(
      'Second start to first verdict (goal: 2 s)',
      ['step', 'ms'],
      [
        ['process to healthy', rounded(healthy, 0)],
        ['first POST /validate', rounded(verdict, 0)],
        ['together', rounded(healthy + verdict, 0)],
      ],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
