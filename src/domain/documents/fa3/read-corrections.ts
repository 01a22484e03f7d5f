import type { ConsumingReader } from './consuming-reader.ts';
import { EFFECTS } from './corrections.ts';
import type { Draft } from './read-descriptions.ts';
import { readPartiesBefore } from './read-parties.ts';

const EFFECT_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(EFFECTS).map(([effect, code]) => [code, effect]),
);

/** The reason and effect of a correction; undefined if the invoice corrects none. */
export function readCorrection(fa: ConsumingReader): Draft | undefined {
  const draft: Draft = {
    reason: fa.text('PrzyczynaKorekty'),
    effect: fa.word('TypKorekty', EFFECT_OF),
    period: fa.text('OkresFaKorygowanej'),
    rightNumber: fa.text('NrFaKorygowany'),
    amountBefore: fa.number('P_15ZK'),
    ...readPartiesBefore(fa),
  };
  return Object.values(draft).some((value) => value !== undefined) ? draft : undefined;
}

/** DaneFaKorygowanej. */
export function readCorrected(fa: ConsumingReader) {
  const precedingRouteNumbers: (string | undefined)[] = [];
  const precedingInvoices = fa.all('DaneFaKorygowanej').map((one) => {
    one.expect(one.peek('NrKSeF') === undefined ? 'NrKSeFN' : 'NrKSeF', '1');
    precedingRouteNumbers.push(one.text('NrKSeFFaKorygowanej'));
    return { number: one.text('NrFaKorygowanej'), issueDate: one.text('DataWystFaKorygowanej') };
  });
  return { precedingInvoices, precedingRouteNumbers };
}
