import assert from 'node:assert/strict';
import { AnnouncePacks } from '../../../src/application/radar/announce-packs.ts';
import type { Radar, RadarTelling } from '../../../src/domain/radar/radar.ts';
import type { InstalledRules } from '../../../src/ports/rule-packs.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import type { AuditEntry } from '../../../src/ports/audit-log.ts';
import { FakeJobs } from '../../fakes/jobs.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { aPack } from '../../support/rule-packs.ts';

const en = (version: string, validFrom: string, more: Partial<InstalledRules> = {}) =>
  aPack({ id: 'en16931', layer: 'en16931', version, validFrom, ...more });

describe('announcements of rule packs that come into force', () => {
  let entries: readonly InstalledRules[];
  let radars: Map<string, Radar>;
  let audited: AuditEntry[];
  let jobs: FakeJobs;
  let clock: FakeClock;

  beforeEach(() => {
    entries = [en('1', '2026-01-01'), en('2', '2027-01-15')];
    radars = new Map();
    audited = [];
    jobs = new FakeJobs();
    clock = new FakeClock('2026-10-05T08:00:00.000Z');
  });

  const announce = (tells: readonly RadarTelling[] = ['care']) =>
    new AnnouncePacks({
      packs: { entries: async () => entries },
      radars: {
        find: async (id) => radars.get(id),
        add: async (radar) => void (radars.has(radar.id) || radars.set(radar.id, radar)),
      },
      invoices: { list: async () => ({ invoices: [], total: 7 }) as never },
      clients: { find: async () => undefined },
      jobs,
      audit: { write: async (entry) => void audited.push(entry) },
      digests: new NodeDigests(),
      clock,
      log: { info: () => undefined },
      tells,
    });

  it('start one radar for each pack, whichever worker is first', async () => {
    await Promise.all([announce().run(), announce().run()]);
    await announce().run();
    const [radar, ...more] = [...radars.values()];
    assert.deepEqual(more, []);
    assert.match(radar?.id ?? '', /^rdr_[0-9a-f]{32}$/);
    assert.deepEqual(
      [radar?.pack, radar?.day, radar?.before, radar?.since, radar?.tells, radar?.total],
      ['en16931-2.built-in', '2027-01-15', '2026-10-05', '2026-06-27', ['care'], 7],
    );
    assert.deepEqual([...jobs.waiting.keys()], [radar?.id]);
    assert.ok(audited.every(({ actor, action }) => actor === 'system' && action === 'radar_started'));
  });

  it('start another one for another state of the pack', async () => {
    await announce().run();
    entries = [entries[0]!, en('2', '2027-01-15', { checksum: 'f'.repeat(64) })];
    await announce().run();
    assert.equal(radars.size, 2);
  });

  it('wait until the first day is within 120 days, and leave packs in force alone', async () => {
    entries = [en('1', '2026-01-01'), en('2', '2027-02-03')];
    await announce().run();
    assert.equal(radars.size, 0);
    clock.advance(24 * 3_600_000);
    await announce().run();
    assert.equal(radars.size, 1);
  });

  it('are not made unless the operator wishes it', async () => {
    await announce([]).run();
    assert.equal(radars.size, 0);
  });
});
