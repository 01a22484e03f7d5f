import type { ComponentProps } from 'preact';
import { useAct } from '../../app/act.ts';
import { confirm } from '../../app/announce.ts';
import { useShortcuts } from '../../app/keyboard.ts';
import { changeQuery } from '../../app/router.ts';
import { isNarrow, isPhone } from '../../app/screen.ts';
import { wordsOf } from '../../app/words.ts';
import { Note, Problem } from '../../components/notice.tsx';
import { Sides } from '../../components/sides.tsx';
import { applyPatch } from '../../app/source/json-patch.ts';
import type Words from '../../words/en/repair.json';
import { canCheck, check } from './calls.ts';
import { addGroup, type Draft, findingsOf, hasUnread, lockOf, rewrite } from './draft.ts';
import { FindingList, focusList } from './finding-list.tsx';
import { FootBar } from './foot-bar.tsx';
import { type Place, usePlace } from './place.ts';
import type { Finding } from './refused.ts';
import { type Remedy, remediesFor } from './remedies.ts';
import { remediesIn } from './remedy-buttons.tsx';
import { Text, titleOf } from './text.tsx';
import { WayNote } from './way-note.tsx';

const say = wordsOf<typeof Words>('repair');

/** Step 1: what was submitted, as a form or as text, with its findings. */
export function Correct({ draft }: { readonly draft: Draft }) {
  const lock = lockOf(draft);
  const place = usePlace(draft);
  const { busy, error, run } = useAct();
  const checkNow = (): void => {
    if (lock || !canCheck(draft) || hasUnread(draft)) return;
    void run('check', async () => {
      await check(draft);
      place.select(0);
      const { findings } = draft.check.value!;
      confirm(findings.length === 0 ? say('all-passed') : say('findings.n', { n: findings.length }));
    });
  };
  const offered = lock ? [] : patched(draft);
  const useAll = {
    n: offered.length,
    run: () => {
      rewrite(draft, offered.reduce(withFirstRemedy, draft.text.value));
      focusList();
    },
  };
  useShortcuts([
    { keys: 'j', label: say('keys.next'), run: () => place.move(1) },
    { keys: 'k', label: say('keys.previous'), run: () => place.move(-1) },
    { keys: 'Enter', label: say('keys.edit'), run: () => place.goTo(place.selected, true) },
  ]);
  return (
    <>
      {lock ? <LockNote lock={lock} /> : <WayNote draft={draft} />}
      {error ? <Problem error={error} /> : null}
      <TextAndFindings
        draft={draft}
        place={place}
        isLocked={lock !== undefined}
        onCheck={checkNow}
        useAll={isPhone.value ? useAll : undefined}
      />
      {!lock && (
        <FootBar
          draft={draft}
          isBusy={busy === 'check'}
          onCheck={checkNow}
          useAll={isPhone.value ? undefined : useAll}
          onCompare={() => changeQuery({ step: 'compare' })}
        />
      )}
    </>
  );
}

interface SidesProps {
  readonly draft: Draft;
  readonly place: Place;
  readonly isLocked: boolean;
  readonly onCheck: () => void;
  readonly useAll: ComponentProps<typeof FindingList>['useAll'];
}

/** Beside each other, or one at a time; then form and text are sides, too. */
function TextAndFindings({ draft, place, isLocked, onCheck, useAll }: SidesProps) {
  const { open } = findingsOf(draft);
  const { form, view, views } = place;
  // Its button goes with the finding, so that the caret takes the focus.
  const use = (index: number, { operations }: Remedy): void => {
    place.goTo(index, true);
    rewrite(draft, applyPatch(draft.text.value, operations));
  };
  const text = (
    <Text
      draft={draft}
      form={form}
      view={view}
      onView={views.length > 0 ? undefined : place.showView}
      target={place.target}
      fieldTarget={place.fieldTarget}
      onField={place.setFieldAt}
      onAdd={(pointer) => {
        const first = addGroup(draft, pointer);
        if (first) place.goToField(first.pointer);
      }}
      onUse={
        isLocked || !isNarrow.value ? undefined : (finding, remedy) => use(open.indexOf(finding), remedy)
      }
      keys={[
        { key: 'Mod-Enter', run: onCheck },
        { key: 'F8', run: () => place.move(1, true) },
        { key: 'Shift-F8', run: () => place.move(-1, true) },
        { key: 'Escape', run: focusList },
      ]}
    />
  );
  const findings = (
    <FindingList
      draft={draft}
      form={view === 'form' ? form : undefined}
      fieldAt={place.fieldAt}
      selected={place.selected}
      onSelect={(index) => place.goTo(index, true)}
      onForm={isNarrow.value && form ? place.openForm : undefined}
      onUse={isLocked ? undefined : use}
      useAll={useAll}
    />
  );
  const ofText = views.length > 0 ? views : [{ name: 'text', label: titleOf(draft) }];
  return (
    <Sides
      label={say('page')}
      look="repair-sides"
      open={place.side === 'text' && views.length > 0 ? view : place.side}
      onOpen={place.openSide}
      sides={[
        ...ofText.map((each) => ({ ...each, content: text })),
        { name: 'findings', label: say('findings'), count: open.length, content: findings },
      ]}
    />
  );
}

/** Open findings whose first remedy puts something right; what is only left out is the reader's choice. */
const patched = (draft: Draft): readonly Finding[] =>
  findingsOf(draft).open.filter((finding) => sureOf(remediesIn(draft, finding)) !== undefined);

const sureOf = ([first]: readonly Remedy[]): Remedy | undefined =>
  first?.kind === 'leave-out' ? undefined : first;

/** On the text that the ones before it have left. */
function withFirstRemedy(text: string, finding: Finding): string {
  const remedy = sureOf(remediesFor(text, finding));
  return remedy ? applyPatch(text, remedy.operations) : text;
}

const LockNote = ({ lock }: { readonly lock: NonNullable<ReturnType<typeof lockOf>> }) => (
  <div class="lock mute">
    <Note role="mute" icon="info" title={say(`lock.${lock}`)} />
  </div>
);
