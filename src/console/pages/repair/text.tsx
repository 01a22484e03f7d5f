import { useEffect, useMemo, useState } from 'preact/hooks';
import { changesBetween } from '../../app/source/line-diff.ts';
import { shownOf, shownOffset, withShown } from '../../app/source/shown-text.ts';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { CodeEditor, type Target } from '../../components/editor/code-editor.tsx';
import { Panel } from '../../components/panel.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type Words from '../../words/en/repair.json';
import { chooseRoute, type Draft, hasForm, isTouched, lockOf, rewrite, routeChange } from './draft.ts';
import { type EditorKeys, type FieldTarget, FormView, type UseAtField } from './form.tsx';
import { type Form, hasRoute } from './form-fields.ts';
import { marksOf } from './places-now.ts';
import { RouteChoice } from './way-note.tsx';

const say = wordsOf<typeof Words>('repair');

/** Marks are found again when the text has not changed for this time. */
const PAUSE_MS = 250;

export type View = 'form' | 'text';

interface ViewTab {
  readonly name: View;
  readonly label: string;
}

/** What has a form can be seen as one or as text; all else is text alone, and no choice. */
export const viewsOf = (draft: Draft): readonly ViewTab[] =>
  hasForm(draft)
    ? [
        { name: 'form', label: say('view.form') },
        { name: 'text', label: draft.syntax.toUpperCase() },
      ]
    : [];

interface Props {
  readonly draft: Draft;
  /** Undefined if the text cannot be shown as one. */
  readonly form: Form | undefined;
  readonly view: View;
  /** Undefined where the view is chosen outside. */
  readonly onView: ((view: View) => void) | undefined;
  readonly target: Target | undefined;
  readonly fieldTarget: FieldTarget | undefined;
  readonly onField: (pointer: string | undefined) => void;
  readonly onAdd: (pointer: string) => void;
  readonly onUse: UseAtField | undefined;
  readonly keys: EditorKeys;
}

/** What was submitted: as a form, its text behind a tab; what has no form or cannot be changed, as text alone. */
export function Text({ draft, form, view, onView, target, fieldTarget, onField, onAdd, onUse, keys }: Props) {
  const { syntax, refused, original, text } = draft;
  const settled = useSettled(text.value);
  const inText = useMemo(() => changesBetween(original, settled).length, [settled, original]);
  const changes = inText + (routeChange(draft) ? 1 : 0);
  if (draft.bodyLock === 'pdf')
    return <Panel title={say('text')}>{<p class="body">{say('lock.pdf')}</p>}</Panel>;
  const editor = <Editor draft={draft} settled={settled} target={target} keys={keys} />;
  const opened =
    view === 'form' && hasForm(draft) ? (
      <FormView
        draft={draft}
        form={form}
        target={fieldTarget}
        onField={onField}
        onAdd={onAdd}
        onUse={onUse}
        keys={keys}
      />
    ) : (
      editor
    );
  return (
    <Panel
      title={titleOf(draft)}
      beside={refused.call !== 'POST /received' && <span class="tag">{syntax.toUpperCase()}</span>}
      acts={
        isTouched(draft) && (
          <>
            <span class="meta">{say('changed', { n: changes })}</span>
            <Button size="small" onClick={() => undo(draft)}>
              {say('undo')}
            </Button>
          </>
        )
      }
    >
      {lockOf(draft) === undefined && !(view === 'form' && form && hasRoute(form)) && (
        <div class="body">
          <RouteChoice draft={draft} />
        </div>
      )}
      {onView && hasForm(draft) ? (
        <Tabs label={say('view')} tabs={viewsOf(draft)} open={view} onOpen={(next) => onView(next as View)}>
          {opened}
        </Tabs>
      ) : (
        opened
      )}
    </Panel>
  );
}

const TITLES = {
  'POST /invoices': 'text',
  'POST /invoices/xml': 'text.file',
  'POST /received': 'text.received',
} as const satisfies Record<Draft['refused']['call'], string>;

/** Of the heading, and of the tab in its place. */
export const titleOf = ({ refused: { call, next } }: Draft): string =>
  say(next && !next.lock ? `text.${next.kind}` : TITLES[call]);

function undo(draft: Draft): void {
  draft.opened.value = new Set();
  rewrite(draft, draft.start);
  if (routeChange(draft)) chooseRoute(draft, draft.refused.route);
}

interface EditorProps extends Pick<Props, 'draft' | 'target' | 'keys'> {
  readonly settled: string;
}

function Editor({ draft, settled, target, keys }: EditorProps) {
  const { refused, text, unread } = draft;
  const marks = useMemo(() => {
    const now = text.value;
    return marksOf(draft).map((mark) => ({ ...mark, at: shownOffset(now, mark.at) }));
  }, [settled, draft.check.value, draft]);
  const shownTarget = useMemo(
    () => target && { ...target, at: shownOffset(text.value, target.at) },
    [target, text],
  );
  return (
    <CodeEditor
      name={say('text.name', { reference: refused.reference ?? refused.id })}
      text={shownOf(text.value)}
      edition={draft.edition.value}
      syntax={draft.syntax}
      marks={marks}
      target={shownTarget}
      isReadOnly={lockOf(draft) !== undefined}
      onChange={(next) => {
        text.value = withShown(text.value, next);
        unread.value = {};
      }}
      keys={keys}
    />
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
