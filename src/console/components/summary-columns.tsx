import type { ComponentChildren } from 'preact';
import { amountOf, dayOf, isCreditNote } from '../app/format.ts';
import type { Summaries, Summary } from '../app/summaries.ts';
import { language, wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import { NOTHING } from './nothing.tsx';
import { BuyerAnswer } from './states.tsx';
import type { Column } from './table.tsx';

const say = wordsOf<typeof Words>('common');

interface Row {
  readonly id: string;
}

type Cell = (summary: Summary) => string | undefined;

/** The one on the other side: the seller of an invoice that came, else the buyer. */
const otherSideOf = ({ id, buyer, seller }: Summary): string | undefined =>
  id.startsWith('rcv_') ? seller : buyer;

/**
 * Buyer or seller, date, due date and total of what a row is about.
 * @param party `other`: of a list of sent and received ones.
 */
export function summaryColumns(
  summaries: Summaries,
  party: 'buyer' | 'seller' | 'other',
): Readonly<Record<'party' | 'date' | 'due' | 'total', Column<Row>>> {
  const cell = (text: Cell) => (row: Row) => {
    if (summaries.isMissing(row.id)) return <span class="quiet">{say('summary.deleted')}</span>;
    const summary = summaries.of(row.id);
    if (!summary) return undefined;
    const shown = text(summary);
    return shown === undefined ? NOTHING : <bdi>{shown}</bdi>;
  };
  return {
    party: {
      name: 'party',
      head: say(`summary.${party}`),
      cell: cell((summary) => (party === 'other' ? otherSideOf(summary) : summary[party])),
    },
    date: {
      name: 'date',
      head: say('summary.date'),
      leaves: 4,
      cell: cell(({ issue_date: day }) => day && shortDay(day)),
    },
    due: {
      name: 'due',
      head: say('summary.due'),
      leaves: 1,
      cell: cell(({ due_date: day }) => day && shortDay(day)),
    },
    total: { name: 'total', head: say('summary.total'), align: 'right', cell: cell(totalOf) },
  };
}

/** The year of most is this one. The columns are narrow, and a day stays on one line. */
const shortDay = (day: string): string => dayOf(day, language.value, new Date()).replaceAll(' ', '\u00a0');

export function totalOf({ type_code: kind = '', total, currency = '' }: Summary): string | undefined {
  if (total === undefined) return undefined;
  const isCredit = isCreditNote(kind) && !total.startsWith('-') && Number(total) !== 0;
  return amountOf(isCredit ? `-${total}` : total, currency, language.value).replace(/^-/, '−');
}

/** Beside the number, where there is no room for a column of dates. */
export function DayBeside({ summary }: { readonly summary: Summary | undefined }) {
  const { issue_date: day } = summary ?? {};
  return day === undefined ? null : <Beside>{dayOf(day, language.value, new Date())}</Beside>;
}

/** Behind a dot, on the line of the number if that has room. */
export const Beside = ({ children }: { readonly children: ComponentChildren }) => (
  <span class="beside">
    <span class="dot"> · </span>
    {children}
  </span>
);

/** What the buyer has answered, below the state. */
export function AnswerBelow({ status }: { readonly status: string }) {
  return (
    <span class="answer quiet">
      {say('summary.buyer')}: <BuyerAnswer status={status} />
    </span>
  );
}

interface Named {
  readonly number: string | undefined;
  readonly reference: string | undefined;
}

/** The reference of the ERP, quiet, below the number; nothing if it says the same. */
export function Reference({ number, reference }: Named) {
  return number === undefined || reference === undefined || number === reference ? null : (
    <span class="reference quiet">{reference}</span>
  );
}
