import { dataOf, useAnswer } from '../../app/answer.ts';
import { dayOf } from '../../app/format.ts';
import { ownKey, reads, service, submits } from '../../app/session.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Problem, Skeleton } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type Words from '../../words/en/rules.json';
import { CodeSearch } from './code-search.tsx';
import { FileCheck } from './file-check.tsx';
import { OldPacks } from './old-packs.tsx';
import { PackChanges } from './pack-changes.tsx';
import { Packs } from './packs.tsx';
import { comingWithin, type PackList, type PackRow } from './time-line.ts';

const say = wordsOf<typeof Words>('rules');

const DAYS_AHEAD = 30;

export default function RulesPage() {
  const key = ownKey.value;
  const packs = useAnswer(
    async (signal) => (key && reads(key) ? await dataOf(service().api.GET('/packs', { signal })) : undefined),
    [],
  );
  return (
    <>
      <PageHead
        title={packs.data ? sentenceOf(packs.data) : say('page')}
        name={say('page')}
        below={packs.data && say('packs.count', { n: inForce(packs.data.data) })}
        acts={
          <>
            {key && submits(key) && <Button onClick={() => goTo('.file-check')}>{say('try')}</Button>}
            <Button icon="search" onClick={() => goTo('.code-form')}>
              {say('find')}
            </Button>
          </>
        }
      />
      <div class="stack">
        {packs.error ? <Problem error={packs.error} askAgain={packs.askAgain} /> : null}
        {!packs.data && packs.isAsking && <Skeleton />}
        {packs.data && <OldPacks publishers={packs.data.publishers} />}
        {packs.data && <Packs rows={packs.data.data} today={new Date(packs.data.today)} />}
        {packs.data && <PackChanges rows={packs.data.data} />}
        <div class="rules-tools">
          <CodeSearch />
          {key && submits(key) && <FileCheck />}
        </div>
      </div>
    </>
  );
}

/** Both stand below the packs. */
const goTo = (form: string): void => document.querySelector<HTMLElement>(`${form} input`)?.focus();

const inForce = (rows: readonly PackRow[]): number =>
  new Set(rows.flatMap(({ in_force: pack }) => (pack ? [`${pack.id} ${pack.version}`] : []))).size;

/** By the day of the service: its clock may be moved, and that of the reader be wrong. */
function sentenceOf({ data: rows, today }: PackList): string {
  const coming = comingWithin(rows, DAYS_AHEAD, new Date(today));
  const first = coming[0];
  if (!first) return say('nothing-changes', { n: DAYS_AHEAD });
  const { id, version, since } = first.pack;
  return say('changes', { n: coming.length, pack: `${id} ${version}`, day: dayOf(since, language.value) });
}
