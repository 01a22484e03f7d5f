import assert from 'node:assert/strict';
import { differenceOf, figureOf, titleOf } from '../../src/console/app/figures.ts';

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

  it('are in no title of any language, and other brackets stay', () => {
    for (const figures of [
      '1,964.10 expected, 892.10 stated',
      'erwartet 1.964,10, angegeben 892,10',
      'attendu 1 964,10, indiqué 892,10',
      'oczekiwano 1964,10, podano 892,10',
      'așteptat 1.964,10, indicat 892,10',
    ]) {
      const message = `BT-106 (BR-CO-10) (${figures}).`;
      const finding = { code: 'BR-CO-10', message, expected: '1964.10', stated: '892.10' };
      assert.equal(titleOf(finding), 'BT-106 (BR-CO-10).');
    }
    const message = 'BT-106 (erwartet 964,10, nichts angegeben).';
    assert.equal(titleOf({ code: 'BR-CO-10', message, expected: '964.10' }), 'BT-106.');
  });

  it('have the separators of the reader, unless they are no amounts', () => {
    for (const [figure, language, shown] of [
      ['1061.60', 'de', '1.061,60'],
      ['-169.49', 'de', '\u2212169,49'],
      ['90071992547409931.01', 'en', '90,071,992,547,409,931.01'],
      ['380', 'de', '380'],
      ['DE', 'de', 'DE'],
    ] as const)
      assert.equal(figureOf(figure, language), shown);
  });
});
