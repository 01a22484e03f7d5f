import { useState } from 'preact/hooks';
import { confirm } from '../../app/announce.ts';
import { useAct } from '../../app/act.ts';
import { useAnswer } from '../../app/answer.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog, Question } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form, Submit } from '../../components/form.tsx';
import { Problem } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { IconWord, type Look } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import type Words from '../../words/en/clients.json';
import { liveRegistrations, type Registration } from './calls.ts';

const say = wordsOf<typeof Words>('clients');

/** The route over which providers register receivers. */
const ROUTE = 'PEPPOL';

const LOOKS: ReadonlyMap<Registration['state'], Look> = new Map([
  ['asked', { icon: 'clock', role: 'busy' }],
  ['looked_up', { icon: 'half', role: 'busy' }],
  ['requested', { icon: 'arrow', role: 'busy' }],
  ['active', { icon: 'checkDisc', role: 'ok' }],
  ['releasing', { icon: 'arrow', role: 'busy' }],
  ['released', { icon: 'struckRing', role: 'mute' }],
  ['failed', { icon: 'octagon', role: 'bad' }],
]);

/** A state of a later version. */
const UNKNOWN: Look = { icon: 'ring', role: 'mute' };

interface Props {
  readonly client: string;
  readonly onChanged: () => void;
}

/** Companies that a provider registers to receive. */
export function Registrations({ client, onChanged }: Props) {
  const registrations = useAnswer(() => liveRegistrations(client), [client]);
  const [isAdding, add] = useState(false);
  const [released, ask] = useState<Registration>();
  const { error, run } = useAct();
  const changed = (): void => {
    registrations.askAgain();
    onChanged();
  };
  const release = ({ id, participant, state }: Registration): Promise<void> =>
    run('release', async () => {
      ask(undefined);
      const params = { path: { client, id } };
      await service().api.POST('/clients/{client}/registrations/{id}/release', { params });
      if (state === 'active') confirm(say('release.done', { participant }));
      changed();
    });
  return (
    <Panel
      title={say('registrations')}
      beside={say('registrations.over')}
      acts={
        <Button size="small" onClick={() => add(true)}>
          {say('registration.add')}
        </Button>
      }
    >
      {error ? <Problem error={error} /> : null}
      <Answered
        answer={registrations}
        rows={2}
        empty={(rows) => rows.length === 0 && say('registrations.none')}
      >
        {(rows) => (
          <Table
            caption={say('registrations.list')}
            look="rows-registrations"
            columns={columns(ask, (one) => void release(one))}
            rows={rows}
            idOf={({ id }) => id}
          />
        )}
      </Answered>
      {isAdding && (
        <Add
          client={client}
          onClose={() => add(false)}
          onChanged={() => {
            add(false);
            changed();
          }}
        />
      )}
      {released && (
        <Question
          title={say('registration.ask', { participant: released.participant })}
          act={say('release')}
          onAct={() => void release(released)}
          onClose={() => ask(undefined)}
        >
          <p>{say('registration.ask.help', { provider: released.provider })}</p>
        </Question>
      )}
    </Panel>
  );
}

/** While the provider is called, neither is possible; one that has failed has nothing to be removed there. */
const ACTS: ReadonlyMap<Registration['state'], 'release' | 'dismiss'> = new Map([
  ['asked', 'dismiss'],
  ['looked_up', 'dismiss'],
  ['active', 'release'],
  ['failed', 'dismiss'],
]);

type Act = (registration: Registration) => void;

const columns = (ask: Act, dismiss: Act): readonly Column<Registration>[] => [
  {
    name: 'participant',
    head: say('head.participant'),
    isName: true,
    cell: ({ participant }) => <code>{participant}</code>,
  },
  {
    name: 'state',
    head: say('head.state'),
    cell: ({ state, seen_at: seen, problem }) => (
      <>
        <IconWord
          {...(LOOKS.get(state === 'active' && !seen ? 'requested' : state) ?? UNKNOWN)}
          word={say(state === 'active' && !seen ? 'registration.unseen' : `registration.${state}`)}
        />
        {problem && <p class="meta sentence">{problem}</p>}
      </>
    ),
  },
  { name: 'provider', head: say('head.provider'), leaves: 1, cell: ({ provider }) => provider },
  {
    name: 'acts',
    head: say('head.acts'),
    align: 'right',
    cell: (registration) => {
      const act = ACTS.get(registration.state);
      return (
        act && (
          <button
            type="button"
            class={`link ${act === 'release' ? 'danger' : ''}`}
            aria-label={say(`${act}.what`, { what: registration.participant })}
            onClick={() => (act === 'release' ? ask(registration) : dismiss(registration))}
          >
            {say(act)}
          </button>
        )
      );
    },
  },
];

interface AddProps {
  readonly client: string;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

function Add({ client, onClose, onChanged }: AddProps) {
  const [participant, setParticipant] = useState('');
  const [key, setKey] = useState('');
  const { busy, error, run } = useAct();
  const register = (): Promise<void> =>
    run('register', async () => {
      const body = { route: ROUTE, participant, ...(key && { migration_key: key }) } as const;
      const params = { path: { client } };
      await service().api.POST('/clients/{client}/registrations', { params, body });
      confirm(say('registration.added', { participant }));
      onChanged();
    });
  return (
    <Dialog title={say('registration.add')} onClose={onClose}>
      <Form
        onSubmit={() => {
          if (participant) void register();
        }}
      >
        <Field
          label={say('head.participant')}
          value={participant}
          onInput={setParticipant}
          hint={say('participant.hint')}
        />
        <Field
          label={say('migration-key')}
          type="password"
          value={key}
          onInput={setKey}
          hint={say('migration-key.hint')}
        />
        {error ? <Problem error={error} /> : null}
        <Submit isBusy={busy === 'register'} reason={participant ? undefined : say('participant.missing')}>
          {say('register')}
        </Submit>
      </Form>
    </Dialog>
  );
}
