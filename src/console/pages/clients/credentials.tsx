import { useState } from 'preact/hooks';
import { confirm } from '../../app/announce.ts';
import { DAY_MS, dayOf } from '../../app/format.ts';
import { service } from '../../app/session.ts';
import { language, wordFor, wordsOf } from '../../app/words.ts';
import { Dialog, Question } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { ActForm } from '../../components/form.tsx';
import { Area } from '../../components/inputs.tsx';
import { nameOfRoute } from '../../app/routes.ts';
import { Route } from '../../components/route.tsx';
import { IconWord } from '../../components/states.tsx';
import type { Column } from '../../components/table.tsx';
import type Words from '../../words/en/clients.json';
import { accessActs, AccessPanel, type AccessProps, useAccess } from './access-panel.tsx';
import { type Credential, liveCredentials } from './calls.ts';

const say = wordsOf<typeof Words>('clients');

/** A last day within this time is warned of. */
const SOON_MS = 30 * DAY_MS;

export function Credentials(props: AccessProps) {
  const access = useAccess(props, liveCredentials);
  const { question, ask, close, act } = access;
  const revoke = ({ id }: Credential): Promise<void> =>
    act(async () => {
      await service().api.POST('/credentials/{id}/revoke', { params: { path: { id } } });
      confirm(say('credential.revoked'));
    });
  return (
    <AccessPanel
      kind="credentials"
      access={access}
      beside={say('credentials.sealed')}
      columns={[
        ...columns(),
        accessActs({
          actsOf: () => ['replace', 'revoke'],
          nameOf: titleOf,
          onAct: (name, row) => ask({ act: name, row }),
        }),
      ]}
    >
      {question?.act === 'replace' && (
        <Replace credential={question.row} onClose={close} onChanged={access.changed} />
      )}
      {question?.act === 'revoke' && (
        <Question
          title={say('credential.ask', { what: titleOf(question.row) })}
          act={say('revoke')}
          onAct={() => void revoke(question.row)}
          onClose={close}
        >
          <p>{say('credential.ask.help')}</p>
        </Question>
      )}
    </AccessPanel>
  );
}

const titleOf = ({ route, kind }: Credential): string => `${nameOfRoute(route)}, ${nameOfKind(kind)}`;

/** A kind of a later version has no name yet. */
const nameOfKind = (kind: string): string => wordFor('clients', `kind.${kind}`) ?? kind;

const columns = (): readonly Column<Credential>[] => [
  { name: 'route', head: say('head.route'), cell: ({ route }) => <Route route={route} /> },
  {
    name: 'kind',
    head: say('head.kind'),
    isName: true,
    cell: ({ kind }) => <span title={kind}>{nameOfKind(kind)}</span>,
  },
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
  const replace = async (): Promise<void> => {
    const body = { value, ...(lastDay && { expires_on: lastDay }) };
    await service().api.POST('/credentials/{id}', { params: { path: { id: credential.id } }, body });
    confirm(say('credential.replaced'));
    onChanged();
  };
  return (
    <Dialog title={say('replace.what', { what: titleOf(credential) })} onClose={onClose}>
      <ActForm act={say('replace')} reason={value ? undefined : say('credential.no-value')} onAct={replace}>
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
      </ActForm>
    </Dialog>
  );
}
