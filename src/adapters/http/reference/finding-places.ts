import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { lineOf } from '../../../domain/page/remarks.ts';

/** A finding with the number of its card, in the words of the reader. */
export interface Mark {
  readonly finding: Finding;
  readonly no: number;
  /** Of the number, for who does not see it. */
  readonly label: string;
  /** `Buyer reference (BT-10)`; none of a finding that is about no term of the invoice. */
  readonly place?: string;
  readonly language: string;
}

/** Business terms (EN 16931-1, table 2) by the part of the page that has them; all others are in the box of facts. */
const PLACES = [
  { place: 'seller', first: 27, last: 43 },
  { place: 'buyer', first: 44, last: 58 },
  { place: 'payment', first: 81, last: 91 },
  { place: 'sums', first: 106, last: 121 },
] as const;

type Place = 'facts' | (typeof PLACES)[number]['place'];

const placeOf = ({ finding: { term } }: Mark): Place => {
  const number = Number(/^BT-(\d+)/.exec(term ?? '')?.[1]);
  return PLACES.find(({ first, last }) => number >= first && number <= last)?.place ?? 'facts';
};

/** Where each finding belongs on the page of the invoice. One about neither a line nor a term has no place on it. */
export class FindingPlaces {
  constructor(private readonly marks: readonly Mark[]) {}

  /** @param line counted from 0. */
  onLine(line: number): readonly Mark[] {
    return this.marks.filter(({ finding }) => lineOf(finding) === line);
  }

  at(place: Place): readonly Mark[] {
    return this.marks.filter(
      (mark) => mark.place !== undefined && lineOf(mark.finding) === undefined && placeOf(mark) === place,
    );
  }
}
