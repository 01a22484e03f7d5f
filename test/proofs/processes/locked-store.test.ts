import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Erp, example, numbered, OPERATOR_KEY } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { lockedByAnother } from '../../support/locked.ts';
import { startService } from '../../support/service.ts';

const MANY = 8;

describe('a service whose SQLite file another program keeps locked', () => {
  const { path, remove } = emptyFolder();
  after(remove);

  it('answers busy with Retry-After, does the rest of its work, and finishes everything afterwards', async () => {
    const file = join(path, 'ids.db');
    const env = { STORE_URL: `sqlite:${file}`, OPERATOR_KEY };
    const service = await startService({ cwd: path, env });
    const erp = await Erp.of(service, 'acme');
    const many = example('several-vat-rates');
    const ids: string[] = [];
    for (let n = 0; n < MANY; n += 1)
      ids.push((await erp.submit(numbered(many, `BEFORE-${n}`), `before-${n}`)).json.id);

    const letGo = await lockedByAnother(file);
    const began = performance.now();
    const tookMs: number[] = [];
    const waiting = Array.from({ length: 5 }, async (_, n) => {
      const answer = await erp.submit(numbered(many, `DURING-${n}`), `during-${n}`);
      tookMs.push(performance.now() - began);
      return answer;
    });
    // A call that needs no store does not wait: the description is served while all others wait.
    let served = 0;
    for (; tookMs.length === 0; await pause(50)) {
      assert.equal((await fetch(`${service.url}/openapi.json`)).status, 200);
      if (tookMs.length === 0) served += 1;
    }
    assert.ok(served > 2, `${served} calls that need no store were answered`);
    for (const { status, headers, json } of await Promise.all(waiting)) {
      assert.deepEqual([status, json], [503, { ...json, title: 'The service is busy' }]);
      assert.match(headers.get('retry-after') ?? '', /^[0-9]+$/);
    }
    // All at one time: one after the other the last would take five times as long as the first.
    assert.ok(Math.max(...tookMs) < 3 * Math.min(...tookMs), tookMs.join(' '));
    // Heartbeat, sweep and jobs fail meanwhile, more than once.
    await pause(8000);
    await letGo();

    for (let n = 0; n < 5; n += 1) {
      const { status, json } = await erp.submit(numbered(many, `DURING-${n}`), `during-${n}`);
      assert.equal(status, 202);
      ids.push(json.id);
    }
    for (const id of ids) {
      assert.equal((await erp.settled(id, 120_000)).state, 'ready');
      assert.deepEqual(await erp.events(id), ['1 received', '2 validated', '3 ready']);
    }
    assert.equal(await service.stop(), 0, service.printed());
  });
});
