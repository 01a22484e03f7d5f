import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { fingerprintOf, sealerOf } from '../../../src/adapters/sealing/jose-sealer.ts';
import { SqliteSealedRows } from '../../../src/adapters/sqlite/sqlite-sealed-rows.ts';
import { SealedContent } from '../../../src/application/content/sealed-content.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { CommandRefused } from '../../../src/commands/frame/endings.ts';
import type { SealedRows } from '../../../src/ports/sealed-rows.ts';
import type { LiveProcess } from '../../../src/ports/live-processes.ts';
import { rotateMasterKey } from '../../../src/commands/keys/rotate-master-key.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { memorySqlite, memoryStores } from '../../support/memory-stores.ts';

const [current, next] = [randomBytes(32), randomBytes(32)];
const CLIENTS = Array.from({ length: 5 }, (_, n) => `client-${n}`);

const aProcess = (id: string, masterKeys: readonly string[]): LiveProcess => ({
  id,
  role: 'worker',
  lanes: [],
  version: '0.1.0',
  masterKeys,
  startedAt: new Date('2026-10-05T08:00:00Z'),
  seenAt: new Date('2026-10-05T09:00:00Z'),
});

/** Dies at the nth write. */
class DyingRows extends SqliteSealedRows {
  left = Infinity;

  constructor() {
    super(memorySqlite());
  }

  override async replaceDataKey(...args: Parameters<SealedRows['replaceDataKey']>) {
    this.live();
    return super.replaceDataKey(...args);
  }

  override async replaceMasterKeyFingerprint(from: string, to: string) {
    this.live();
    return super.replaceMasterKeyFingerprint(from, to);
  }

  private live(): void {
    if (this.left === 0) throw new Error('killed');
    this.left -= 1;
  }
}

describe('ids rotate-master', () => {
  const contentOn = async (rows: SealedRows, keys: Parameters<typeof sealerOf>[1]) =>
    new SealedContent(rows, await sealerOf(rows, keys), new NodeDigests());

  async function filled() {
    const rows = new DyingRows();
    const audit = memoryStores().audit;
    const tools = { sealed: rows, audit, clock: new FakeClock(), live: [] as readonly LiveProcess[] };
    const content = await contentOn(rows, { current });
    const texts = new Map<string, string>();
    for (const client of CLIENTS) texts.set(client, await content.sealText(client, `of ${client}`));
    const readable = async (keys: Parameters<typeof sealerOf>[1]) => {
      const reader = await contentOn(rows, keys);
      for (const [client, sealed] of texts)
        assert.equal(await reader.openText(client, sealed), `of ${client}`);
    };
    return { rows, audit, tools, readable };
  }

  it('leaves all content readable with the new key alone, and none with the old one', async () => {
    const { audit, tools, readable } = await filled();
    assert.equal(await rotateMasterKey({ current, next }, tools), CLIENTS.length);
    await readable({ current: next });
    await assert.rejects(readable({ current }), /is not the key that this store is used with/);
    const rows = await audit.recent({ limit: 10 });
    assert.deepEqual(rows.map(({ action }) => action).sort(), [
      'master_key_rotated',
      'master_key_rotation_begun',
    ]);
    assert.equal(await rotateMasterKey({ current, next }, tools), 0, 'again it finds nothing to do');
  });

  for (let writes = 0; writes <= CLIENTS.length; writes += 1)
    it(`continues after a kill after ${writes} writes; meanwhile processes with both keys read everything`, async () => {
      const { rows, tools, readable } = await filled();
      rows.left = writes;
      await assert.rejects(rotateMasterKey({ current, next }, tools), /killed/);
      rows.left = Infinity;
      await readable({ current, next });
      if (writes > 0) {
        await assert.rejects(readable({ current }), /is not the key/);
        await assert.rejects(readable({ current: next }), /rotate-master again/);
      }
      const client = await contentOn(rows, { current, next });
      const sealed = await client.sealText('came meanwhile', 'x');
      await rotateMasterKey({ current, next }, tools);
      await readable({ current: next });
      assert.equal(await (await contentOn(rows, { current: next })).openText('came meanwhile', sealed), 'x');
    });

  for (const [what, keys, says] of [
    ['no key', {}, /MASTER_KEY .* is not set/],
    ['no new key', { current }, /NEW_MASTER_KEY .* is not set/],
    ['the same key twice', { current, next: current }, /is the key of the store already/],
    ['another key', { current: randomBytes(32), next }, /MASTER_KEY is not the key that this store/],
  ] as const)
    it(`changes nothing with ${what}`, async () => {
      const { rows, tools, readable } = await filled();
      await assert.rejects(rotateMasterKey(keys, tools), says);
      await readable({ current });
      assert.equal(await rows.masterKeyFingerprint(''), fingerprintOf(current));
    });

  it('changes nothing while a live process lacks the new key, and names it', async () => {
    const { rows, tools, readable } = await filled();
    const ready = aProcess('prc_1', [fingerprintOf(current), fingerprintOf(next)]);
    const late = aProcess('prc_2', [fingerprintOf(current)]);
    // It can read nothing, before and after.
    const without = aProcess('prc_3', []);
    await assert.rejects(
      rotateMasterKey({ current, next }, { ...tools, live: [ready, late, without] }),
      (error) => {
        assert.ok(error instanceof CommandRefused);
        assert.match(error.message, /prc_2 \(worker/);
        assert.doesNotMatch(error.message, /prc_1|prc_3/);
        return true;
      },
    );
    assert.equal(await rows.masterKeyFingerprint(''), fingerprintOf(current));
    assert.equal(
      await rotateMasterKey({ current, next }, { ...tools, live: [ready, without] }),
      CLIENTS.length,
    );
    await readable({ current: next });
  });

  it('does nothing in a store that was never used with a key', async () => {
    const tools = {
      ...memoryStores(),
      clock: new FakeClock(),
      live: [],
    };
    await assert.rejects(rotateMasterKey({ current, next }, tools), /never used with a master key/);
    assert.equal(await tools.sealed.knowsMasterKey(), false);
  });
});
