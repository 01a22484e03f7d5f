import type { CompleteInvoice, Note, SellerParty } from '../../invoice/en16931.ts';
import { type Fa3Element, group, leaf, textLeaf } from './element.ts';

/** Registers of Poland by the shape of their numbers: KRS has ten digits, REGON nine or fourteen. */
const REGISTERS = { KRS: /^\d{10}$/, REGON: /^(?:\d{9}|\d{14})$/ } as const;

/** The element of Rejestry for the seller's number; undefined for another number. */
export function registerOf({ companyId }: SellerParty): keyof typeof REGISTERS | undefined {
  if (companyId === undefined || companyId.scheme !== undefined) return undefined;
  return (Object.keys(REGISTERS) as (keyof typeof REGISTERS)[]).find((name) =>
    REGISTERS[name].test(companyId.id),
  );
}

/** Informacje stands three times at most. */
const MAX_FOOTERS = 3;

/** Stopka: notes, and the seller's number in a register of Poland. */
export function footer({ notes, seller }: CompleteInvoice): Fa3Element | undefined {
  const register = registerOf(seller);
  return group(
    'Stopka',
    footers(notes).map((text, index) =>
      group('Informacje', textLeaf('StopkaFaktury', text, { term: 'BT-22', indices: [index] })),
    ),
    register && group('Rejestry', leaf(register, seller.companyId?.id, { term: 'BT-30' })),
  );
}

/** One for each note; from the third on they share one, line by line. */
function footers(notes: readonly Note[]): readonly string[] {
  const texts = notes.map(({ subjectCode, text }) =>
    subjectCode === undefined ? text : `#${subjectCode}#${text}`,
  );
  if (texts.length <= MAX_FOOTERS) return texts;
  const alone = texts.slice(0, MAX_FOOTERS - 1);
  return [...alone, texts.slice(alone.length).join('\n')];
}
