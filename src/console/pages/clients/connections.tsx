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
import { Form } from '../../components/form.tsx';
import { Problem } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { IconWord, type Look } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import type Words from '../../words/en/clients.json';
import { type Connection, liveConnections } from './calls.ts';

const say = wordsOf<typeof Words>('clients');

/** The route and the provider that documents consents. */
const BY_CONSENT = { route: 'FR-PA', provider: 'superpdp' } as const;

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

/** A state of a later version. */
const UNKNOWN: Look = { icon: 'ring', role: 'mute' };

interface Props {
  readonly client: string;
  readonly onChanged: () => void;
}

/** Companies that connect to their provider by consent. */
export function Connections({ client, onChanged }: Props) {
  const connections = useAnswer(() => liveConnections(client), [client]);
  const [isAdding, add] = useState(false);
  const [link, show] = useState<string>();
  const [ended, ask] = useState<Connection>();
  const { error, run } = useAct();
  const changed = (): void => {
    connections.askAgain();
    onChanged();
  };
  const request = async (company: string): Promise<void> => {
    const body = { ...BY_CONSENT, company };
    const made = await service().api.POST('/clients/{client}/connections', {
      params: { path: { client } },
      body,
    });
    show(made.data?.url);
    add(false);
    changed();
  };
  const end = ({ id, company }: Connection): Promise<void> =>
    run('end', async () => {
      ask(undefined);
      await service().api.DELETE('/clients/{client}/connections/{id}', { params: { path: { client, id } } });
      confirm(say('connection.done', { company }));
      changed();
    });
  return (
    <Panel
      title={say('connections')}
      beside={say('connections.over')}
      acts={
        <Button size="small" onClick={() => add(true)}>
          {say('connection.add')}
        </Button>
      }
    >
      {error ? <Problem error={error} /> : null}
      <Answered answer={connections} rows={2} empty={(rows) => rows.length === 0 && say('connections.none')}>
        {(rows) => (
          <Table
            caption={say('connections.list')}
            look="rows-registrations"
            columns={columns(ask, ({ company }) => void run('again', () => request(company)))}
            rows={rows}
            idOf={({ id }) => id}
          />
        )}
      </Answered>
      {isAdding && <Add onClose={() => add(false)} request={request} />}
      {link !== undefined && (
        <ShownOnce
          title={say('connection.link')}
          name={say('connection.link')}
          secret={link}
          onClose={() => show(undefined)}
        />
      )}
      {ended && (
        <Question
          title={say('connection.ask', { company: ended.company })}
          act={say('end')}
          onAct={() => void end(ended)}
          onClose={() => ask(undefined)}
        >
          <p>{say('connection.ask.help')}</p>
        </Question>
      )}
    </Panel>
  );
}

/** While the outcome of a consent is not known, neither is possible. */
const ACTS: ReadonlyMap<Connection['state'], readonly ('another' | 'end')[]> = new Map([
  ['asked', ['another', 'end']],
  ['checking', ['end']],
  ['active', ['end']],
  ['refused', ['another', 'end']],
  ['failed', ['another']],
]);

type Act = (connection: Connection) => void;

const columns = (ask: Act, again: Act): readonly Column<Connection>[] => [
  {
    name: 'company',
    head: say('head.company'),
    isName: true,
    cell: ({ company }) => <code>{company}</code>,
  },
  {
    name: 'state',
    head: say('head.state'),
    cell: ({ state, problem }) => (
      <>
        <IconWord {...(LOOKS.get(state) ?? UNKNOWN)} word={say(`connection.${state}`)} />
        {problem && <p class="meta sentence">{problem}</p>}
      </>
    ),
  },
  { name: 'provider', head: say('head.provider'), leaves: 1, cell: ({ provider }) => provider },
  {
    name: 'acts',
    head: say('head.acts'),
    align: 'right',
    cell: (connection) => (
      <span class="acts-in-row">
        {ACTS.get(connection.state)?.map((act) => (
          <button
            key={act}
            type="button"
            class={`link ${act === 'end' ? 'danger' : ''}`}
            aria-label={say(`${act}.what`, { what: connection.company })}
            onClick={() => (act === 'end' ? ask(connection) : again(connection))}
          >
            {say(act)}
          </button>
        ))}
      </span>
    ),
  },
];

interface AddProps {
  readonly onClose: () => void;
  readonly request: (company: string) => Promise<void>;
}

function Add({ onClose, request }: AddProps) {
  const [company, setCompany] = useState('');
  const { busy, error, run } = useAct();
  return (
    <Dialog title={say('connection.add')} onClose={onClose}>
      <Form
        onSubmit={() => {
          if (company) void run('ask', () => request(company));
        }}
      >
        <Field
          label={say('head.company')}
          value={company}
          onInput={setCompany}
          hint={say('company.hint')}
          autofocus
        />
        {error ? <Problem error={error} /> : null}
        <div class="acts">
          <Button
            kind="primary"
            type="submit"
            isBusy={busy === 'ask'}
            reason={company ? undefined : say('company.missing')}
          >
            {say('connection.make')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
