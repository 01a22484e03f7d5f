import { dataOf, useAnswer } from '../../app/answer.ts';
import { dayOf } from '../../app/format.ts';
import { changeQuery, inAddress, query, withQuery } from '../../app/router.ts';
import { service } from '../../app/session.ts';
import { language, wordFor, wordsOf } from '../../app/words.ts';
import { Chip } from '../../components/chips.tsx';
import { Answered } from '../../components/answered.tsx';
import { Empty } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Sides } from '../../components/sides.tsx';
import type Words from '../../words/en/rules.json';
import { ChangeList } from './change-list.tsx';
import { type RuleChange, ruleChanges, sharedIn, withoutWhatStays } from './changes.ts';
import { RuleTexts } from './rule-texts.tsx';
import { StoredInvoices } from './stored-invoices.tsx';
import { nameOfPack, type Pack, type PackRow, type Release, releasesOf } from './time-line.ts';

const say = wordsOf<typeof Words>('rules');

/** What each release changes, coming or in force, one at a time. Pack and rule are in the address. */
export function PackChanges({ rows }: { readonly rows: readonly PackRow[] }) {
  const releases = releasesOf(rows);
  const name = query.value.get('coming');
  const chosen = releases.find(({ pack }) => nameOfPack(pack) === name) ?? releases[0];
  if (!chosen) return null;
  return (
    <>
      {releases.length > 1 && (
        <div class="filters" role="group" aria-label={say('releases')}>
          {releases.map((each) => (
            <Chip
              key={nameOfPack(each.pack)}
              to={withQuery({
                coming: nameOfPack(each.pack),
                rule: undefined,
                side: undefined,
                all: undefined,
              })}
              isOn={each === chosen}
            >
              {titleOf(each)}
            </Chip>
          ))}
        </div>
      )}
      {chosen.before ? (
        <ChangesOf key={nameOfPack(chosen.pack)} release={chosen} before={chosen.before} rows={rows} />
      ) : (
        <Panel title={titleOf(chosen)} beside={say('diff.beside', besideOf(chosen.pack))}>
          <Empty title={say('diff.first')} />
        </Panel>
      )}
      {chosen.isComing && <StoredInvoices key={`stored ${nameOfPack(chosen.pack)}`} coming={chosen} />}
    </>
  );
}

/** `en16931 1.3.16 → 1.3.17` */
function titleOf({ pack: { id, version }, before }: Release): string {
  if (!before) return `${id} ${version}`;
  const after = before.id === id ? version : `${id} ${version}`;
  return say('diff.title', { before: `${before.id} ${before.version}`, after });
}

const besideOf = ({ origin, since }: Release['pack']) => ({
  origin: wordFor('rules', `origin.${origin}`) ?? origin,
  day: dayOf(since, language.value),
});

interface ChangesProps {
  readonly release: Release;
  readonly before: Pack;
  readonly rows: readonly PackRow[];
}

function ChangesOf({ release, before, rows }: ChangesProps) {
  const { pack } = release;
  const [open = 'list', setOpen] = inAddress('side');
  const answer = useAnswer(
    (signal) => {
      const params = { path: { pack: nameOfPack(pack) }, query: { since: nameOfPack(before) } };
      return dataOf(service().api.GET('/packs/{pack}/changes', { params, signal }));
    },
    [nameOfPack(pack), nameOfPack(before)],
  );
  const data = answer.data && withoutWhatStays(answer.data, release, rows);
  const changes = data ? ruleChanges(data) : [];
  const name = query.value.get('rule');
  const selected = changes.find(({ id }) => id === name) ?? changes[0];
  const select = ({ id }: RuleChange): void => changeQuery({ rule: id }, { replace: true });
  const list = (
    <Panel title={titleOf(release)} beside={say('diff.beside', besideOf(pack))}>
      <Answered answer={{ ...answer, data }} rows={5}>
        {(shown) => (
          <ChangeList
            changes={changes}
            shared={sharedIn(shown)}
            selected={selected?.id}
            onSelect={select}
            onOpen={(row) => {
              select(row);
              setOpen('texts');
            }}
          />
        )}
      </Answered>
    </Panel>
  );
  if (!selected) return list;
  return (
    <Sides
      label={titleOf(release)}
      look="pack-changes"
      open={open}
      onOpen={setOpen}
      sides={[
        { name: 'list', label: say('diff.list'), count: changes.length, content: list },
        {
          name: 'texts',
          label: say('diff.texts'),
          content: <RuleTexts change={selected} release={release} before={before} />,
        },
      ]}
    />
  );
}
