import { english } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { changedContent } from '../../../../src/domain/routes/pl-ksef/technical-correction.ts';

const REFUSED = `<Faktura xmlns="x"><Naglowek><DataWytworzeniaFa>2026-10-05T00:00:00Z</DataWytworzeniaFa></Naglowek>
  <Fa><P_1>2026-10-05</P_1><P_2>F-1</P_2><P_15>12.30</P_15>
  <FaWiersz><P_7>Wiertarka udarowa</P_7><P_8B>1</P_8B><P_9A>10.00</P_9A></FaWiersz></Fa></Faktura>`;
const changed = (from: string, to: string): string => {
  assert.ok(REFUSED.includes(from));
  return (
    english(changedContent(REFUSED, REFUSED.replace(from, to))?.message)?.replace(/^.*document: /, '') ??
    'nothing'
  );
};

describe('a technical correction for KSeF', () => {
  for (const [what, from, to] of [
    ['the layout', '<P_1>', '\n\n<P_1>'],
    ['a prefix', '<P_7>Wiertarka udarowa</P_7>', '<n:P_7 a="b">Wiertarka\n udarowa</n:P_7>'],
    ['zeros of a number', '<P_9A>10.00</P_9A>', '<P_9A>10</P_9A>'],
    ['an empty element', '<P_8B>', '<P_6></P_6><P_8B>'],
    ['the time of making', '05T00:00:00Z', '06T00:00:00Z'],
    ['the number, after a duplicate', 'F-1', 'F-2'],
  ] as const)
    it(`may change ${what}`, () => assert.equal(changed(from, to), 'nothing'));

  for (const [what, from, to, named] of [
    ['an amount', '12.30', '24.60', 'P_15.'],
    ['a name', 'Wiertarka udarowa', 'Wiertarka', 'P_7.'],
    ['a quantity and its price', '<P_8B>1</P_8B><P_9A>10.00', '<P_8B>10</P_8B><P_9A>1.00', 'P_8B, P_9A.'],
    ['a further value', '<P_8B>', '<GTU>GTU_01</GTU><P_8B>', 'GTU.'],
    ['the day of issue', '<P_1>2026-10-05', '<P_1>2026-10-06', 'P_1.'],
  ] as const)
    it(`is warned of if it changes ${what}`, () => assert.equal(changed(from, to), named));
});
