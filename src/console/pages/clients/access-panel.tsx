import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAct } from '../../app/act.ts';
import { type Answer, useAnswer } from '../../app/answer.ts';
import { wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Button } from '../../components/button.tsx';
import { Problem } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { actsColumn } from '../../components/row-acts.tsx';
import { IconWord, type Look } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import type Words from '../../words/en/clients.json';

const say = wordsOf<typeof Words>('clients');

export interface AccessProps {
  readonly client: string;
  readonly onChanged: () => void;
}

/** What can be done with a row. */
type RowAct = 'another' | 'dismiss' | 'end' | 'release' | 'replace' | 'revoke';

/** These take something away. */
const ENDS: ReadonlySet<RowAct> = new Set(['end', 'release', 'revoke']);

/** What the open dialog is about: a row, or one more. */
type Question<Row> = { readonly act: RowAct; readonly row: Row } | { readonly act: 'add' };

interface Access<Row> {
  readonly answer: Answer<readonly Row[]>;
  readonly question: Question<Row> | undefined;
  readonly ask: (question: Question<Row>) => void;
  readonly close: () => void;
  readonly changed: () => void;
  /** Closes the dialog, and does what it was about. */
  readonly act: (work: () => Promise<void>) => Promise<void>;
  readonly error: unknown;
}

/** The rows of one kind of access, the dialog about them, and what is done. */
export function useAccess<Row>(
  { client, onChanged }: AccessProps,
  read: (client: string) => Promise<readonly Row[]>,
): Access<Row> {
  const answer = useAnswer(() => read(client), [client]);
  const [question, ask] = useState<Question<Row>>();
  const { error, run } = useAct();
  const close = (): void => ask(undefined);
  const changed = (): void => {
    close();
    answer.askAgain();
    onChanged();
  };
  const act = (work: () => Promise<void>): Promise<void> =>
    run('act', async () => {
      close();
      await work();
      changed();
    });
  return { answer, question, ask, close, changed, act, error };
}

interface Props<Row> {
  readonly kind: 'connections' | 'credentials' | 'keys' | 'registrations';
  readonly access: Access<Row>;
  readonly beside: ComponentChildren;
  /** The word for one more. */
  readonly add?: string;
  /** Why there cannot be one more. */
  readonly reason?: string | undefined;
  readonly columns: readonly Column<Row>[];
  /** Dialogs. */
  readonly children: ComponentChildren;
}

/** A panel about one kind of access of a client. */
export function AccessPanel<Row extends { readonly id: string }>(props: Props<Row>) {
  const { kind, access, beside, add, reason, columns, children } = props;
  return (
    <Panel
      title={say(kind)}
      beside={beside}
      acts={
        add && (
          <Button size="small" reason={reason} onClick={() => access.ask({ act: 'add' })}>
            {add}
          </Button>
        )
      }
    >
      {access.error ? <Problem error={access.error} /> : null}
      <Answered answer={access.answer} rows={3} empty={(rows) => rows.length === 0 && say(`${kind}.none`)}>
        {(rows) => (
          <Table
            caption={say(`${kind}.list`)}
            look={`rows-access rows-${kind}`}
            columns={columns}
            rows={rows}
            idOf={({ id }) => id}
          />
        )}
      </Answered>
      {children}
    </Panel>
  );
}

interface ActsOf<Row> {
  readonly actsOf: (row: Row) => readonly RowAct[] | undefined;
  readonly nameOf: (row: Row) => string;
  readonly onAct: (act: RowAct, row: Row) => void;
}

export const accessActs = <Row,>({ actsOf, nameOf, onAct }: ActsOf<Row>): Column<Row> =>
  actsColumn(say('head.acts'), (row) =>
    (actsOf(row) ?? []).map((act) => ({
      word: say(act),
      what: say(`${act}.what`, { what: nameOf(row) }),
      ends: ENDS.has(act),
      run: () => onAct(act, row),
    })),
  );

interface CompanyRow {
  readonly problem?: string;
}

interface CompanyColumns<Row> extends ActsOf<Row> {
  readonly name: 'company' | 'participant';
  readonly stateOf: (row: Row) => { readonly look: Look | undefined; readonly word: string };
  /** Its name as people know it. */
  readonly providerOf: (row: Row) => string;
}

/** A state of a later version. */
const UNKNOWN: Look = { icon: 'ring', role: 'mute' };

/** Of what a provider does for a company. */
export const companyColumns = <Row extends CompanyRow>({
  name,
  stateOf,
  providerOf,
  ...acts
}: CompanyColumns<Row>): readonly Column<Row>[] => [
  { name, head: say(`head.${name}`), isName: true, cell: (row) => <code>{acts.nameOf(row)}</code> },
  {
    name: 'state',
    head: say('head.state'),
    cell: (row) => {
      const { look = UNKNOWN, word } = stateOf(row);
      return (
        <>
          <IconWord {...look} word={word} />
          {row.problem && <p class="meta sentence">{row.problem}</p>}
        </>
      );
    },
  },
  { name: 'provider', head: say('head.provider'), leaves: 1, cell: providerOf },
  accessActs(acts),
];
