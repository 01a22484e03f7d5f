import { useState } from 'preact/hooks';
import { confirm } from '../../app/announce.ts';
import { useAct } from '../../app/act.ts';
import { useAnswer } from '../../app/answer.ts';
import { DAY_MS, dayOf } from '../../app/format.ts';
import { service } from '../../app/session.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Dialog, Question } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Area } from '../../components/inputs.tsx';
import { Problem } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { nameOfRoute, Route } from '../../components/route.tsx';
import { IconWord } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import type Words from '../../words/en/clients.json';
import { type Credential, liveCredentials } from './calls.ts';
import { Form, Submit } from '../../components/form.tsx';

const say = wordsOf<typeof Words>('clients');

/** A last day within this time is warned of. */
const SOON_MS = 30 * DAY_MS;

interface Props {
  readonly client: string;
  readonly onChanged: () => void;
}

interface Asked {
  readonly what: 'replace' | 'revoke';
  readonly credential: Credential;
}

export function Credentials({ client, onChanged }: Props) {
  const credentials = useAnswer(() => liveCredentials(client), [client]);
  const [question, ask] = useState<Asked>();
  const { error, run } = useAct();
  const close = (): void => ask(undefined);
  const changed = (): void => {
    close();
    credentials.askAgain();
    onChanged();
  };
  const revoke = ({ id }: Credential): Promise<void> =>
    run('revoke', async () => {
      close();
      await service().api.POST('/credentials/{id}/revoke', { params: { path: { id } } });
      confirm(say('credential.revoked'));
      changed();
    });
  return (
    <Panel title={say('credentials')} beside={say('credentials.sealed')}>
      {error ? <Problem error={error} /> : null}
      <Answered answer={credentials} rows={3} empty={(rows) => rows.length === 0 && say('credentials.none')}>
        {(rows) => (
          <Table
            caption={say('credentials.list')}
            look="rows-credentials"
            columns={columns(ask)}
            rows={rows}
            idOf={({ id }) => id}
          />
        )}
      </Answered>
      {question?.what === 'replace' && (
        <Replace credential={question.credential} onClose={close} onChanged={changed} />
      )}
      {question?.what === 'revoke' && (
        <Question
          title={say('credential.ask', { what: titleOf(question.credential) })}
          act={say('revoke')}
          onAct={() => void revoke(question.credential)}
          onClose={close}
        >
          <p>{say('credential.ask.help')}</p>
        </Question>
      )}
    </Panel>
  );
}

const titleOf = ({ route, kind }: Credential): string => `${nameOfRoute(route)}, ${kind}`;

const columns = (ask: (question: Asked) => void): readonly Column<Credential>[] => [
  { name: 'route', head: say('head.route'), cell: ({ route }) => <Route route={route} /> },
  { name: 'kind', head: say('head.kind'), isName: true, cell: ({ kind }) => kind },
  {
    name: 'for',
    head: say('head.for'),
    leaves: 3,
    cell: ({ legal_entity: entity }) =>
      entity ? <code>{entity}</code> : <span class="quiet">{say('all-sellers')}</span>,
  },
  { name: 'by', head: say('head.by'), leaves: 2, cell: (row) => row.issued_by },
  {
    name: 'issued',
    head: say('head.issued'),
    leaves: 1,
    cell: ({ issued_on: day }) => dayOf(day, language.value),
  },
  { name: 'ends', head: say('head.ends'), cell: ({ expires_on: day }) => <LastDay day={day} /> },
  {
    name: 'acts',
    head: say('head.acts'),
    align: 'right',
    cell: (credential) => (
      <span class="acts-in-row">
        {(['replace', 'revoke'] as const).map((what) => (
          <button
            key={what}
            type="button"
            class={`link ${what === 'revoke' ? 'danger' : ''}`}
            aria-label={say(`${what}.what`, { what: titleOf(credential) })}
            onClick={() => ask({ what, credential })}
          >
            {say(what)}
          </button>
        ))}
      </span>
    ),
  },
];

/** The last day counts: it ends when that day is over. */
function LastDay({ day }: { readonly day: string | undefined }) {
  if (!day) return <span class="quiet">{say('no-last-day')}</span>;
  const left = Date.parse(day) + DAY_MS - Date.now();
  const text = dayOf(day, language.value);
  if (left > SOON_MS) return <>{text}</>;
  const n = Math.floor(left / DAY_MS);
  return left < 0 ? (
    <IconWord icon="octagon" role="bad" word={say('ended', { day: text })} />
  ) : (
    <IconWord icon="triangleFull" role="warn" word={say('ends-in', { day: text, n })} />
  );
}

interface ReplaceProps {
  readonly credential: Credential;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** The new value goes to the service and is never shown again. */
function Replace({ credential, onClose, onChanged }: ReplaceProps) {
  const [value, setValue] = useState('');
  const [lastDay, setLastDay] = useState('');
  const { busy, error, run } = useAct();
  const replace = (): Promise<void> =>
    run('replace', async () => {
      const body = { value, ...(lastDay && { expires_on: lastDay }) };
      await service().api.POST('/credentials/{id}', { params: { path: { id: credential.id } }, body });
      confirm(say('credential.replaced'));
      onChanged();
    });
  return (
    <Dialog title={say('replace.what', { what: titleOf(credential) })} onClose={onClose}>
      <Form
        onSubmit={() => {
          if (value) void replace();
        }}
      >
        <Area
          label={say('credential.value')}
          value={value}
          onInput={setValue}
          hint={say('credential.hint')}
        />
        <Field
          label={say('credential.last-day')}
          type="date"
          value={lastDay}
          onInput={setLastDay}
          hint={say('credential.last-day.hint')}
        />
        {error ? <Problem error={error} /> : null}
        <Submit isBusy={busy === 'replace'} reason={value ? undefined : say('credential.no-value')}>
          {say('replace')}
        </Submit>
      </Form>
    </Dialog>
  );
}
