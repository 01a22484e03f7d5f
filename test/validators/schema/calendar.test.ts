import assert from 'node:assert/strict';
import { isDateTime, isTime } from 'en16931-rules/schema/text/calendar.ts';

describe('the end of a day in a schema', () => {
  for (const [time, isValue] of [
    ['23:59:59.5', true],
    ['24:00:00', true],
    ['24:00:00.000Z', true],
    ['24:00:00.5', false],
    ['24:00:01', false],
    ['24:01:00', false],
    ['25:00:00', false],
  ] as const)
    it(`${isValue ? 'may' : 'may not'} be written as ${time}`, () => {
      const moment = `2026-10-05T${time}`;
      assert.deepEqual(
        [isTime(time, 0, time.length), isDateTime(moment, 0, moment.length)],
        [isValue, isValue],
      );
    });
});
