import assert from 'node:assert/strict';
import { partedAtIds } from '../../src/console/app/whole-ids.ts';

describe('ids in the texts of pages', () => {
  for (const [text, parts] of [
    ['BR-CO-09 is broken', ['', 'BR-CO-09', ' is broken']],
    ['see BT-34-1, BG-16.', ['see ', 'BT-34-1', ', ', 'BG-16', '.']],
    ['(EI-ID-IBAN)', ['(', 'EI-ID-IBAN', ')']],
    ['BT-', ['BT-']],
    ['a re-sent invoice', ['a re-sent invoice']],
  ] as const)
    it(`are parts of their own: ${text}`, () => assert.deepEqual(partedAtIds(text), parts));

  it('are looked for in the time that the length of a text takes', () => {
    const took = (times: number): number => {
      const text = `${'EI-'.repeat(times)}-`;
      const runs = Array.from({ length: 5 }, () => {
        const start = performance.now();
        partedAtIds(text);
        return performance.now() - start;
      });
      return Math.min(...runs);
    };
    const short = took(2_000);
    assert.ok(took(40_000) < 100 * short, `2,000: ${short} ms`);
  });
});
