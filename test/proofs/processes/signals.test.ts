import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeOnEachStore, type StoreInUse } from '../../support/each-store.ts';
import { Erp, example, numbered, OPERATOR_KEY } from '../../support/erp.ts';
import { type Service, startService } from '../../support/service.ts';

const STOPS_WITHIN_MS = 10_000;
/** They come in at once, so that some of them still wait when the signal comes. */
const MANY = 6;

describeOnEachStore('SIGTERM in the middle of work', (open) => {
  let store: StoreInUse;
  const services: Service[] = [];
  before(() => (store = open()));
  after(async () => {
    for (const service of services) await service.stop();
    store.remove();
  });

  it('ends the process in time; work in progress is finished or released, and nothing is done twice', async () => {
    const start = async (): Promise<Service> => {
      const env = { ...store.env, OPERATOR_KEY };
      const service = await startService({ cwd: store.folder, env });
      services.push(service);
      return service;
    };
    const first = await start();
    const erp = await Erp.of(first, 'signals');
    const many = numbered(example('thousand-lines'), 'LONG-0');
    const taken = await Promise.all(
      Array.from({ length: MANY }, (_, n) => erp.submit(numbered(many, `LONG-${n}`))),
    );
    for (const { status } of taken) assert.equal(status, 202);
    const ids = taken.map(({ json }) => json.id);
    const { total: waiting } = (await erp.get<{ total: number }>('/invoices?state=queued')).json;
    assert.ok(waiting > 1, `${waiting} are left to do`);
    // One more is being submitted when the signal comes: it is answered or refused, never half stored.
    const late = erp.submit(numbered(many, 'LATE'), 'key-of-the-late-one').catch(() => undefined);
    const told = performance.now();
    assert.equal(await first.stop('SIGTERM'), 0, first.printed());
    assert.ok(performance.now() - told < STOPS_WITHIN_MS);
    assert.doesNotMatch(first.printed(), /"level":50/, 'a stop in good order logs no error');
    const answered = await late;

    const second = await start();
    const after = erp.at(second);
    const { json } = await after.submit(numbered(many, 'LATE'), 'key-of-the-late-one');
    if (answered?.status === 202) assert.equal(json.id, answered.json.id);
    for (const id of [...ids, json.id]) {
      assert.equal((await after.settled(id, 90_000)).state, 'ready');
      assert.deepEqual(await after.events(id), ['1 received', '2 validated', '3 ready']);
    }
    assert.equal((await after.get<{ total: number }>('/invoices')).json.total, MANY + 1);
    assert.equal(await second.stop('SIGINT'), 0);
  });
});

describe('SIGTERM while a caller still sends', () => {
  it('ends the process in time as well', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ids-slow-caller-'));
    const service = await startService({ cwd: folder, env: { OPERATOR_KEY } });
    const caller = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => undefined);
    const head = ['POST /invoices HTTP/1.1', 'Host: x', `Authorization: Bearer ${OPERATOR_KEY}`];
    caller.write(
      `${[...head, 'Content-Type: application/json', 'Content-Length: 100'].join('\r\n')}\r\n\r\n{`,
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(await service.stop('SIGTERM'), 0, service.printed());
    caller.destroy();
    rmSync(folder, { recursive: true });
  });
});
