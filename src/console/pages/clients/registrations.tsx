import { useState } from 'preact/hooks';
import { confirm } from '../../app/announce.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Dialog, Question } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { ActForm } from '../../components/form.tsx';
import type { Look } from '../../components/states.tsx';
import type Words from '../../words/en/clients.json';
import { AccessPanel, type AccessProps, companyColumns, useAccess } from './access-panel.tsx';
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

/** While the provider is called, neither is possible; one that has failed has nothing to be removed there. */
const ACTS: ReadonlyMap<Registration['state'], readonly ('release' | 'dismiss')[]> = new Map([
  ['asked', ['dismiss']],
  ['looked_up', ['dismiss']],
  ['active', ['release']],
  ['failed', ['dismiss']],
]);

/** Companies that a provider registers to receive. */
export function Registrations(props: AccessProps) {
  const { client } = props;
  const access = useAccess(props, liveRegistrations);
  const { question, ask, close, act } = access;
  const release = ({ id, participant, state }: Registration): Promise<void> =>
    act(async () => {
      const params = { path: { client, id } };
      await service().api.POST('/clients/{client}/registrations/{id}/release', { params });
      if (state === 'active') confirm(say('release.done', { participant }));
    });
  const columns = companyColumns<Registration>({
    name: 'participant',
    nameOf: ({ participant }) => participant,
    stateOf: ({ state, seen_at: seen }) =>
      state === 'active' && !seen
        ? { look: LOOKS.get('requested'), word: say('registration.unseen') }
        : { look: LOOKS.get(state), word: say(`registration.${state}`) },
    providerOf: ({ provider }) => provider,
    actsOf: ({ state }) => ACTS.get(state),
    onAct: (name, row) => (name === 'release' ? ask({ act: name, row }) : void release(row)),
  });
  return (
    <AccessPanel
      kind="registrations"
      access={access}
      beside={say('registrations.over')}
      add={say('registration.add')}
      columns={columns}
    >
      {question?.act === 'add' && <Add client={client} onClose={close} onChanged={access.changed} />}
      {question?.act === 'release' && (
        <Question
          title={say('registration.ask', { participant: question.row.participant })}
          act={say('release')}
          onAct={() => void release(question.row)}
          onClose={close}
        >
          <p>{say('registration.ask.help', { provider: question.row.provider })}</p>
        </Question>
      )}
    </AccessPanel>
  );
}

interface AddProps {
  readonly client: string;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

function Add({ client, onClose, onChanged }: AddProps) {
  const [participant, setParticipant] = useState('');
  const [key, setKey] = useState('');
  const register = async (): Promise<void> => {
    const body = { route: ROUTE, participant, ...(key && { migration_key: key }) } as const;
    const params = { path: { client } };
    await service().api.POST('/clients/{client}/registrations', { params, body });
    confirm(say('registration.added', { participant }));
    onChanged();
  };
  return (
    <Dialog title={say('registration.add')} onClose={onClose}>
      <ActForm
        act={say('register')}
        reason={participant ? undefined : say('participant.missing')}
        onAct={register}
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
      </ActForm>
    </Dialog>
  );
}
