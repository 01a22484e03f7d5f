import assert from 'node:assert/strict';
import { advance, breakingRows, type Radar, type RadarRow } from '../../../src/domain/radar/radar.ts';
import { after, START } from '../../support/records.ts';

const running: Radar = {
  id: 'rdr_1',
  day: '2026-03-02',
  before: '2026-03-01',
  madeBy: 'key_1',
  state: 'running',
  total: 10,
  counted: 0,
  progress: [{ at: START, counted: 0 }],
  work: 'judge',
  failures: 0,
  dueAt: START,
  version: 1,
  createdAt: START,
  updatedAt: START,
  expiresAt: after(1),
};
const last = { id: 'inv_1', createdAt: START };

describe('the count of a radar', () => {
  it('has as many invoices as are counted, if one with an earlier time came in after its start', () => {
    const more = advance(running, 11, last as never, START);
    assert.deepEqual([more.counted, more.total, more.state], [11, 11, 'running']);
    const done = advance(more, 0, undefined, START);
    assert.deepEqual([done.counted, done.total, done.state], [11, 11, 'done']);
  });

  it('has no invoice at its end that was removed meanwhile', () => {
    const done = advance(advance(running, 9, last as never, START), 0, undefined, START);
    assert.deepEqual([done.counted, done.total, done.state], [9, 9, 'done']);
  });
});

describe('what a radar tells of as breaking', () => {
  it('are errors that appear, the most frequent first, and none that disappears', () => {
    const row = (code: string, own: Partial<RadarRow>): RadarRow => ({
      ...{ change: 'appears', code, source: 'EN16931', severity: 'error', invoices: 1, examples: [] },
      ...own,
    });
    const rows = [
      row('A', {}),
      row('B', { change: 'disappears', invoices: 9 }),
      row('C', { change: 'severity', was: 'warning', invoices: 3 }),
      row('D', { severity: 'warning', invoices: 5 }),
    ];
    assert.deepEqual(
      breakingRows({ rows }).map(({ code }) => code),
      ['C', 'A'],
    );
  });
});
