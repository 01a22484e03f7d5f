import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import type { En16931Invoice } from '../../invoice/en16931.ts';
import { readNumber } from '../read-value.ts';
import type { Partly } from '../../invoice/partly.ts';
import { readDate } from 'en16931-rules/vocabulary/read-date.ts';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';
import { SELF_BILLED } from '../../invoice/self-billed.ts';
import { FirstChildren } from './first-children.ts';
import { TYPE_CODES } from './kinds.ts';
import { VAT_RATES } from './vat-rates.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { FA3_NAMESPACE } from 'en16931-rules/vocabulary/fa3-namespace.ts';

/** Of every FA(3) document. */
export const FA3_ROOT = `{${FA3_NAMESPACE}}Faktura`;

/** The facts by which an FA(3) document is listed, checked and sent. */
export function fa3Facts(document: XmlElement): Partly<En16931Invoice> {
  const root = new FirstChildren(document, FA3_NAMESPACE);
  const body = root.in('Fa');
  const of = (name: string) => {
    const party = root.in(name);
    const id = party.in('DaneIdentyfikacyjne');
    const foreign = id.text('NrVatUE');
    return {
      name: id.text('Nazwa'),
      vatId: id.text('NIP') ?? (foreign === undefined ? undefined : `${id.text('KodUE') ?? ''}${foreign}`),
      address: { country: party.in('Adres').text('KodKraju') },
    };
  };
  const withVat = readNumber(body.text('P_15') ?? '');
  const settled = body.in('Rozliczenie');
  return {
    number: body.text('P_2'),
    issueDate: readDate(body.text('P_1') ?? '', 'YYYY-MM-DD'),
    typeCode:
      // In every kind the buyer sends it.
      body.in('Adnotacje').text('P_17') === '1'
        ? SELF_BILLED
        : rowOf(TYPE_CODES, body.text('RodzajFaktury') ?? ''),
    currency: body.text('KodWaluty'),
    dueDate: readDate(body.in('Platnosc').in('TerminPlatnosci').text('Termin') ?? '', 'YYYY-MM-DD'),
    // Only a settlement states an amount due of its own.
    totals: {
      ...addedUp(body, withVat),
      withVat,
      due: settled.isThere ? readNumber(settled.text('DoZaplaty') ?? '') : withVat,
    },
    seller: of('Podmiot1'),
    buyer: of('Podmiot2'),
  };
}

const NETS = new Set(VAT_RATES.map(({ net }) => net));
const TAXES = new Set(VAT_RATES.flatMap(({ tax }) => tax ?? []));

/** FA(3) states net and VAT by rate only. Nothing if they are not the parts of the total, as of a margin or an advance. */
function addedUp(
  body: FirstChildren,
  withVat: Decimal | undefined,
): { readonly withoutVat?: Decimal; readonly vat?: Decimal } {
  const sum = (names: ReadonlySet<string>) =>
    [...names].reduce<Decimal | undefined>(
      (before, name) => before?.plus(readNumber(body.text(name) ?? '') ?? 0),
      withVat?.minus(withVat),
    );
  const [withoutVat, vat] = [sum(NETS), sum(TAXES)];
  return withoutVat && vat && withVat?.equals(withoutVat.plus(vat)) ? { withoutVat, vat } : {};
}
