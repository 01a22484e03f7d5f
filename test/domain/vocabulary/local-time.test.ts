import assert from 'node:assert/strict';
import sinon from 'sinon';
import {
  instantIn,
  localDay,
  localText,
  shortZoneName,
  zoneOfCountry,
} from '../../../src/domain/vocabulary/local-time.ts';

const [WARSAW, PARIS, BUCHAREST] = ['Europe/Warsaw', 'Europe/Paris', 'Europe/Bucharest'] as const;

describe('the clocks of a time zone', () => {
  it('change between the day before and the day after', () => {
    const at = (text: string) => localText(WARSAW, new Date(text));
    assert.equal(at('2026-03-29T00:59:59Z'), '2026-03-29T01:59:59.000+01:00');
    assert.equal(at('2026-03-29T01:00:00Z'), '2026-03-29T03:00:00.000+02:00');
    assert.equal(at('2026-10-25T00:59:59Z'), '2026-10-25T02:59:59.000+02:00');
    assert.equal(at('2026-10-25T01:00:00Z'), '2026-10-25T02:00:00.000+01:00');
    assert.equal(localText('UTC', new Date('2026-10-25T01:00:00Z')), '2026-10-25T01:00:00.000+00:00');
  });

  it('show start and end of each day of the year when the day starts and ends there', () => {
    for (const timeZone of [WARSAW, PARIS, BUCHAREST, 'UTC'])
      for (let n = 0; n < 366; n += 1) {
        const day = new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
        for (const local of [`${day}T00:00:00.000`, `${day}T23:59:59.999`]) {
          const at = instantIn(timeZone, local);
          assert.equal(localText(timeZone, at).slice(0, local.length), local, timeZone);
          assert.equal(localDay(timeZone, at), day);
        }
      }
  });

  it('are named as each language names them, by one format for each zone and language', () => {
    const made = sinon.createSandbox();
    const formats = made.spy(Intl, 'DateTimeFormat');
    const names = (language: string) =>
      ['2026-07-01T00:00:00Z', '2026-12-01T00:00:00Z'].map((text) =>
        shortZoneName('Europe/Vienna', new Date(text), language),
      );
    try {
      assert.deepEqual(names('en'), ['CEST', 'CET']);
      assert.deepEqual(names('de'), ['MESZ', 'MEZ']);
      assert.deepEqual(names('de'), ['MESZ', 'MEZ']);
      assert.equal(formats.callCount, 2);
    } finally {
      made.restore();
    }
  });

  it('are known of a country whose clocks agree, and of no other', () => {
    const at = new Date('2026-11-27T09:00:00Z');
    const zones = ['DE', 'AT', 'PL', 'FR', 'GB', 'CY', 'ES', 'PT', 'US', 'EL', 'XX', 'de', ''].map(
      (country) => [country, zoneOfCountry(country, at) ?? '-'],
    );
    assert.deepEqual(Object.fromEntries(zones), {
      ...{ DE: 'Europe/Berlin', AT: 'Europe/Vienna', PL: WARSAW, FR: PARIS, GB: 'Europe/London' },
      ...{ CY: 'Asia/Famagusta', ES: '-', PT: '-', US: '-', EL: '-', XX: '-', de: '-', '': '-' },
    });
  });
});
