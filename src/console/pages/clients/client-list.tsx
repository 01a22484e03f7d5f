import type { ClientRecord } from '../../app/clients.ts';
import { inAddress, withQuery } from '../../app/router.ts';
import { wordFor, wordsOf } from '../../app/words.ts';
import { Field } from '../../components/field.tsx';
import { Link } from '../../components/link.tsx';
import { IconWord, type Look } from '../../components/states.tsx';
import type Words from '../../words/en/clients.json';

const say = wordsOf<typeof Words>('clients');

const STAGES: Readonly<Record<string, Look>> = {
  onboarding: { icon: 'clock', role: 'busy' },
  sandbox: { icon: 'checkSquare', role: 'busy' },
  live: { icon: 'checkDisc', role: 'ok' },
  suspended: { icon: 'triangleFull', role: 'warn' },
  closed: { icon: 'struckRing', role: 'mute' },
};

export function Stage({ stage }: { readonly stage: string | null }) {
  const look = stage === null ? undefined : STAGES[stage];
  return look ? <IconWord {...look} word={wordFor('clients', `stage.${stage}`) ?? stage!} /> : null;
}

interface Props {
  readonly clients: readonly ClientRecord[];
  readonly chosen: string | undefined;
}

export function ClientList({ clients, chosen }: Props) {
  const [text = '', setText] = inAddress('find');
  const query = text.trim().toLowerCase();
  const shown = clients.filter(({ client, name, countries }) =>
    [client, name ?? '', ...countries].some((each) => each.toLowerCase().includes(query)),
  );
  return (
    <nav class="panel client-list" aria-label={say('page')}>
      <div class="body">
        <Field label={say('filter')} value={text} onInput={setText} hint={say('filter.hint')} />
      </div>
      {shown.length === 0 && <p class="body quiet">{say('no-match')}</p>}
      <ul>
        {shown.map(({ client, name, countries, stage }) => (
          <li key={client}>
            <Link
              to={withQuery({ client })}
              class={`client-row ${client === chosen ? 'selected' : ''}`}
              aria-current={client === chosen ? 'true' : undefined}
            >
              <span class="strong">{name ?? client}</span>
              <Stage stage={stage} />
              <span class="meta">{[client, countries.join(' ')].filter(Boolean).join(' · ')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
