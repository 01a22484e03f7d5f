import { useState } from 'preact/hooks';
import { confirm } from '../../app/announce.ts';
import { dataOf } from '../../app/answer.ts';
import { ownKey, service, type Scope } from '../../app/session.ts';
import { wordFor, wordsOf } from '../../app/words.ts';
import { Dialog, Question } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { ActForm } from '../../components/form.tsx';
import { Boxes } from '../../components/inputs.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import type { Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type Words from '../../words/en/clients.json';
import { accessActs, AccessPanel, type AccessProps, useAccess } from './access-panel.tsx';
import { type Key, liveKeys } from './calls.ts';

const say = wordsOf<typeof Words>('clients');

const SCOPES: readonly Scope[] = ['read', 'submit', 'admin'];
/** So many live keys a client may have. */
const MAX_KEYS = 20;

const scopeWord = (scope: string): string => wordFor('shell', `scope.${scope}`) ?? scope;
const nameOf = ({ label, id }: Key): string => label || id;

export function Keys(props: AccessProps) {
  const { client } = props;
  const access = useAccess(props, liveKeys);
  const { answer, question, ask, close, act } = access;
  const [minted, setMinted] = useState<string>();
  const revoke = (key: Key): Promise<void> =>
    act(async () => {
      await service().api.POST('/keys/{id}/revoke', { params: { path: { id: key.id } } });
      confirm(say('key.revoked', { key: nameOf(key) }));
    });
  const { data } = answer;
  return (
    <AccessPanel
      kind="keys"
      access={access}
      beside={data && say('keys.of', { n: data.length, max: MAX_KEYS })}
      add={say('key.make')}
      reason={(data?.length ?? 0) >= MAX_KEYS ? say('key.limit', { n: MAX_KEYS }) : undefined}
      columns={[
        ...columns(),
        accessActs({ actsOf: () => ['revoke'], nameOf, onAct: (name, row) => ask({ act: name, row }) }),
      ]}
    >
      {question?.act === 'add' && (
        <Mint
          client={client}
          onClose={close}
          onMinted={(key) => {
            setMinted(key);
            access.changed();
          }}
        />
      )}
      {minted && (
        <ShownOnce
          title={say('key.new')}
          name={say('key.new')}
          secret={minted}
          onClose={() => setMinted(undefined)}
        />
      )}
      {question?.act === 'revoke' && (
        <Question
          title={say('key.ask', { key: nameOf(question.row) })}
          act={say('revoke')}
          onAct={() => void revoke(question.row)}
          onClose={close}
        >
          <p>{question.row.id === ownKey.value?.id ? say('key.ask.own') : say('key.ask.help')}</p>
        </Question>
      )}
    </AccessPanel>
  );
}

const columns = (): readonly Column<Key>[] => [
  {
    name: 'label',
    head: say('head.label'),
    isName: true,
    cell: ({ id, label }) => (
      <>
        {label || <span class="quiet">{say('no-label')}</span>}
        <br />
        <code class="quiet">{id}</code>
      </>
    ),
  },
  { name: 'scopes', head: say('head.scopes'), cell: ({ scopes }) => scopes.map(scopeWord).join(', ') },
  { name: 'made', head: say('head.made'), cell: ({ created_at: at }) => <Time at={at} /> },
  {
    name: 'used',
    head: say('head.used'),
    cell: ({ last_used_at: at }) => (at ? <Time at={at} /> : <span class="quiet">{say('never-used')}</span>),
  },
];

interface MintProps {
  readonly client: string;
  readonly onClose: () => void;
  readonly onMinted: (key: string) => void;
}

/** A key makes keys with scopes that it holds itself. */
function Mint({ client, onClose, onMinted }: MintProps) {
  const own = SCOPES.filter((scope) => ownKey.value?.scopes.includes(scope));
  const [label, setLabel] = useState('');
  const [chosen, choose] = useState<readonly string[]>();
  // The dialog may be open before the rights of the reader's key are known.
  const scopes = chosen ?? own.slice(0, 1);
  const make = async (): Promise<void> => {
    const body = { client, scopes: [...(scopes as readonly Scope[])], ...(label && { label }) };
    onMinted((await dataOf(service().api.POST('/keys', { body }))).key);
  };
  return (
    <Dialog title={say('key.make')} onClose={onClose}>
      <ActForm act={say('key.make')} reason={scopes.length === 0 ? say('no-scope') : undefined} onAct={make}>
        <Field
          label={say('head.label')}
          value={label}
          onInput={setLabel}
          maxLength={100}
          hint={say('label.hint')}
        />
        <Boxes
          label={say('head.scopes')}
          chosen={scopes}
          options={own.map((scope) => [scope, scopeWord(scope)] as const)}
          onChange={choose}
        />
      </ActForm>
    </Dialog>
  );
}
