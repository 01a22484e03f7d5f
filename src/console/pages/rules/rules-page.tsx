import { dataOf, useAnswer } from '../../app/answer.ts';
import { dayOf } from '../../app/format.ts';
import { ownKey, reads, service, submits } from '../../app/session.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Answered } from '../../components/answered.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type Words from '../../words/en/rules.json';
import { CodeSearch } from './code-search.tsx';
import { FileCheck } from './file-check.tsx';
import { OldPacks } from './old-packs.tsx';
import { Overlays } from './overlays.tsx';
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
        below={packs.data && say('packs.count', countsOf(packs.data.data))}
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
        {key && reads(key) && (
          <Answered answer={packs}>
            {({ publishers, data, today }) => (
              <>
                <OldPacks publishers={publishers} />
                <Packs rows={data} today={new Date(today)} />
                <Overlays rows={data} />
                <PackChanges rows={data} />
              </>
            )}
          </Answered>
        )}
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

/** One pack may make several checks. */
function countsOf(rows: readonly PackRow[]) {
  const packs = rows.flatMap(({ in_force: pack }) => (pack ? [`${pack.id} ${pack.version}`] : []));
  return { n: new Set(packs).size, rows: packs.length };
}

/** By the day of the service: its clock may be moved, and that of the reader be wrong. */
function sentenceOf({ data: rows, today }: PackList): string {
  const coming = comingWithin(rows, DAYS_AHEAD, new Date(today));
  const first = coming[0];
  if (!first) return say('nothing-changes', { n: DAYS_AHEAD });
  const { id, version, since } = first.pack;
  return say('changes', { n: coming.length, pack: `${id} ${version}`, day: dayOf(since, language.value) });
}
