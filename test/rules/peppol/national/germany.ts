import { all, remove, set, untouched } from '../../edits.ts';
import { GERMAN_ROWS } from '../../german-rows.ts';
import { BUYER, PAYMENT } from '../../places.ts';
import type { Row } from '../../row.ts';
import { type Country, COUNTRY } from './country.ts';

/** `BR-DE-23-a` of XRechnung is `DE-R-023-1` here. */
const ownId = (id: string): string =>
  id === 'BR-TMP-2'
    ? 'DE-R-T02'
    : id.replace(/^BR-DE-(\d+)(?:-([ab]))?$/, (_, nr: string, part?: string) =>
        ['DE-R', nr.padStart(3, '0'), ...(part ? [part === 'a' ? '1' : '2'] : [])].join('-'),
      );
/** Rules on the specification and the day of delivery, which Peppol has not for Germany. */
const XRECHNUNG_ALONE = ['BR-DE-21', 'BR-DE-TMP-32'];

const shared: readonly Row[] = GERMAN_ROWS.filter(
  ({ finds }) => !finds.some((id) => XRECHNUNG_ALONE.includes(id)),
).map((row) => ({ ...row, finds: row.finds.map(ownId) }));

export const GERMANY: Country = {
  name: 'Germany',
  home: untouched,
  rows: [
    ...shared,
    {
      it: 'requires nothing of a sale abroad',
      edit: all(set(`${BUYER}/${COUNTRY}`, 'FR'), remove('cbc:BuyerReference', PAYMENT)),
      finds: [],
    },
  ],
};
