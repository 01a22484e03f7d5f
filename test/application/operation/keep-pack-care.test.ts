import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { KeepPackCare, type NewerVersions } from '../../../src/application/operation/keep-pack-care.ts';
import { MeasurePackAges } from '../../../src/application/operation/measure-pack-ages.ts';
import type { CareRow } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { OldPacks } from '../../../src/ports/old-packs.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { aPack } from '../../support/rule-packs.ts';

const DAY_MS = 86_400_000;
const PUBLISHER = {
  name: 'KoSIT',
  packs: ['xrechnung'],
  announcedAt: 'https://kosit.example/releases',
  rhythm: { months: [1, 7] },
  released: {},
  seen: null,
  carriers: [],
};
const xrechnung = (version: string, validFrom: string) =>
  aPack({ id: 'xrechnung', layer: 'xrechnung', version, validFrom });
const [OLD, NEW] = [xrechnung('2.5.0', '2026-02-02'), xrechnung('2.6.0', '2026-08-31')];
const [OLD_ID, NEW_ID] = ['pack_xrechnung-2.5.0', 'pack_xrechnung-2.6.0'];

describe('the care row of an old rule pack', () => {
  let clock: FakeClock;
  let telemetry: FakeTelemetry;
  let oldPacks: OldPacks;
  beforeEach(() => {
    clock = new FakeClock('2026-09-29T00:00:00.000Z');
    telemetry = new FakeTelemetry();
    oldPacks = memoryStores().oldPacks;
  });

  const keeper = (packs = [OLD], store: Pick<OldPacks, 'all' | 'replace'> = oldPacks): KeepPackCare => {
    const measurePackAges = new MeasurePackAges({
      packs: { entries: async () => packs },
      publishers: [PUBLISHER],
      clock,
    });
    return new KeepPackCare({ measurePackAges, oldPacks: store, telemetry, clock });
  };
  const seen = (id: string, version?: string): NewerVersions => new Map([[id, version]]);
  const rows = async (status: 'open' | 'handled'): Promise<readonly CareRow[]> =>
    (await oldPacks.careList({ status })).map(({ row }) => row);
  const counts = async () => [(await rows('open')).length, (await rows('handled')).length];
  async function handleByPerson(id: string): Promise<void> {
    const pack = (await oldPacks.find(id))!;
    const care = pack.care.map((row) => ({ ...row, handledAt: clock.now(), handledBy: 'key_1' }));
    assert.ok(await oldPacks.replace({ ...pack, care, version: pack.version + 1 }));
  }

  it('opens on the day after the rhythm and 60 days, once, and is counted', async () => {
    await keeper().run();
    assert.deepEqual(await counts(), [0, 0]);
    clock.advance(DAY_MS);
    for (let n = 0; n < 3; n += 1) await keeper().run();
    assert.deepEqual(withEnglish(await rows('open')), [
      {
        code: 'EI-PACK-OLD',
        whoActs: 'us',
        openedAt: clock.now(),
        fixHint:
          'The operator looks for a newer release at https://kosit.example/releases and installs or adopts it.',
      },
    ]);
    assert.deepEqual(telemetry.care, ['EI-PACK-OLD us']);
  });

  it('is closed by the service once a newer release is installed', async () => {
    clock.advance(DAY_MS);
    await keeper().run();
    await keeper([OLD, NEW]).run();
    assert.deepEqual(await counts(), [0, 1]);
    const [row] = await rows('handled');
    assert.deepEqual([row?.handledAt, row?.handledBy], [clock.now(), undefined]);
    await keeper([OLD, NEW]).run();
    assert.equal((await oldPacks.find(OLD_ID))?.version, 2);
  });

  it('opens when a registry has a newer version, and is closed when none has', async () => {
    await keeper([NEW]).run(seen(NEW_ID, 'v2.7.0'));
    await keeper([NEW]).run();
    const [row] = await rows('open');
    assert.match(english(row?.fixHint ?? ''), /^A registry has version v2\.7\.0\. The operator looks/);
    await keeper([NEW]).run(seen(NEW_ID, 'v2.8.0'));
    const [next] = await rows('open');
    assert.match(english(next?.fixHint ?? ''), /v2\.8\.0/);
    assert.deepEqual(next?.openedAt, row?.openedAt);
    await keeper([NEW]).run(seen(NEW_ID));
    assert.deepEqual(await counts(), [0, 1]);
    assert.equal((await oldPacks.find(NEW_ID))?.newer, undefined);
  });

  it('stays closed by a person until a version is seen that was not known then', async () => {
    clock.advance(DAY_MS);
    await keeper().run();
    await handleByPerson(OLD_ID);
    clock.advance(30 * DAY_MS);
    await keeper().run();
    assert.deepEqual(await counts(), [0, 1]);
    await keeper().run(seen(OLD_ID, 'v2.6.0'));
    assert.deepEqual(await counts(), [1, 0]);
    await handleByPerson(OLD_ID);
    await keeper().run(seen(OLD_ID, 'v2.6.0'));
    assert.deepEqual(await counts(), [0, 1]);
  });

  it('does not go to and fro while processes have different packs', async () => {
    clock.advance(DAY_MS);
    for (let n = 0; n < 20; n += 1) {
      await keeper().run();
      await keeper([OLD, NEW]).run();
      clock.advance(60_000);
    }
    assert.deepEqual(telemetry.care, ['EI-PACK-OLD us']);
    clock.advance(3_600_000);
    await keeper().run();
    assert.deepEqual(await counts(), [1, 0]);
  });

  it('is one row in several processes at once', async () => {
    clock.advance(DAY_MS);
    await Promise.all([
      ...Array.from({ length: 5 }, () => keeper().run()),
      ...Array.from({ length: 5 }, () => keeper().run(seen(OLD_ID, 'v2.6.0'))),
    ]);
    assert.deepEqual(await counts(), [1, 0]);
    assert.equal((await oldPacks.find(OLD_ID))?.newer, 'v2.6.0');
    await Promise.all(Array.from({ length: 5 }, () => keeper([OLD, NEW]).run()));
    assert.deepEqual(await counts(), [0, 1]);
  });

  for (const [when, written] of [
    ['before', false],
    ['after', true],
  ] as const)
    for (let dies = 1; dies <= 4; dies += 1)
      it(`is one row if a process dies ${when} its call ${dies} to the store`, async () => {
        clock.advance(DAY_MS);
        let calls = 0;
        const dyingAt = async <T>(call: () => Promise<T>): Promise<T> => {
          calls += 1;
          if (calls === dies && !written) throw new Error('it died');
          const result = await call();
          if (calls === dies) throw new Error('it died');
          return result;
        };
        const dying = {
          all: () => dyingAt(() => oldPacks.all()),
          replace: (...given: Parameters<OldPacks['replace']>) => dyingAt(() => oldPacks.replace(...given)),
        };
        for (const packs of [[OLD], [OLD, NEW]])
          await keeper(packs, dying)
            .run()
            .catch(() => undefined);
        await keeper().run();
        await keeper([OLD, NEW]).run();
        assert.deepEqual(await counts(), [0, 1]);
        assert.equal((await oldPacks.all()).length, 1);
      });
});
