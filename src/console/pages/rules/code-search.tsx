import { useState } from 'preact/hooks';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { changeQuery, query } from '../../app/router.ts';
import { isNotFound, service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Answered } from '../../components/answered.tsx';
import { nameOfLayer } from '../../components/layer-name.ts';
import { Owner } from '../../components/owner.tsx';
import { Panel } from '../../components/panel.tsx';
import { Route } from '../../components/route.tsx';
import type { components } from '../../../client/client.ts';
import type Words from '../../words/en/rules.json';
import { Form } from '../../components/form.tsx';

const say = wordsOf<typeof Words>('rules');

type Entry = components['schemas']['CatalogueEntry'];

/** The catalogue answers to whole codes. The code is in the address. */
export function CodeSearch() {
  const code = query.value.get('code') ?? '';
  const [text, setText] = useState(code);
  const find = (): void => changeQuery({ code: text.trim() || undefined });
  return (
    <Panel title={say('find')}>
      <Form class="body code-form" onSubmit={find}>
        <Field label={say('code')} value={text} onInput={setText} hint={say('code.hint')} maxLength={200} />
        <Button type="submit" icon="search">
          {say('find')}
        </Button>
      </Form>
      <div role="status">{code && <EntryAt key={code} code={code} />}</div>
    </Panel>
  );
}

function EntryAt({ code }: { readonly code: string }) {
  const answer = useAnswer((signal) => entryOf(code, signal), [code]);
  return (
    <Answered answer={answer} rows={3} empty={(entry) => entry === null && say('no-code', { code })}>
      {(entry) => entry && <EntryOf entry={entry} />}
    </Answered>
  );
}

/** Null if the catalogue does not have it, as it is written or in capitals. */
async function entryOf(code: string, signal: AbortSignal): Promise<Entry | null> {
  for (const each of new Set([code, code.toUpperCase()]))
    try {
      const params = { path: { code: each } };
      return await dataOf(service().api.GET('/catalogue/{code}', { params, signal }));
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  return null;
}

function EntryOf({ entry }: { readonly entry: Entry }) {
  const { code, aliases, title, explanation, fix_hint: hint, routes, layer, term } = entry;
  return (
    <article class="code-entry" aria-label={code}>
      <h3>{title}</h3>
      <p>
        <a href={`/codes/${encodeURIComponent(code)}`} target="_blank" rel="noopener">
          <code>{code}</code>
        </a>
        {aliases.length > 0 && <span class="meta"> {say('also', { codes: aliases.join(', ') })}</span>}
      </p>
      <p>{explanation}</p>
      <p>{hint}</p>
      <dl class="profile">
        <div>
          <dt class="meta">{say('head.owner')}</dt>
          <dd>
            <Owner owner={entry.who_fixes} senderCanFix={entry.sender_can_fix} />
          </dd>
        </div>
        <div>
          <dt class="meta">{say('head.routes')}</dt>
          <dd>{routes.length > 0 ? routes.map((each) => <Route key={each} route={each} />) : '–'}</dd>
        </div>
        <div>
          <dt class="meta">{say('head.layer')}</dt>
          <dd>{layer === null ? '–' : nameOfLayer(layer)}</dd>
        </div>
        <div>
          <dt class="meta">{say('head.term')}</dt>
          <dd>{term ?? '–'}</dd>
        </div>
      </dl>
    </article>
  );
}
