import { useState } from 'preact/hooks';
import { useAct } from '../../app/act.ts';
import { confirm } from '../../app/announce.ts';
import { useShortcuts } from '../../app/keyboard.ts';
import { changeQuery, query } from '../../app/router.ts';
import { isNarrow, isPhone } from '../../app/screen.ts';
import { wordsOf } from '../../app/words.ts';
import type { Target } from '../../components/editor/code-editor.tsx';
import { Note, Problem } from '../../components/notice.tsx';
import { Sides } from '../../components/sides.tsx';
import { applyPatch } from '../../app/source/json-patch.ts';
import type Words from '../../words/en/repair.json';
import { canCheck, check } from './calls.ts';
import { addGroup, type Draft, findingsOf, formOfDraft, hasUnread, lockOf, rewrite } from './draft.ts';
import { FindingList, focusList } from './finding-list.tsx';
import { FootBar } from './foot-bar.tsx';
import type { FieldTarget } from './form.tsx';
import { fieldOf } from './form-fields.ts';
import { placeNow } from './places-now.ts';
import type { Finding } from './refused.ts';
import { type Remedy, remediesFor } from './remedies.ts';
import { remediesIn } from './remedy-buttons.tsx';
import { Text, type View, viewsOf } from './text.tsx';
import { WayNote } from './way-note.tsx';

const say = wordsOf<typeof Words>('repair');

/** Step 1: what was submitted, as a form or as text, with its findings. */
export function Correct({ draft }: { readonly draft: Draft }) {
  const [selected, select] = useState(0);
  const [view, openView] = useState<View>('form');
  const [target, setTarget] = useState<Target>();
  /** The field that has the focus. */
  const [fieldAt, setFieldAt] = useState<string>();
  const [fieldTarget, setFieldTarget] = useState(() => targetOfLink(draft));
  const { busy, error, run } = useAct();
  const { open } = findingsOf(draft);
  const lock = lockOf(draft);
  const form = formOfDraft(draft);
  // What is wrong is said at its field, too, so that one side shows what to do.
  const [side, openSide] = useState(() =>
    fieldTarget || (open[0] && fieldOf(form, open[0])) ? 'text' : 'findings',
  );
  const goTo = (index: number, isFocused: boolean): void => {
    const finding = open[index];
    if (!finding) return;
    select(index);
    const place = placeNow(draft, finding);
    const field = view === 'form' ? fieldOf(form, finding) : undefined;
    if (!place && !field) return;
    if (isFocused && isNarrow.value) openSide('text');
    if (field) return setFieldTarget({ pointer: field.pointer, isFocused });
    // A form that has no field for it stays open until its text is asked for.
    if (isFocused) openView('text');
    if (place) setTarget({ at: place.at, isFocused });
  };
  // The text opens at what was looked at in the form.
  const showView = (next: View): void => {
    openView(next);
    const finding = open[selected];
    const place = next === 'text' && finding ? placeNow(draft, finding) : undefined;
    if (place) setTarget({ at: place.at, isFocused: false });
  };
  // Where one side is open at a time, form and text are sides.
  const views = isNarrow.value && draft.bodyLock !== 'pdf' ? viewsOf(draft) : [];
  const openNarrow = (name: string): void => {
    const next = views.find((each) => each.name === name)?.name;
    openSide(next === undefined ? name : 'text');
    if (next !== undefined) showView(next);
  };
  const openForm = (): void => {
    openView('form');
    openSide('text');
  };
  const move = (step: number, isFocused = false): void =>
    goTo(Math.max(0, Math.min(selected + step, open.length - 1)), isFocused);
  const checkNow = (): void => {
    if (lock || !canCheck(draft) || hasUnread(draft)) return;
    void run('check', async () => {
      await check(draft);
      select(0);
      const { findings } = draft.check.value!;
      confirm(findings.length === 0 ? say('all-passed') : say('findings.n', { n: findings.length }));
    });
  };
  // Its button goes with the finding, so that the caret takes the focus.
  const use = (index: number, { operations }: Remedy): void => {
    goTo(index, true);
    rewrite(draft, applyPatch(draft.text.value, operations));
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
    { keys: 'j', label: say('keys.next'), run: () => move(1) },
    { keys: 'k', label: say('keys.previous'), run: () => move(-1) },
    { keys: 'Enter', label: say('keys.edit'), run: () => goTo(selected, true) },
  ]);
  const keys = [
    { key: 'Mod-Enter', run: checkNow },
    { key: 'F8', run: () => move(1, true) },
    { key: 'Shift-F8', run: () => move(-1, true) },
    { key: 'Escape', run: focusList },
  ];
  return (
    <>
      {lock ? <LockNote lock={lock} /> : <WayNote draft={draft} />}
      {error ? <Problem error={error} /> : null}
      <Sides
        label={say('page')}
        look="repair-sides"
        open={side === 'text' && views.length > 0 ? view : side}
        onOpen={openNarrow}
        sides={[
          ...(views.length > 0 ? views : [{ name: 'text', label: say('text') }]).map((each) => ({
            ...each,
            content: (
              <Text
                draft={draft}
                form={form}
                view={view}
                onView={views.length > 0 ? undefined : showView}
                target={target}
                fieldTarget={fieldTarget}
                onField={setFieldAt}
                onAdd={(pointer) => {
                  const first = addGroup(draft, pointer);
                  if (first) setFieldTarget({ pointer: first.pointer, isFocused: true });
                }}
                onUse={
                  lock || !isNarrow.value
                    ? undefined
                    : (finding, remedy) => use(open.indexOf(finding), remedy)
                }
                keys={keys}
              />
            ),
          })),
          {
            name: 'findings',
            label: say('findings'),
            count: open.length,
            content: (
              <FindingList
                draft={draft}
                form={view === 'form' ? form : undefined}
                fieldAt={fieldAt}
                selected={selected}
                onSelect={(index) => goTo(index, true)}
                onForm={isNarrow.value && form ? openForm : undefined}
                onUse={lock ? undefined : use}
                useAll={isPhone.value ? useAll : undefined}
              />
            ),
          },
        ]}
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

/** Links of an invoice's page lead into the field that its correction needs. */
function targetOfLink({ syntax }: Draft): FieldTarget | undefined {
  const number = syntax === 'json' ? '/document/invoice/number' : 'BT-1';
  const pointer = { number, route: '/route' }[query.value.get('at') ?? ''];
  return pointer === undefined ? undefined : { pointer, isFocused: true };
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
