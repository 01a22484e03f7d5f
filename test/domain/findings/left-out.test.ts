import assert from 'node:assert/strict';
import { type Finding, firstFindings, leavingOut, leftOut } from 'en16931-rules/vocabulary/finding.ts';

const finding = (code: string, truncated?: number): Finding => ({
  ...{ code, severity: 'error', source: 'EN16931', message: 'm' },
  ...(truncated !== undefined && { truncated }),
});

describe('findings that are left out', () => {
  it('are counted at the last one that is shown, with those that it stands for', () => {
    const all = [finding('A', 7), finding('B', 2), finding('C'), finding('D', 40)];
    assert.deepEqual(firstFindings(all, 2), [finding('A', 7), finding('B', 2 + 2 + 40)]);
    assert.equal(leftOut(firstFindings(all, 2)), 7 + 2 + 2 + 40);
    assert.deepEqual(leavingOut([finding('A', 7)], 3), [finding('A', 10)]);
  });

  it('are none if all are shown, and of none there is none', () => {
    const all = [finding('A'), finding('B', 2)];
    assert.deepEqual(firstFindings(all, 2), all);
    assert.deepEqual(leavingOut([], 3), []);
  });
});
