import assert from 'node:assert/strict';
import { EndLostExports } from '../../../src/application/exports/end-lost-exports.ts';
import { startExport } from '../../../src/application/exports/start-export.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { memoryStores } from '../../support/memory-stores.ts';

const request = {
  caller: { kind: 'operator', keyId: 'key_1' },
  client: 'acme',
  requestId: 'req_1',
  what: 'events',
  fileName: 'events.ndjson',
  skipped: 0,
} as const;

async function* lines(): AsyncGenerator<string> {
  yield 'one\n';
}

describe('the audit rows of an export', () => {
  let [audit, clock, realClock] = [memoryStores().audit, new FakeClock(), new FakeClock()];
  beforeEach(() => {
    [audit, clock, realClock] = [memoryStores().audit, new FakeClock(), new FakeClock()];
  });
  const begin = async () => {
    const tools = { audit, digests: new NodeDigests(), clock, realClock };
    const underWay = startExport(tools, { ...request, parts: lines() });
    const chunks = underWay.chunks[Symbol.asyncIterator]();
    assert.deepEqual(await audit.recent({ limit: 10 }), []);
    await chunks.next();
    return underWay;
  };
  const sweep = () => new EndLostExports({ audit, clock, realClock }).run();
  const readAudit = async () =>
    (await audit.recent({ limit: 10 })).map(({ action, details }) => ({ action, ...details }));
  const started = { action: 'export_started', what: 'events', skipped: 0 };
  const whole = {
    ...{ action: 'data_exported', what: 'events', bytes: 4, skipped: 0 },
    sha256: new NodeDigests().sha256('one\n'),
  };
  const lost = {
    ...{ action: 'data_exported', what: 'events', skipped: 0, broken_off: true },
    reason: 'the process that sent it ended',
  };

  it('report its start before the first byte, and its end', async () => {
    const underWay = await begin();
    assert.deepEqual(await readAudit(), [started]);
    await underWay.ended(true);
    await sweep();
    assert.deepEqual(await readAudit(), [whole, started]);
  });

  it('report once that it broke off if its process is silent for a minute', async () => {
    const underWay = await begin();
    clock.advance(86_400_000);
    realClock.advance(60_000);
    await sweep();
    assert.deepEqual(await readAudit(), [started]);
    realClock.advance(10_001);
    await sweep();
    await sweep();
    assert.deepEqual(await readAudit(), [lost, started]);
    const [row] = await audit.recent({ limit: 1 });
    assert.deepEqual([row?.client, row?.actor, row?.requestId], ['acme', 'key_1', 'req_1']);
    // The process was only suspended.
    await underWay.ended(true);
    assert.deepEqual(await readAudit(), [whole, lost, started]);
  });
});
