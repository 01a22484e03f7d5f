import assert from 'node:assert/strict';
import { isSameCompany } from '../../../src/domain/routing/company-of.ts';

const ROWS: readonly (readonly [one: string, other: string, isSame: boolean])[] = [
  ['0208:0123456749', '9925:be0123456749', true],
  ['0208:0123456749', '9925:0123456749', false],
  ['0184:13585628', '0198:dk13585628', true],
  ['0184:13585628', '0198:dk13585629', false],
  ['0216:003720774740', '0216:0037207747401', true],
  ['0225:303265045', '0009:30326504500012', true],
  ['0225:303265045_service', '9957:fr40303265045', true],
  ['0211:it00743110157', '0210:00743110157', true],
  ['0192:995525828', '9909:995525828mva', true],
  ['0245:2020317068', '9950:sk2020317068', true],
  ['0183:che107787577', '9927:che107787577mwst', true],
  ['0188:1234567890123', '0221:t1234567890123', true],
  ['0218:40003521600', '9939:lv40003521600', true],
  // The same digits in another country are another company.
  ['0007:2020317068', '0245:2020317068', false],
  ['0106:12345678', '9944:nl123456789b01', false],
  ['0088:4012345000009', '0088:4012345000009', true],
];

describe('two participants', () => {
  for (const [one, other, isSame] of ROWS)
    it(`${one} and ${other}: ${isSame ? 'one company' : 'two companies, or unknown'}`, () => {
      assert.equal(isSameCompany(one, other), isSame);
      assert.equal(isSameCompany(other, one), isSame);
    });
});
