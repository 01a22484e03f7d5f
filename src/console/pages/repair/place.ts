import { useState } from 'preact/hooks';
import { query } from '../../app/router.ts';
import { isNarrow } from '../../app/screen.ts';
import type { Target } from '../../components/editor/code-editor.tsx';
import { type Draft, findingsOf, formOfDraft } from './draft.ts';
import type { FieldTarget } from './form.tsx';
import { fieldOf } from './form-fields.ts';
import { placeNow } from './places-now.ts';
import { type View, viewsOf } from './text.tsx';

export type Place = ReturnType<typeof usePlace>;

/** Where the reader is in a draft: the finding, the view of the text, the side that is open, the field. */
export function usePlace(draft: Draft) {
  const [selected, select] = useState(0);
  const [view, openView] = useState<View>('form');
  const [target, setTarget] = useState<Target>();
  /** The field that has the focus. */
  const [fieldAt, setFieldAt] = useState<string>();
  const [fieldTarget, setFieldTarget] = useState(() => targetOfLink(draft));
  const { open } = findingsOf(draft);
  const form = formOfDraft(draft);
  // What is wrong is said at its field, too, so that one side shows what to do.
  const [side, setSide] = useState(() =>
    fieldTarget || (open[0] && fieldOf(form, open[0])) ? 'text' : 'findings',
  );
  const goToField = (pointer: string, isFocused = true): void => setFieldTarget({ pointer, isFocused });
  const goTo = (index: number, isFocused: boolean): void => {
    const finding = open[index];
    if (!finding) return;
    select(index);
    const place = placeNow(draft, finding);
    const field = view === 'form' ? fieldOf(form, finding) : undefined;
    if (!place && !field) return;
    if (isFocused && isNarrow.value) setSide('text');
    if (field) return goToField(field.pointer, isFocused);
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
  const openSide = (name: string): void => {
    const next = views.find((each) => each.name === name)?.name;
    setSide(next === undefined ? name : 'text');
    if (next !== undefined) showView(next);
  };
  const openForm = (): void => {
    openView('form');
    setSide('text');
  };
  const move = (step: number, isFocused = false): void =>
    goTo(Math.max(0, Math.min(selected + step, open.length - 1)), isFocused);
  return {
    form,
    views,
    view,
    showView,
    side,
    openSide,
    openForm,
    selected,
    select,
    goTo,
    move,
    target,
    fieldAt,
    setFieldAt,
    fieldTarget,
    goToField,
  };
}

/** Links of an invoice's page lead into the field that its correction needs. */
function targetOfLink({ syntax }: Draft): FieldTarget | undefined {
  const number = syntax === 'json' ? '/document/invoice/number' : 'BT-1';
  const pointer = { number, route: '/route' }[query.value.get('at') ?? ''];
  return pointer === undefined ? undefined : { pointer, isFocused: true };
}
