import assert from 'node:assert/strict';
import { differenceOf, titleOf } from '../../src/console/app/figures.ts';

describe('the figures of a finding', () => {
  it('differ by an exact amount', () => {
    for (const [stated, expected, difference] of [
      ['169.51', '169.50', '0.01'],
      ['0.1', '0.3', '-0.2'],
      ['11061.6', '1061.60', '10000.00'],
      ['90071992547409931.01', '90071992547409931.00', '0.01'],
      ['-5', '5', '-10'],
      ['EUR', '5', undefined],
    ] as const)
      assert.equal(differenceOf({ stated, expected }), difference);
    assert.equal(differenceOf({ expected: '5' }), undefined);
  });

  it('and its hint stand beside its title, not in it', () => {
    const title = 'The sum of the lines (BT-106) is not what the lines add up to';
    const fix_hint = 'Add up the lines.';
    const message = `${title} (964.10 expected, 892.10 stated). ${fix_hint}`;
    const finding = { code: 'BR-CO-10', message, fix_hint, expected: '964.10', stated: '892.10' };
    assert.equal(titleOf(finding), `${title}.`);
    assert.equal(titleOf({ code: 'BR-CO-10' }), 'BR-CO-10');
  });
});
