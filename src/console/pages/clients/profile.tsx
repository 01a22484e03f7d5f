import type { ComponentChildren } from 'preact';
import type { ClientRecord } from '../../app/clients.ts';
import { wordsOf } from '../../app/words.ts';
import { NOTHING } from '../../components/nothing.tsx';
import { Panel } from '../../components/panel.tsx';
import { Route } from '../../components/route.tsx';
import { Time } from '../../components/time.tsx';
import type Words from '../../words/en/clients.json';
import { Stage } from './client-list.tsx';

const say = wordsOf<typeof Words>('clients');

/** Without the settings of connectors: they are sealed. */
export function Profile({ record }: { readonly record: ClientRecord }) {
  const { client, name, stage, collect = [], retention_days: days } = record;
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    [say('fact.client'), <code>{client}</code>],
    [say('fact.partner'), record.partner],
    [say('fact.contact'), record.contact_email],
    [say('fact.entities'), record.legal_entities.join(', ')],
    [say('fact.countries'), record.countries.join(' ')],
    [say('fact.keeps'), days ? say('days', { n: days }) : say('keeps-all')],
    [say('fact.collects'), collect.length > 0 && collect.map((route) => <Route key={route} route={route} />)],
    [say('fact.changed'), <Time at={record.updated_at} />],
  ];
  return (
    <Panel title={name ?? client} beside={<Stage stage={stage} />}>
      <dl class="body profile">
        {facts.map(([word, value]) => (
          <div key={word}>
            <dt class="meta">{word}</dt>
            <dd>{value || NOTHING}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
