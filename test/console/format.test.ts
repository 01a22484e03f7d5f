import assert from 'node:assert/strict';
import {
  afterTomorrow,
  amountOf,
  asClocksThere,
  clockOrMomentOf,
  DAY_MS,
  dayOf,
  dayWordOf,
  endingOf,
  endOfDeadline,
  isCreditNote,
  isLate,
  lengthOf,
  momentOf,
  secondOf,
  shortened,
  timeOf,
  urgencyOf,
} from '../../src/console/app/format.ts';

import { figureOf } from '../../src/console/app/figures.ts';
import { isCreditNoteType } from '../../src/domain/vocabulary/credit-notes.ts';

const NOW = new Date(2026, 10, 24, 6, 41, 18);
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

describe('what the console writes', () => {
  it('takes back with the kinds that the service takes for credit notes', () => {
    for (let kind = 0; kind < 1000; kind += 1)
      assert.equal(isCreditNote(String(kind)), isCreditNoteType(String(kind)), String(kind));
  });

  for (const [at, expected] of [
    [new Date(2026, 10, 24, 6, 35, 24), '06:35:24'],
    [new Date(2026, 10, 23, 14, 2), '23 Nov 14:02'],
    [new Date(2025, 10, 23, 14, 2), '23 Nov 2025'],
  ] as const)
    it(`is ${expected} for a time as far away as its year`, () =>
      assert.equal(timeOf(at, NOW, 'en'), expected));

  for (const [at, expected, orClock] of [
    [new Date(2026, 10, 24, 6, 35), '24 Nov 06:35', '06:35'],
    [new Date(2026, 10, 30, 23, 59), '30 Nov 23:59', '30 Nov 23:59'],
    [new Date(2027, 0, 4, 23, 59), '4 Jan 2027 23:59', '4 Jan 2027 23:59'],
  ] as const)
    it(`is ${expected} for a moment, and ${orClock} where today needs no day`, () =>
      assert.deepEqual([momentOf(at, NOW, 'en'), clockOrMomentOf(at, NOW, 'en')], [expected, orClock]));

  for (const [at, expected] of [
    [new Date(2026, 10, 24, 6, 35, 24, 97), '06:35:24'],
    [new Date(2026, 10, 23, 14, 2, 5, 97), '23 Nov 14:02:05'],
    [new Date(2025, 10, 23, 14, 2, 5, 97), '23 Nov 2025 14:02:05'],
  ] as const)
    it(`is ${expected} for a step, to the second`, () => assert.equal(secondOf(at, NOW, 'en'), expected));

  for (const [ms, expected] of [
    [15, '15 ms'],
    [2300, '2.3 s'],
    [64_300, '1 min'],
    [17 * 3_600_000 + 18 * 60_000, '17 h 18 min'],
    [24 * 3_600_000, '24 h'],
    [48 * 3_600_000 - 60_000, '47 h 59 min'],
    [48 * 3_600_000, '2 days'],
    [6 * 86_400_000, '6 days'],
  ] as const)
    it(`is ${expected} for a length`, () => assert.equal(plain(lengthOf(ms, 'en')), expected));

  for (const [language, expected] of [
    ['de', '22 Tage'],
    ['fr', '22 jours'],
    ['pl', '22 dni'],
    ['ro', '22 de zile'],
  ] as const)
    it(`writes days out: ${expected}`, () =>
      assert.equal(plain(lengthOf(22 * 86_400_000, language)), expected));

  for (const language of ['de', 'en', 'fr', 'pl', 'ro'])
    it(`ends no line within a length, an amount or a negative figure (${language})`, () => {
      const lengths = [15, 2300, 64_300, 17 * 3_600_000 + 18 * 60_000, 22 * 86_400_000];
      const amounts = ['-1054.17', '1234567.89'].map((amount) => amountOf(amount, 'EUR', language));
      const texts = [
        ...lengths.map((ms) => lengthOf(ms, language)),
        ...amounts,
        figureOf('-19.50', language),
      ];
      // A line may end after a space, and after a hyphen.
      assert.deepEqual(
        texts.filter((text) => /[ -]/.test(text)),
        [],
      );
      assert.match(amounts[0]!, /^\u2212\d/);
    });

  it('keeps every digit of an amount', () => {
    assert.equal(plain(amountOf('1054.17', 'PLN', 'pl')), '1054,17 PLN');
    assert.equal(plain(amountOf('9007199254740993.10', 'EUR', 'en')), '9,007,199,254,740,993.10 EUR');
    assert.equal(plain(amountOf('0.12345678', 'EUR', 'en')), '0.12345678 EUR');
  });

  for (const zone of ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'])
    it(`moves no date of issue into another zone: ${zone}`, () => {
      const { TZ } = process.env;
      process.env['TZ'] = zone;
      try {
        assert.equal(dayOf('2026-11-23', 'en'), '23 Nov 2026');
      } finally {
        if (TZ === undefined) delete process.env['TZ'];
        else process.env['TZ'] = TZ;
      }
    });

  it('ends tomorrow after the day of every tax office, and before the day that follows', () => {
    for (const hour of [0, 9, 21, 23]) {
      const end = afterTomorrow(new Date(2026, 10, 29, hour, 59)).getTime();
      const nextDay = new Date(2026, 11, 1).getTime();
      for (const away of [-2, 0, 2]) {
        const midnight = nextDay + away * 3_600_000;
        assert.ok(midnight < end && end < midnight + DAY_MS, `${hour} ${away}`);
      }
    }
  });

  it('calls a deadline near within a day, urgent within four hours', () => {
    const inHours = (hours: number) => urgencyOf(new Date(NOW.getTime() + hours * 3_600_000), NOW);
    assert.deepEqual([inHours(-1), inHours(3), inHours(17), inHours(30)], ['past', 'hours', 'day', 'later']);
    assert.deepEqual([inHours(0), inHours(4), inHours(24)], ['hours', 'day', 'later'], 'at each limit');
    const words = [22, 23, 24, 25, 26].map((day) => dayWordOf(new Date(2026, 10, day, 4, 0), NOW));
    assert.deepEqual(words, [undefined, 'yesterday', 'today', 'tomorrow', undefined]);
  });

  it('reads a time with an offset as clocks show it there, and one in UTC as those of the reader', () => {
    const end = new Date('2026-11-24T23:59:59.999+02:00');
    const there = asClocksThere(end, '2026-11-24T23:59:59.999+02:00');
    assert.deepEqual([there.getDate(), there.getHours(), there.getMinutes()], [24, 23, 59]);
    assert.equal(asClocksThere(end, '2026-11-24T21:59:59.999Z'), end);
    const west = asClocksThere(end, '2026-11-24T18:29:59.999-03:30');
    assert.deepEqual([west.getDate(), west.getHours(), west.getMinutes()], [24, 18, 29]);
  });

  it('counts a deadline to its own day, and once that has ended to the last day by law', () => {
    const deadline = {
      deadline_at: '2026-11-11T23:59:59.999Z',
      deadline_local: '2026-11-11T23:59:59.999+01:00',
      late_after: '2026-11-12T23:59:59.999+01:00',
    };
    const at = (moment: string) => endOfDeadline(deadline, Date.parse(moment));
    assert.equal(at('2026-11-11T22:59:59.999Z'), deadline.deadline_local);
    assert.equal(at('2026-11-11T23:00:00Z'), deadline.late_after);
    assert.equal(at('2026-11-13T00:00:00Z'), deadline.late_after);
    assert.equal(endOfDeadline({}), undefined);
  });

  it('has a deadline end with the invoice at the route, a cancellation, or another invoice', () => {
    for (const state of ['submitted', 'accepted', 'delivered', 'ready'])
      assert.equal(endingOf({ state }), 'met', state);
    for (const state of ['queued', 'rejected', 'validation_failed', 'dead_letter'])
      assert.equal(endingOf({ state }), undefined, state);
    assert.equal(endingOf({ state: 'cancelled' }), 'over');
    assert.equal(endingOf({ state: 'accepted', sent_again_as: { id: 'inv_2' } }), 'over');
    assert.equal(endingOf({}), undefined, 'what is to be corrected');
  });

  it('calls late what has an open deadline that has passed, by the last day by law', () => {
    const deadline_local = '2026-11-11T23:59:59.999+01:00';
    const late_after = '2026-11-12T23:59:59.999+01:00';
    const at = (moment: string, row: object): boolean =>
      isLate({ deadline_local, late_after, ...row }, Date.parse(moment));
    assert.equal(at('2026-11-12T12:00:00Z', {}), false, 'a holiday has moved it');
    assert.equal(at('2026-11-13T00:00:00Z', {}), true);
    assert.equal(at('2026-11-13T00:00:00Z', { state: 'rejected' }), true);
    for (const row of [{ state: 'accepted' }, { state: 'cancelled' }, { sent_again_as: {} }])
      assert.equal(at('2026-11-13T00:00:00Z', row), false, JSON.stringify(row));
    assert.equal(isLate({ state: 'queued' }), false, 'no deadline');
  });

  it('shortens an id in its middle', () => {
    assert.equal(shortened('5260250274-20261124-0D22ADF770AC-AB', 24), '5260250274-2026112…0AC-AB');
    assert.equal(shortened('5000000001'), '5000000001');
    assert.equal(
      shortened('a'.repeat(25), 24),
      'a'.repeat(25),
      'as long as it would be with its middle lost',
    );
    assert.equal(shortened('a'.repeat(26), 24).length, 25);
  });
});
