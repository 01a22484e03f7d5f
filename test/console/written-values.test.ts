import assert from 'node:assert/strict';
import { dayWritten, figureWritten, readDay, readFigure } from '../../src/console/app/written-values.ts';

type Reading = ReturnType<typeof readFigure>;

const shown = (reading: Reading): string | undefined =>
  typeof reading === 'object' ? reading.value : reading;

describe('values as people write them', () => {
  for (const [language, written, value] of [
    ['de', '1.234,50', '1234.50'],
    ['de', '-12,5', '-12.5'],
    ['de', '1,234', '1.234'],
    ['de', '1.234', 'unclear'],
    ['de', '12.5', '12.5'],
    ['de', '0.125', '0.125'],
    ['de', '1.234.567', '1234567'],
    ['de', '1.23.4', undefined],
    ['de', '12,', undefined],
    ['de', 'zwölf', undefined],
    ['de', '1e3', undefined],
    ['fr', '1 234,56', '1234.56'],
    ['fr', '1 234.567', '1234.567'],
    ['pl', '12 34', undefined],
    ['en', '1,234', 'unclear'],
    ['en', '1,234.56', '1234.56'],
    ['en', '12,5', '12.5'],
    ['ro', '12345678901234567890,123456789', '12345678901234567890.123456789'],
    [undefined, '1.234', 'unclear'],
  ] as const)
    it(`the figure ${written} in ${language ?? 'no language'} is ${value ?? 'none'}`, () => {
      assert.equal(shown(readFigure(written, language)), value);
    });

  for (const [language, written, value] of [
    ['de', '5.10.2026', '2026-10-05'],
    ['de', '31.02.2026', undefined],
    ['fr', '05/10/2026', '2026-10-05'],
    ['en', '05/10/2026', 'unclear'],
    ['en', '25/10/2026', '2026-10-25'],
    ['en', '10/25/2026', '2026-10-25'],
    ['pl', '20261005', '2026-10-05'],
    ['ro', '2026-10-05', '2026-10-05'],
    ['ro', 'mâine', undefined],
  ] as const)
    it(`the day ${written} in ${language} is ${value ?? 'none'}`, () => {
      assert.equal(shown(readDay(written, language)), value);
    });

  for (const language of ['en', 'de', 'fr', 'pl', 'ro'])
    it(`what is shown in ${language} is read as it was`, () => {
      for (const value of ['129.9', '1.234', '-0.50', '1234567', '20261005.000'])
        assert.equal(shown(readFigure(figureWritten(value, language), language)), value);
      assert.equal(shown(readDay(dayWritten('2026-02-03', language), language)), '2026-02-03');
    });
});
