import type { CompleteInvoice, Note } from '../../invoice/en16931.ts';
import { type Fa3Element, group, leaf, textLeaf } from './element.ts';
import { companyIdPlace } from './registers.ts';

/** Informacje stands three times at most. */
const MAX_FOOTERS = 3;

/** Stopka: notes, and the seller's number in a register of Poland. */
export function footer({ notes, seller }: CompleteInvoice): Fa3Element | undefined {
  const register = companyIdPlace(seller);
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
