import { useState } from 'preact/hooks';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { changeQuery, query } from '../../app/router.ts';
import { isNotFound, service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Empty, Problem, Skeleton } from '../../components/notice.tsx';
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
  const { data, error, isAsking, askAgain } = useAnswer(
    async (signal) => (code ? await entryOf(code, signal) : undefined),
    [code],
  );
  return (
    <Panel title={say('find')}>
      <Form class="body code-form" onSubmit={find}>
        <Field label={say('code')} value={text} onInput={setText} hint={say('code.hint')} maxLength={200} />
        <Button type="submit" icon="search">
          {say('find')}
        </Button>
      </Form>
      <div role="status">
        {error ? <Problem error={error} askAgain={askAgain} /> : null}
        {code && isAsking && data === undefined && <Skeleton rows={3} />}
        {code && !isAsking && data === null && <Empty title={say('no-code', { code })} />}
        {code && data && <EntryOf entry={data} />}
      </div>
    </Panel>
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
  const { code, aliases, title, explanation, fix_hint: hint, who_fixes: owner, routes, layer, term } = entry;
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
            <Owner owner={owner} />
          </dd>
        </div>
        <div>
          <dt class="meta">{say('head.routes')}</dt>
          <dd>{routes.length > 0 ? routes.map((each) => <Route key={each} route={each} />) : '–'}</dd>
        </div>
        <div>
          <dt class="meta">{say('head.layer')}</dt>
          <dd>{layer ?? '–'}</dd>
        </div>
        <div>
          <dt class="meta">{say('head.term')}</dt>
          <dd>{term ?? '–'}</dd>
        </div>
      </dl>
    </article>
  );
}
