import { useEffect, useMemo, useState } from 'preact/hooks';
import { useAct } from '../../app/act.ts';
import { confirm } from '../../app/announce.ts';
import { useShortcuts } from '../../app/keyboard.ts';
import { changeQuery } from '../../app/router.ts';
import { isNarrow } from '../../app/screen.ts';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { CodeEditor, type Target } from '../../components/editor/code-editor.tsx';
import { Note, Problem } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Sides } from '../../components/sides.tsx';
import { changesBetween } from '../../app/source/line-diff.ts';
import { applyPatch } from '../../app/source/json-patch.ts';
import type Words from '../../words/en/repair.json';
import { canCheck, check } from './calls.ts';
import { type Draft, findingsOf, isChanged, lockOf, rewrite } from './draft.ts';
import { FindingList, focusList } from './finding-list.tsx';
import { FootBar } from './foot-bar.tsx';
import { WayNote } from './way-note.tsx';
import { marksOf, placeNow } from './places-now.ts';
import { type Remedy, remediesFor } from './remedies.ts';

const say = wordsOf<typeof Words>('repair');

/** Marks are found again when the text has not changed for this time. */
const PAUSE_MS = 250;

/** Step 1: the text with its findings. */
export function Correct({ draft }: { readonly draft: Draft }) {
  const [selected, select] = useState(0);
  const [target, setTarget] = useState<Target>();
  const [side, openSide] = useState('findings');
  const { busy, error, run } = useAct();
  const { open } = findingsOf(draft);
  const lock = lockOf(draft);
  const goTo = (index: number, isFocused: boolean): void => {
    const finding = open[index];
    if (!finding) return;
    select(index);
    const place = placeNow(draft, finding);
    if (!place) return;
    if (isFocused && isNarrow.value) openSide('text');
    setTarget({ at: place.at, isFocused });
  };
  const move = (step: number, isFocused = false): void =>
    goTo(Math.max(0, Math.min(selected + step, open.length - 1)), isFocused);
  const checkNow = (): void => {
    if (lock || !canCheck(draft)) return;
    void run('check', async () => {
      await check(draft);
      select(0);
      const { findings } = draft.check.value!;
      confirm(findings.length === 0 ? say('all-passed') : say('open', { n: findings.length }));
    });
  };
  // Its button goes with the finding, so that the caret takes the focus.
  const use = (index: number, { operations }: Remedy): void => {
    goTo(index, true);
    rewrite(draft, applyPatch(draft.text.value, operations));
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
      {lock ? <LockNote lock={lock} /> : <WayNote refused={draft.refused} />}
      {error ? <Problem error={error} /> : null}
      <Sides
        label={say('page')}
        look="repair-sides"
        open={side}
        onOpen={openSide}
        sides={[
          {
            name: 'text',
            label: say('text'),
            content: <Text draft={draft} target={target} keys={keys} />,
          },
          {
            name: 'findings',
            label: say('findings'),
            count: open.length,
            content: (
              <FindingList
                draft={draft}
                selected={selected}
                onSelect={(index) => goTo(index, true)}
                onUse={lock ? undefined : use}
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
          onUseAll={() => {
            applyAll(draft);
            focusList();
          }}
          onCompare={() => changeQuery({ step: 'compare' })}
        />
      )}
    </>
  );
}

/** The first remedy of each open finding, each on the text that the ones before it have left. */
function applyAll(draft: Draft): void {
  const corrected = findingsOf(draft).open.reduce((text, finding) => {
    const [remedy] = remediesFor(text, finding);
    return remedy && remedy.kind !== 'leave-out' ? applyPatch(text, remedy.operations) : text;
  }, draft.text.value);
  rewrite(draft, corrected);
}

const LockNote = ({ lock }: { readonly lock: NonNullable<ReturnType<typeof lockOf>> }) => (
  <div class="lock mute">
    <Note role="mute" icon="info" title={say(`lock.${lock}`)} />
  </div>
);

interface TextProps {
  readonly draft: Draft;
  readonly target: Target | undefined;
  readonly keys: readonly { readonly key: string; readonly run: () => void }[];
}

function Text({ draft, target, keys }: TextProps) {
  const { syntax, refused, original } = draft;
  const text = draft.text.value;
  const settled = useSettled(text);
  const marks = useMemo(() => marksOf(draft), [settled, draft.check.value, draft]);
  const changes = useMemo(() => changesBetween(original, settled).length, [settled, original]);
  if (draft.bodyLock === 'pdf')
    return <Panel title={say('text')}>{<p class="body">{say('lock.pdf')}</p>}</Panel>;
  return (
    <Panel
      title={refused.call === 'POST /invoices/xml' ? say('text.file') : say('text')}
      beside={<span class="tag">{syntax.toUpperCase()}</span>}
      acts={
        isChanged(draft) && (
          <>
            <span class="meta">{say('changed', { n: changes })}</span>
            <Button size="small" onClick={() => rewrite(draft, original)}>
              {say('undo')}
            </Button>
          </>
        )
      }
    >
      <CodeEditor
        name={say('text.name', { reference: refused.reference ?? refused.id })}
        text={text}
        edition={draft.edition.value}
        syntax={syntax}
        marks={marks}
        target={target}
        isReadOnly={lockOf(draft) !== undefined}
        onChange={(next) => (draft.text.value = next)}
        keys={keys}
      />
    </Panel>
  );
}

function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
