import { FA_RR_NAMESPACE } from 'en16931-rules/vocabulary/fa3-namespace.ts';
import { readDate } from 'en16931-rules/vocabulary/read-date.ts';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';
import type { En16931Invoice } from '../../invoice/en16931.ts';
import type { Partly } from '../../invoice/partly.ts';
import { SELF_BILLED } from '../../invoice/self-billed.ts';
import { FirstChildren } from '../fa3/first-children.ts';
import { readNumber } from '../read-value.ts';

/** Of every invoice VAT RR. */
export const FA_RR_ROOT = `{${FA_RR_NAMESPACE}}Faktura`;

/**
 * The facts by which an invoice VAT RR is listed, checked and sent. The seller is the farmer (Podmiot1), and the buyer (Podmiot2) issues it
 * (art. 116 of the Polish VAT act), also its correction: so its type is that of a self-billed invoice.
 */
export function rrFacts(document: XmlElement): Partly<En16931Invoice> {
  const root = new FirstChildren(document, FA_RR_NAMESPACE);
  const body = root.in('FakturaRR');
  const partyOf = (name: string) => {
    const party = root.in(name);
    const id = party.in('DaneIdentyfikacyjne');
    return {
      name: id.text('Nazwa'),
      vatId: id.text('NIP'),
      address: { country: party.in('Adres').text('KodKraju') },
    };
  };
  const payable = readNumber(body.text('P_12_1') ?? '');
  const settled = body.in('Rozliczenie');
  return {
    number: body.text('P_4C'),
    issueDate: readDate(body.text('P_4B') ?? '', 'YYYY-MM-DD'),
    typeCode: SELF_BILLED,
    currency: body.text('KodWaluty'),
    // Only a settlement states an amount due of its own.
    totals: {
      withVat: payable,
      due: settled.isThere ? readNumber(settled.text('DoZaplaty') ?? '') : payable,
    },
    seller: partyOf('Podmiot1'),
    buyer: partyOf('Podmiot2'),
  };
}
