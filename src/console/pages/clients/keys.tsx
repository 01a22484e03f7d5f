import { useState } from 'preact/hooks';
import { confirm } from '../../app/announce.ts';
import { useAct } from '../../app/act.ts';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { ownKey, service, type Scope } from '../../app/session.ts';
import { wordFor, wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog, Question } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Boxes } from '../../components/inputs.tsx';
import { Problem } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type Words from '../../words/en/clients.json';
import { type Key, liveKeys } from './calls.ts';
import { Form, Submit } from '../../components/form.tsx';

const say = wordsOf<typeof Words>('clients');

const SCOPES: readonly Scope[] = ['read', 'submit', 'admin'];
/** So many live keys a client may have. */
const MAX_KEYS = 20;

const scopeWord = (scope: string): string => wordFor('shell', `scope.${scope}`) ?? scope;
const nameOf = ({ label, id }: Key): string => label || id;

interface Props {
  readonly client: string;
  readonly onChanged: () => void;
}

export function Keys({ client, onChanged }: Props) {
  const keys = useAnswer(() => liveKeys(client), [client]);
  const [question, ask] = useState<Key>();
  const [isMinting, mint] = useState(false);
  const [minted, setMinted] = useState<string>();
  const { error, run } = useAct();
  const changed = (): void => {
    keys.askAgain();
    onChanged();
  };
  const revoke = (key: Key): Promise<void> =>
    run('revoke', async () => {
      ask(undefined);
      await service().api.POST('/keys/{id}/revoke', { params: { path: { id: key.id } } });
      confirm(say('key.revoked', { key: nameOf(key) }));
      changed();
    });
  const { data } = keys;
  const reason = (data?.length ?? 0) >= MAX_KEYS ? say('key.limit', { n: MAX_KEYS }) : undefined;
  return (
    <Panel
      title={say('keys')}
      beside={data && say('keys.of', { n: data.length, max: MAX_KEYS })}
      acts={
        <Button size="small" reason={reason} onClick={() => mint(true)}>
          {say('key.make')}
        </Button>
      }
    >
      {error ? <Problem error={error} /> : null}
      <Answered answer={keys} rows={3} empty={(rows) => rows.length === 0 && say('keys.none')}>
        {(rows) => (
          <Table
            caption={say('keys.list')}
            look="rows-keys"
            columns={columns(ask)}
            rows={rows}
            idOf={({ id }) => id}
          />
        )}
      </Answered>
      {isMinting && (
        <Mint
          client={client}
          onClose={() => mint(false)}
          onMinted={(key) => {
            mint(false);
            setMinted(key);
            changed();
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
      {question && (
        <Question
          title={say('key.ask', { key: nameOf(question) })}
          act={say('revoke')}
          onAct={() => void revoke(question)}
          onClose={() => ask(undefined)}
        >
          <p>{question.id === ownKey.value?.id ? say('key.ask.own') : say('key.ask.help')}</p>
        </Question>
      )}
    </Panel>
  );
}

const columns = (ask: (key: Key) => void): readonly Column<Key>[] => [
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
  {
    name: 'acts',
    head: say('head.acts'),
    align: 'right',
    cell: (key) => (
      <button
        type="button"
        class="link danger"
        aria-label={say('revoke.what', { what: nameOf(key) })}
        onClick={() => ask(key)}
      >
        {say('revoke')}
      </button>
    ),
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
  const { busy, error, run } = useAct();
  const make = (): Promise<void> =>
    run('make', async () => {
      const body = { client, scopes: [...(scopes as readonly Scope[])], ...(label && { label }) };
      onMinted((await dataOf(service().api.POST('/keys', { body }))).key);
    });
  return (
    <Dialog title={say('key.make')} onClose={onClose}>
      <Form
        onSubmit={() => {
          if (scopes.length > 0) void make();
        }}
      >
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
        {error ? <Problem error={error} /> : null}
        <Submit isBusy={busy === 'make'} reason={scopes.length === 0 ? say('no-scope') : undefined}>
          {say('key.make')}
        </Submit>
      </Form>
    </Dialog>
  );
}
