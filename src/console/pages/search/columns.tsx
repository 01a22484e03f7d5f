import type { ComponentChildren } from 'preact';
import type { components } from '../../../client/client.ts';
import { isPhone } from '../../app/screen.ts';
import type { Summaries } from '../../app/summaries.ts';
import { wordFor, wordsOf } from '../../app/words.ts';
import { Icon, type IconName } from '../../components/icon.tsx';
import { NumberText } from '../../components/number-text.tsx';
import { OwnAnswerBelow } from '../../components/received-answer.tsx';
import { RecordLink } from '../../components/record-link.tsx';
import { SentAgain } from '../../components/sent-again.tsx';
import { IconWord, State, wordOfInvoice } from '../../components/states.tsx';
import {
  AnswerBelow,
  Beside,
  DayBeside,
  Reference,
  summaryColumns,
} from '../../components/summary-columns.tsx';
import type { Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type Words from '../../words/en/search.json';
import { nameBelow, otherSide, placesBeside, placesOf } from './view.ts';

const say = wordsOf<typeof Words>('search');

export type FoundRow = components['schemas']['FoundInvoice'];

const ICONS: Readonly<Record<FoundRow['kind'], IconName>> = {
  sent: 'sheet',
  not_taken: 'diamond',
  received: 'inbox',
};

export const wordOfPlace = (place: string): string => wordFor('search', `in.${place}`) ?? place;

const listed = (places: readonly string[]): string => places.map(wordOfPlace).join(', ');

/** A cell in which the words were found. */
function marked(row: FoundRow, place: string, cell: ComponentChildren): ComponentChildren {
  return placesOf(row).includes(place) ? <mark>{cell}</mark> : cell;
}

/** @param q what was looked for. */
export function columns(rows: readonly FoundRow[], q: string): readonly Column<FoundRow>[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const summaries: Summaries = { of: (id) => byId.get(id), isMissing: () => false };
  const { party, date, total } = summaryColumns(summaries, 'other');
  return [
    {
      name: 'kind',
      head: say('head.kind'),
      cell: ({ kind }) =>
        isPhone.value ? (
          <span class="icon-word mute">
            <Icon name={ICONS[kind]} /> <span class="unseen">{say(`kind.${kind}`)}</span>
          </span>
        ) : (
          <IconWord icon={ICONS[kind]} role="mute" word={say(`kind.${kind}`)} />
        ),
    },
    {
      name: 'number',
      head: say('head.number'),
      isName: true,
      cell: (row) => {
        const below = nameBelow(row, q);
        const beside = placesBeside(row);
        const number = row.number ?? row.invoice_ref ?? say('no-number');
        return (
          <>
            <RecordLink id={row.id} class="name">
              {marked(row, 'number', <NumberText text={number} />)}
            </RecordLink>
            <DayBeside summary={row} />
            {isPhone.value && beside.length > 0 && <Beside>{listed(beside)}</Beside>}
            <Reference number={row.number ?? row.invoice_ref} reference={below} />
          </>
        );
      },
    },
    { ...party, cell: (row) => marked(row, otherSide(row), party.cell(row)) },
    date,
    { ...total, cell: (row) => marked(row, 'amount', total.cell(row)) },
    {
      name: 'state',
      head: say('head.state'),
      cell: ({ state = 'not_taken', sent_again_as: later, buyer_status: buyers, answer: own, ...row }) => (
        <>
          {later ? (
            <>
              <SentAgain later={later} reference={row.invoice_ref ?? row.number ?? later.id} />
              <span class="answer quiet">{wordOfInvoice({ ...row, state })}</span>
            </>
          ) : (
            <State {...row} state={state} />
          )}
          {buyers !== undefined && <AnswerBelow status={buyers} />}
          {own && <OwnAnswerBelow answer={own} />}
        </>
      ),
    },
    { name: 'found', head: say('head.found'), leaves: 2, cell: (row) => listed(placesOf(row)) },
    {
      name: 'taken-in',
      head: say('head.taken-in'),
      align: 'right',
      leaves: 1,
      cell: ({ created_at: at }) => <Time at={at} />,
    },
  ];
}
