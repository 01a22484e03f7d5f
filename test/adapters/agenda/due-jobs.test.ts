import assert from 'node:assert/strict';
import { DueJobs } from '../../../src/adapters/agenda/due-jobs.ts';

describe('the jobs that are marked as due', () => {
  it('are marked a second ahead, once, and again after that', () => {
    const due = new DueJobs(() => 0);
    assert.equal(due.begin('check', 10_000), 11_000);
    assert.equal(due.begin('check', 10_500), undefined);
    assert.equal(due.begin('check', 11_000), undefined);
    assert.equal(due.begin('check', 11_001), 12_001);
    assert.equal(due.begin('send', 10_500), 11_500);
  });

  it('are marked again if there were too many, and after the clock was set back', () => {
    const due = new DueJobs(() => 0);
    due.begin('check', 10_000);
    due.markAgain('check');
    assert.equal(due.begin('check', 10_000), 11_000);
    assert.equal(due.begin('check', 9_999), 10_999);
    assert.equal(due.begin('check', 4_000), 5_000);
  });
});
