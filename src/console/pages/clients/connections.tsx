import { useState } from 'preact/hooks';
import { confirm } from '../../app/announce.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Dialog, Question } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { ActForm } from '../../components/form.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import type { Look } from '../../components/states.tsx';
import type Words from '../../words/en/clients.json';
import { AccessPanel, type AccessProps, companyColumns, useAccess } from './access-panel.tsx';
import { type Connection, liveConnections } from './calls.ts';

const say = wordsOf<typeof Words>('clients');

/** The route and the provider that documents consents. */
const BY_CONSENT = { route: 'FR-PA', provider: 'superpdp' } as const;

/** The product of a provider. One of a later version has no name yet. */
const PRODUCTS: ReadonlyMap<string, string> = new Map([['superpdp', 'Super PDP']]);

const LOOKS: ReadonlyMap<Connection['state'], Look> = new Map([
  ['asked', { icon: 'clock', role: 'busy' }],
  ['exchanging', { icon: 'arrow', role: 'busy' }],
  ['checking', { icon: 'half', role: 'busy' }],
  ['storing', { icon: 'arrow', role: 'busy' }],
  ['active', { icon: 'checkDisc', role: 'ok' }],
  ['refused', { icon: 'octagon', role: 'bad' }],
  ['ending', { icon: 'arrow', role: 'busy' }],
  ['ended', { icon: 'struckRing', role: 'mute' }],
  ['failed', { icon: 'octagon', role: 'bad' }],
]);

/** While the outcome of a consent is not known, neither is possible. */
const ACTS: ReadonlyMap<Connection['state'], readonly ('another' | 'end')[]> = new Map([
  ['asked', ['another', 'end']],
  ['checking', ['end']],
  ['active', ['end']],
  ['refused', ['another', 'end']],
  ['failed', ['another']],
]);

/** Companies that connect to their provider by consent. */
export function Connections(props: AccessProps) {
  const { client } = props;
  const access = useAccess(props, liveConnections);
  const { question, ask, close, act } = access;
  const [link, show] = useState<string>();
  const request = async (company: string): Promise<void> => {
    const body = { ...BY_CONSENT, company };
    const params = { path: { client } };
    const made = await service().api.POST('/clients/{client}/connections', { params, body });
    show(made.data?.url);
  };
  const end = ({ id, company }: Connection): Promise<void> =>
    act(async () => {
      await service().api.DELETE('/clients/{client}/connections/{id}', { params: { path: { client, id } } });
      confirm(say('connection.done', { company }));
    });
  const columns = companyColumns<Connection>({
    name: 'company',
    nameOf: ({ company }) => company,
    stateOf: ({ state }) => ({ look: LOOKS.get(state), word: say(`connection.${state}`) }),
    providerOf: ({ provider }) => PRODUCTS.get(provider) ?? provider,
    actsOf: ({ state }) => ACTS.get(state),
    onAct: (name, row) => (name === 'end' ? ask({ act: name, row }) : void act(() => request(row.company))),
  });
  return (
    <AccessPanel
      kind="connections"
      access={access}
      beside={say('connections.over')}
      add={say('connection.add')}
      columns={columns}
    >
      {question?.act === 'add' && (
        <Add
          onClose={close}
          request={async (company) => {
            await request(company);
            access.changed();
          }}
        />
      )}
      {link !== undefined && (
        <ShownOnce
          title={say('connection.link')}
          name={say('connection.link')}
          secret={link}
          onClose={() => show(undefined)}
        />
      )}
      {question?.act === 'end' && (
        <Question
          title={say('connection.ask', { company: question.row.company })}
          act={say('end')}
          onAct={() => void end(question.row)}
          onClose={close}
        >
          <p>{say('connection.ask.help')}</p>
        </Question>
      )}
    </AccessPanel>
  );
}

interface AddProps {
  readonly onClose: () => void;
  readonly request: (company: string) => Promise<void>;
}

function Add({ onClose, request }: AddProps) {
  const [company, setCompany] = useState('');
  return (
    <Dialog title={say('connection.add')} onClose={onClose}>
      <ActForm
        act={say('connection.make')}
        reason={company ? undefined : say('company.missing')}
        onAct={() => request(company)}
      >
        <Field label={say('head.company')} value={company} onInput={setCompany} hint={say('company.hint')} />
      </ActForm>
    </Dialog>
  );
}
