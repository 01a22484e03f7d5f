import type { CanonicalInvoice, Route, Submission } from '../../../client/client.ts';

/** A file of `examples/`: canonical JSON with its route. */
export type Example = Extract<Submission, { readonly document?: unknown }> & {
  readonly route: Route;
  readonly document: CanonicalInvoice;
};
export type Examples = Readonly<Record<string, Example>>;

declare const EXAMPLES_FILE: string;

export async function readExamples(): Promise<Examples> {
  const answer = await fetch(`/console/assets/${EXAMPLES_FILE}`);
  return (await answer.json()) as Examples;
}

/** What the reader may change before the first invoice is sent. */
export interface Wishes {
  /** Without the ending that the network plays. */
  readonly number: string;
  readonly issued: string;
  /** Net price of the first line. */
  readonly price: string;
}

export const examplesOf = (examples: Examples, route: string): readonly string[] =>
  Object.keys(examples).filter((name) => examples[name]!.route === route);

/** @param at makes the number a new one, to the millisecond: examples of two routes share a series, and the number is the idempotency key. */
export function wishesFor({ document }: Example, at: Date): Wishes {
  const { invoice, lines } = document;
  const fresh = at.toISOString().slice(11, 23).replace(/\D/g, '');
  return {
    number: String(invoice.number).replace(/(?<!\d)\d+\D*$/, fresh),
    issued: at.toISOString().slice(0, 10),
    price: String(lines[0]?.unit_price ?? ''),
  };
}

const DAYS_TO_PAY = 30;

/** The example with the wishes, and the ending at the very end of its number. */
export function submissionOf(example: Example, wishes: Wishes, ending: string): Example {
  const { document, ...rest } = example;
  const number = `${wishes.number.trim()}${ending}`;
  const due = new Date(Date.parse(`${wishes.issued}T00:00:00Z`) + DAYS_TO_PAY * 86_400_000);
  const [line, ...lines] = document.lines;
  return {
    ...rest,
    invoice_ref: number,
    document: {
      ...document,
      invoice: {
        ...document.invoice,
        number,
        issue_date: wishes.issued,
        ...(!Number.isNaN(due.getTime()) && { due_date: due.toISOString().slice(0, 10) }),
      },
      lines: line ? [{ ...line, unit_price: wishes.price.trim() }, ...lines] : [],
    },
  };
}
