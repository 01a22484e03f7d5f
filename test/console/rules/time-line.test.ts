import assert from 'node:assert/strict';
import {
  comingWithin,
  releasesOf,
  labelStart,
  type Pack,
  type PackRow,
  timeLineOf,
} from '../../../src/console/pages/rules/time-line.ts';

const NOW = new Date('2026-11-24T12:00:00Z');

const pack = (version: string, since: string | null, until: string | null = null): Pack => ({
  id: 'en16931',
  version,
  origin: 'official',
  sha256: '0'.repeat(64),
  since,
  until,
});
const row = (in_force: Pack | null, next: Pack | null, previous: Pack | null = null): PackRow => ({
  layer: 'en16931',
  syntaxes: ['cii'],
  specifications: ['*'],
  in_force,
  previous,
  next,
});

describe('the packs on a time line', () => {
  it('end where the next one begins, and reach the edge without an end', () => {
    const { lanes, today } = timeLineOf([row(pack('1.3.16', null), pack('1.3.17', '2026-12-02'))], NOW);
    const [now, next] = lanes[0]!.bars;
    assert.equal(now!.from, 0);
    assert.equal(now!.to, next!.from);
    assert.equal(next!.to, 1);
    assert.ok(now!.to > today && next!.isComing);
  });

  it('count their last day, and show no bar beyond the edge', () => {
    const { lanes } = timeLineOf([row(pack('1', '2026-01-01', '2026-11-30'), pack('2', '2031-01-01'))], NOW);
    const { months } = timeLineOf([], NOW);
    assert.equal(lanes[0]!.bars.length, 1);
    assert.equal(lanes[0]!.bars[0]!.to, months.find(({ first }) => first.getUTCMonth() === 11)!.at);
    assert.deepEqual(timeLineOf([row(null, null)], NOW).lanes[0]!.bars, []);
  });

  it('name once what begins soon, the next first', () => {
    const soon = pack('1.3.17', '2026-12-02');
    const rows = [
      row(null, pack('9', '2026-12-20')),
      row(null, soon),
      row(null, soon),
      row(null, pack('10', '2027-02-01')),
    ];
    assert.deepEqual(
      comingWithin(rows, 30, NOW).map(({ pack: { version } }) => version),
      ['1.3.17', '9'],
    );
  });

  it('list each release that replaces another: coming ones, then the newest', () => {
    const [one, two, three] = [pack('1', null), pack('2', '2026-04-10'), pack('3', '2026-09-01')];
    const rows = [row(two, null, one), row(three, pack('4', '2026-12-02'), two), row(one, null)];
    assert.deepEqual(
      releasesOf(rows).map(({ pack: { version }, before, isComing }) => [before?.version, version, isComing]),
      [
        ['3', '4', true],
        ['2', '3', false],
        ['1', '2', false],
      ],
    );
  });

  it('name a pack beside the line of today, never below it', () => {
    const bar = { from: 100, to: 400, length: 90 };
    const starts = [90, 120, 250].map((line) => labelStart({ ...bar, line }));
    assert.deepEqual(starts, [108, 128, 108]);
    assert.equal(labelStart({ ...bar, to: 210, line: 120 }), undefined, 'there is no room behind it');
    assert.equal(labelStart({ ...bar, to: 150, line: 500 }), undefined, 'the bar is short');
  });
});
