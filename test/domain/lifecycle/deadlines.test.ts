import assert from 'node:assert/strict';
import { ROUTE_PROFILES } from '../../../src/domain/routes/all.ts';
import {
  deadlineFor,
  deadlinesBefore,
  deadlinesLateAt,
  dayOfFiling,
  lastDayToFile,
  lateAfter,
  localDeadline,
  warningAt,
} from '../../../src/domain/lifecycle/deadlines.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';

/** By the bound that the stores search with. */
function isLate(route: 'RO-EFACTURA' | 'PL-KSEF', deadline: string, moment: number): boolean {
  const { before } = deadlinesLateAt(new Date(moment)).find((row) => row.route === route)!;
  return Date.parse(`${deadline}T23:59:59.999Z`) < before.getTime();
}

describe('the deadline of an invoice', () => {
  // 1 October 2026 is a Thursday.
  const ROWS: [route: 'RO-EFACTURA' | 'PL-KSEF', issued: string, deadline: string][] = [
    ['PL-KSEF', '2026-10-01', '2026-10-02T23:59:59.999Z'],
    ['PL-KSEF', '2026-10-02', '2026-10-05T23:59:59.999Z'],
    ['PL-KSEF', '2026-10-03', '2026-10-05T23:59:59.999Z'],
    ['PL-KSEF', '2026-10-04', '2026-10-05T23:59:59.999Z'],
    ['PL-KSEF', '2026-12-31', '2027-01-01T23:59:59.999Z'],
    ['RO-EFACTURA', '2026-10-01', '2026-10-08T23:59:59.999Z'],
    ['RO-EFACTURA', '2026-10-03', '2026-10-09T23:59:59.999Z'],
    ['RO-EFACTURA', '2026-10-05', '2026-10-12T23:59:59.999Z'],
    ['RO-EFACTURA', '2028-02-28', '2028-03-06T23:59:59.999Z'],
  ];
  for (const [route, issued, deadline] of ROWS)
    it(`is ${deadline} on ${route} for the issue date ${issued}`, () =>
      assert.equal(deadlineFor(route, issued)?.toISOString(), deadline));

  // 24 December 2025 is a Wednesday, 3 April 2026 a Friday before Easter, 3 June 2026 a Wednesday before Corpus Christi.
  const OFFLINE: [issued: string, deadline: string][] = [
    ['2026-10-02', '2026-10-05'],
    ['2024-12-23', '2024-12-24'],
    ['2025-12-23', '2025-12-29'],
    ['2026-04-03', '2026-04-07'],
    ['2026-06-03', '2026-06-05'],
    ['2026-12-31', '2027-01-04'],
    ['2027-04-30', '2027-05-04'],
    ['2026-11-10', '2026-11-12'],
  ];
  for (const [issued, deadline] of OFFLINE)
    it(`is ${deadline} for an offline invoice of ${issued}`, () =>
      assert.equal(deadlineFor('PL-KSEF', issued, true)?.toISOString(), `${deadline}T23:59:59.999Z`));

  // An invoice is late only after the public holidays; 10 April 2026 is the Good Friday, 13 April the Easter Monday of the Orthodox Church.
  const LAST_DAYS: [route: 'RO-EFACTURA' | 'PL-KSEF', issued: string, lastDay: string][] = [
    ['RO-EFACTURA', '2026-10-05', '2026-10-12'],
    ['RO-EFACTURA', '2026-04-06', '2026-04-15'],
    ['RO-EFACTURA', '2026-05-29', '2026-06-08'],
    ['RO-EFACTURA', '2026-11-27', '2026-12-08'],
    ['RO-EFACTURA', '2026-12-23', '2026-12-31'],
    ['RO-EFACTURA', '2026-12-30', '2027-01-11'],
    ['PL-KSEF', '2026-10-02', '2026-10-05'],
    ['PL-KSEF', '2025-12-23', '2025-12-29'],
    ['PL-KSEF', '2026-06-03', '2026-06-05'],
  ];
  for (const [route, issued, lastDay] of LAST_DAYS)
    it(`leaves time on ${route} until ${lastDay} for the issue date ${issued}`, () => {
      assert.equal(lastDayToFile(route, issued), lastDay);
      assert.ok(dayOf(deadlineFor(route, issued)!) <= lastDay);
    });

  // Every public holiday of 2026 from Monday to Friday. Poland: statute of 18 January 1951 on days off, art. 1. Romania: Labour Code, Law
  // 53/2003, art. 139, counted by Regulation (EEC) 1182/71, art. 3. Both lists are those of PyPI `holidays` 0.109.
  const MOVED: [route: 'RO-EFACTURA' | 'PL-KSEF', deadline: string, lastDay: string][] = [
    ['PL-KSEF', '2026-01-01', '2026-01-02'],
    ['PL-KSEF', '2026-01-06', '2026-01-07'],
    ['PL-KSEF', '2026-04-06', '2026-04-07'],
    ['PL-KSEF', '2026-05-01', '2026-05-04'],
    ['PL-KSEF', '2026-06-04', '2026-06-05'],
    ['PL-KSEF', '2026-11-11', '2026-11-12'],
    ['PL-KSEF', '2026-12-24', '2026-12-28'],
    ['PL-KSEF', '2026-12-25', '2026-12-28'],
    ['RO-EFACTURA', '2026-01-01', '2026-01-08'],
    ['RO-EFACTURA', '2026-01-06', '2026-01-12'],
    ['RO-EFACTURA', '2026-04-10', '2026-04-14'],
    ['RO-EFACTURA', '2026-04-13', '2026-04-15'],
    ['RO-EFACTURA', '2026-05-01', '2026-05-04'],
    ['RO-EFACTURA', '2026-06-01', '2026-06-02'],
    ['RO-EFACTURA', '2026-11-30', '2026-12-02'],
    ['RO-EFACTURA', '2026-12-01', '2026-12-03'],
    ['RO-EFACTURA', '2026-12-25', '2026-12-28'],
  ];
  for (const [route, deadline, lastDay] of MOVED)
    it(`of ${deadline} on ${route} is late after ${lastDay}`, () => {
      const late = lateAfter(route, new Date(`${deadline}T23:59:59.999Z`))!;
      assert.equal(late.text.slice(0, 23), `${lastDay}T23:59:59.999`);
      assert.ok(isLate(route, deadline, late.at.getTime() + 1));
      assert.ok(!isLate(route, deadline, late.at.getTime()));
    });

  for (const route of ['PL-KSEF', 'RO-EFACTURA'] as const)
    it(`is late on ${route} after the last day to file of every issue date`, () => {
      for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2028, 0, 1); at += 86_400_000) {
        const issued = dayOf(new Date(at));
        const late = lateAfter(route, deadlineFor(route, issued)!)!;
        assert.equal(late.text.slice(0, 10), lastDayToFile(route, issued), issued);
      }
    });

  it('of an offline invoice counts the public holidays already', () => {
    for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2028, 0, 1); at += 86_400_000) {
      const deadline = deadlineFor('PL-KSEF', dayOf(new Date(at)), true)!;
      assert.equal(lateAfter('PL-KSEF', deadline)!.text, localDeadline('PL-KSEF', deadline)!.text);
    }
  });

  it('is searched at any moment as it is said of each invoice', () => {
    for (let at = Date.UTC(2025, 11, 1); at < Date.UTC(2026, 11, 31); at += 5 * 86_400_000)
      for (const daysAgo of [20, 9, 8, 5, 3, 1])
        for (const route of ['PL-KSEF', 'RO-EFACTURA'] as const) {
          const issued = dayOf(new Date(at - daysAgo * 86_400_000));
          const deadline = deadlineFor(route, issued)!;
          const saysLate = lateAfter(route, deadline)!.at.getTime() < at;
          assert.equal(
            isLate(route, dayOf(deadline), at),
            saysLate,
            `${route} ${issued} ${dayOf(new Date(at))}`,
          );
        }
  });

  // The clocks change on 29 March and 25 October 2026.
  const LOCAL: [route: 'RO-EFACTURA' | 'PL-KSEF', deadline: string, text: string, at: string][] = [
    ['PL-KSEF', '2026-10-02', '2026-10-02T23:59:59.999+02:00', '2026-10-02T21:59:59.999Z'],
    ['PL-KSEF', '2026-11-24', '2026-11-24T23:59:59.999+01:00', '2026-11-24T22:59:59.999Z'],
    ['PL-KSEF', '2026-10-24', '2026-10-24T23:59:59.999+02:00', '2026-10-24T21:59:59.999Z'],
    ['PL-KSEF', '2026-10-25', '2026-10-25T23:59:59.999+01:00', '2026-10-25T22:59:59.999Z'],
    ['PL-KSEF', '2026-03-29', '2026-03-29T23:59:59.999+02:00', '2026-03-29T21:59:59.999Z'],
    ['RO-EFACTURA', '2026-10-02', '2026-10-02T23:59:59.999+03:00', '2026-10-02T20:59:59.999Z'],
    ['RO-EFACTURA', '2026-11-24', '2026-11-24T23:59:59.999+02:00', '2026-11-24T21:59:59.999Z'],
  ];
  for (const [route, day, text, at] of LOCAL)
    it(`ends with the day of the tax office on ${route}: ${text}`, () => {
      const local = localDeadline(route, new Date(`${day}T23:59:59.999Z`));
      assert.equal(local?.text, text);
      assert.equal(local.at.toISOString(), at);
    });

  for (const [route, day, , at] of LOCAL)
    it(`is searched by its local end: ${route}, ${day}`, () => {
      const isBefore = (moment: number): boolean => {
        const { before } = deadlinesBefore(new Date(moment)).find((row) => row.route === route)!;
        return Date.parse(`${day}T23:59:59.999Z`) < before.getTime();
      };
      assert.equal(isBefore(Date.parse(at)), false);
      assert.equal(isBefore(Date.parse(at) + 1), true);
    });

  for (const [route, day, , at] of LOCAL)
    it(`has passed for what comes after its local end: ${route}, ${day}`, () => {
      assert.equal(dayOfFiling(route, new Date(at)), day);
      assert.ok(dayOfFiling(route, new Date(Date.parse(at) + 1)) > day);
    });

  it('is compared with the day in UTC on a route without a filing duty', () =>
    assert.equal(dayOfFiling('PEPPOL', new Date('2026-11-24T23:30:00Z')), '2026-11-24'));

  it('is searched up to the last moment that a call can name', () => {
    for (const bounds of [deadlinesBefore, deadlinesLateAt])
      assert.equal(
        bounds(new Date('9999-12-31T23:59:59.999Z'))[0]?.before.toISOString(),
        '+010000-01-01T00:00:00.000Z',
      );
    assert.ok(deadlinesLateAt(new Date('0000-01-01T00:00:00Z'))[0]);
  });

  it('of a tax report is a moment, with the offset of Paris', () => {
    const winter = new Date('2026-11-10T22:59:59.999Z');
    assert.deepEqual(localDeadline('FR-PA', winter), { at: winter, text: '2026-11-10T23:59:59.999+01:00' });
    assert.equal(
      localDeadline('FR-PA', new Date('2026-07-10T21:59:59.999Z'))?.text,
      '2026-07-10T23:59:59.999+02:00',
    );
    assert.ok(ROUTE_PROFILES.every(({ filing, reports }) => !filing || !reports));
  });

  it('is warned of by the share of the time between the local ends of days', () => {
    const deadline = new Date('2026-10-02T23:59:59.999Z');
    assert.equal(warningAt('PL-KSEF', '2026-10-01', deadline, 0.5).toISOString(), '2026-10-01T21:59:59.999Z');
  });

  it('does not exist on other routes', () => {
    for (const route of ['DE-XRECHNUNG', 'PEPPOL', 'FR-PA'] as const)
      assert.equal(deadlineFor(route, '2026-10-01'), undefined);
  });
});
