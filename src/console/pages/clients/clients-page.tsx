import { useState } from 'preact/hooks';
import { useAnswer } from '../../app/answer.ts';
import { allClients } from '../../app/clients.ts';
import { query } from '../../app/router.ts';
import { administers, isOperator, ownKey, type OwnKey } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Empty } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type Words from '../../words/en/clients.json';
import { Audit } from './audit.tsx';
import { ClientList } from './client-list.tsx';
import { Connections } from './connections.tsx';
import { Credentials } from './credentials.tsx';
import { Keys } from './keys.tsx';
import { Profile } from './profile.tsx';
import { Registrations } from './registrations.tsx';

const say = wordsOf<typeof Words>('clients');

export default function ClientsPage() {
  const key = ownKey.value;
  if (!key) return null;
  return key.kind === 'client' ? <OwnClient client={key.client ?? ''} /> : <AllClients ownKey={key} />;
}

/** A client's administrator: the record itself is for operators. */
function OwnClient({ client }: { readonly client: string }) {
  return (
    <>
      <PageHead title={say('page.own')} name={say('page.own')} below={say('own.below')} />
      <Access client={client} />
    </>
  );
}

function AllClients({ ownKey: key }: { readonly ownKey: OwnKey }) {
  const answer = useAnswer(allClients, []);
  const { data } = answer;
  const chosen = query.value.get('client') ?? undefined;
  const record = data?.find(({ client }) => client === chosen);
  const live = data?.filter(({ stage }) => stage === 'live').length ?? 0;
  return (
    <>
      <PageHead
        title={data ? say('count', { n: data.length }) : say('page')}
        name={say('page')}
        below={data && say('count.live', { n: live })}
      />
      <Answered answer={answer}>
        {(all) => (
          <div class="clients">
            <ClientList clients={all} chosen={chosen} />
            <div class="stack">
              {!chosen && (
                <div class="panel">
                  <Empty title={all.length > 0 ? say('choose.client') : say('none')} />
                </div>
              )}
              {record && <Profile record={record} />}
              {chosen && isOperator(key) && administers(key) && <Access key={chosen} client={chosen} />}
            </div>
          </div>
        )}
      </Answered>
    </>
  );
}

function Access({ client }: { readonly client: string }) {
  const [times, setTimes] = useState(0);
  const changed = (): void => setTimes((before) => before + 1);
  return (
    <div class="stack">
      <Credentials client={client} onChanged={changed} />
      <Connections client={client} onChanged={changed} />
      <Registrations client={client} onChanged={changed} />
      <Keys client={client} onChanged={changed} />
      <Audit client={client} times={times} />
    </div>
  );
}
