import assert from 'node:assert/strict';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { csvLine, spreadsheetCsv } from '../../../src/domain/vocabulary/csv.ts';

describe('a line of CSV', () => {
  for (const [cell, written] of [
    ['Acme GmbH', 'Acme GmbH'],
    ['Acme, Ltd', '"Acme, Ltd"'],
    ['the "old" one', '"the ""old"" one"'],
    ['=1+1', "'=1+1"],
    ['-1', "'-1"],
    ['\uFF1D1+1', "'\uFF1D1+1"],
    // A German spreadsheet splits a line at each semicolon.
    ['Acme;=1+1', `"Acme;'=1+1"`],
    ['Acme; =1+1', `"Acme; '=1+1"`],
    ['Acme;-1;@x', `"Acme;'-1;'@x"`],
    ['Acme\t+1', `"Acme\t'+1"`],
    ['Acme\r\n=1+1', `"Acme\r\n'=1+1"`],
    ['Acme; Sons', '"Acme; Sons"'],
    [new Decimal('-1.5'), '-1.50'],
    [new Decimal('1e20'), '100000000000000000000.00'],
    [undefined, ''],
    [3, '3'],
  ] as const)
    it(`has ${JSON.stringify(cell)} as ${JSON.stringify(written)}`, () =>
      assert.equal(csvLine([cell, 'x']), `${written},x\r\n`));

  it('for a spreadsheet has the separator that goes with its decimal point', () => {
    const cells = [new Decimal('-1234.5'), 3, 'a;b', 'a,=b', '1.5'];
    assert.equal(csvLine(cells, spreadsheetCsv(',')), `-1234,50;3;"a;b";"a,'=b";1.5\r\n`);
    assert.equal(csvLine(cells, spreadsheetCsv('.')), `-1234.50,3,"a;b","a,=b",1.5\r\n`);
  });
});
