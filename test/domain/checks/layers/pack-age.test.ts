import assert from 'node:assert/strict';
import { type Publisher, packAges } from 'en16931-rules/layers/pack-age.ts';
import { aPack } from '../../../support/rule-packs.ts';

const publisher = (changes: Partial<Publisher> = {}): Publisher => ({
  name: 'CEN/TC 434',
  packs: ['en16931'],
  announcedAt: 'https://publisher.example/releases',
  rhythm: { months: [4, 10] },
  released: {},
  seen: null,
  carriers: [],
  ...changes,
});

const en = (version: string, validFrom: string | null, more: object = {}) =>
  aPack({ id: 'en16931', layer: 'en16931', version, validFrom, ...more });

describe('the age of the packs of a publisher', () => {
  const RHYTHMS: readonly (readonly [
    rhythm: Publisher['rhythm'],
    first: string,
    expectedIn: string,
    lastDay: string,
  ])[] = [
    [{ months: [4, 10] }, '2026-04-10', '2026-10', '2026-12-30'],
    [{ months: [4, 10] }, '2026-10-31', '2027-04', '2027-06-29'],
    [{ months: [5, 11] }, '2026-08-24', '2026-11', '2027-01-29'],
    [{ months: [1, 7] }, '2026-01-31', '2026-07', '2026-09-29'],
    [{ months: [1, 7] }, '2026-08-31', '2027-01', '2027-04-01'],
    [{ months: [3] }, '2026-03-01', '2027-03', '2027-05-30'],
    [{ everyMonths: 3 }, '2026-08-04', '2026-11', '2027-01-29'],
    [{ everyMonths: 6 }, '2026-09-01', '2027-03', '2027-05-30'],
  ];
  for (const [rhythm, first, expectedIn, lastDay] of RHYTHMS)
    it(`${JSON.stringify(rhythm)}: a release of ${first} is old after ${lastDay}`, () => {
      const on = (day: string) => packAges([en('1', first)], [publisher({ rhythm })], day)[0]!;
      const after = new Date(Date.parse(lastDay) + 86_400_000).toISOString().slice(0, 10);
      assert.deepEqual(
        [on(lastDay).isOld, on(after).isOld, on(lastDay).expectedIn, on(after).ageDays],
        [false, true, expectedIn, on(after).maxAgeDays! + 1],
      );
    });

  it('is that of the newest installed release, also of another id of the same publisher', () => {
    const packs = [
      en('1.3.16', '2026-04-10'),
      en('1.3.17', '2026-11-02', { id: 'en', origin: 'official' }),
      en('9', '2020-01-01', { id: 'own-rules' }),
    ];
    const [age, ...others] = packAges(packs, [publisher({ packs: ['en16931', 'en'] })], '2026-11-22');
    assert.deepEqual([age?.pack.version, age?.ageDays, others], ['1.3.17', 20, []]);
  });

  it('is 0 before the first day, so that an adopted release ends the alarm at once', () => {
    const [age] = packAges([en('1', '2024-04-10'), en('2', '2027-02-01')], [publisher()], '2026-12-31');
    assert.deepEqual([age?.ageDays, age?.isOld], [0, false]);
  });

  it('comes from the day of the release, if the pack states no first day', () => {
    const [age] = packAges(
      [en('1.0.9', null)],
      [publisher({ rhythm: null, released: { '1.0.9': '2024-09-16' } })],
      '2026-09-16',
    );
    assert.deepEqual([age?.ageDays, age?.maxAgeDays, age?.isOld], [730, null, false]);
  });

  it('is unknown without either day, and nothing is called old', () => {
    const [age] = packAges([en('1', null)], [publisher()], '2036-01-01');
    assert.deepEqual([age?.ageDays, age?.expectedIn, age?.isOld], [null, null, false]);
  });
});
