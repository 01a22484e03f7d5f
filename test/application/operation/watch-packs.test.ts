import assert from 'node:assert/strict';
import { WatchPacks } from '../../../src/application/operation/watch-packs.ts';
import type { Publisher } from 'en16931-rules/layers/pack-age.ts';
import type { LogFields } from '../../../src/ports/log.ts';
import type { InstalledRules } from '../../../src/ports/rule-packs.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { aPack } from '../../support/rule-packs.ts';

const en = (version: string, more: Partial<InstalledRules> = {}) =>
  aPack({ id: 'en16931', layer: 'en16931', version, ...more });

const CEN: Publisher = {
  name: 'CEN',
  packs: ['en16931'],
  announcedAt: 'https://cen.example/releases',
  rhythm: { months: [4, 10] },
  released: {},
  seen: null,
  carriers: [],
};

describe('the watcher of rule packs', () => {
  let entries: readonly InstalledRules[];
  let clock: FakeClock;
  let telemetry: FakeTelemetry;
  let logged: [string, LogFields][];
  let watch: WatchPacks;

  beforeEach(() => {
    entries = [en('1')];
    clock = new FakeClock('2026-10-05T08:00:00.000Z');
    telemetry = new FakeTelemetry();
    logged = [];
    const note = (fields: LogFields, message: string) => void logged.push([message, fields]);
    const log = { info: note, warn: note };
    const packs = { entries: async () => entries };
    watch = new WatchPacks({ packs, publishers: [CEN], clock, log, telemetry });
  });
  const messages = () => logged.map(([message]) => message);

  it('reports the packs in force at a start, without a change', async () => {
    await watch.run();
    assert.deepEqual(
      [logged, telemetry.inForce, telemetry.packChanges],
      [[], ['en16931: en16931 1 built-in'], []],
    );
  });

  it('reports a pack that is installed and in force at once, in one line for all its documents', async () => {
    const syntaxes = ['ubl-invoice', 'cii'] as const;
    entries = [en('1', { syntaxes })];
    await watch.run();
    entries = [...entries, en('2', { syntaxes, origin: 'official', validFrom: '2026-10-01' })];
    await watch.run();
    assert.deepEqual(messages(), ['a rule pack was installed', 'another rule pack is in force']);
    assert.deepEqual(logged[1]?.[1], {
      layer: 'en16931',
      documents: ['ubl-invoice *', 'cii *'],
      was: 'en16931 1 built-in',
      is: 'en16931 2 official',
      since: '2026-10-01',
    });
    assert.deepEqual(telemetry.packChanges, ['en16931']);
    assert.deepEqual(telemetry.inForce, ['en16931: en16931 2 official']);
  });

  it('reports an installed pack on the day on which it takes effect', async () => {
    entries = [en('1'), en('2', { validFrom: '2026-10-06' })];
    await watch.run();
    await watch.run();
    assert.deepEqual(messages(), []);
    assert.deepEqual(telemetry.coming, ['en16931: en16931 2 built-in in 1']);
    clock.advance(16 * 3_600_000);
    await watch.run();
    assert.deepEqual(messages(), ['another rule pack is in force']);
  });

  it('reports a removed pack, and the one in force then', async () => {
    await watch.run();
    entries = [];
    await watch.run();
    assert.deepEqual(messages(), ['a rule pack was removed', 'another rule pack is in force']);
    assert.deepEqual([logged[1]?.[1]['is'], telemetry.inForce], ['none', []]);
  });

  it('reports ages, and warns once of a pack that has become older than the rhythm of its publisher', async () => {
    await watch.run();
    assert.deepEqual([telemetry.ages, logged], [['CEN, en16931 1 built-in, 178, 264'], []]);
    clock.advance(300 * 86_400_000);
    await watch.run();
    await watch.run();
    assert.deepEqual(telemetry.ages, ['CEN, en16931 1 built-in, 478, 264']);
    assert.deepEqual(logged, [
      [
        'a rule pack is older than the rhythm of its publisher',
        { pack: 'en16931 1 built-in', age_days: 478, announced_at: 'https://cen.example/releases' },
      ],
    ]);
    entries = [...entries, en('2', { validFrom: '2027-08-01' })];
    await watch.run();
    assert.deepEqual(telemetry.ages, ['CEN, en16931 2 built-in, 0, 151']);
  });

  it('reports another state of the same version', async () => {
    await watch.run();
    entries = [en('1', { checksum: 'f'.repeat(64) })];
    await watch.run();
    assert.deepEqual(messages(), ['a rule pack was installed', 'a rule pack was removed', 'another rule pack is in force']); // prettier-ignore
  });
});
