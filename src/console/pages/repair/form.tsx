import { Fragment } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { titleOf } from '../../app/figures.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Field } from '../../components/field.tsx';
import { type Options, Select } from '../../components/inputs.tsx';
import { Note } from '../../components/notice.tsx';
import type Words from '../../words/en/repair.json';
import { type Draft, routeChange } from './draft.ts';
import { addOf, labelOf, shortLabelOf, wordOfValue } from './field-label.ts';
import { Button } from '../../components/button.tsx';
import type { FormField } from './fields.ts';
import {
  type Complaint,
  type Form,
  type FormGroup,
  leaveOut,
  readTyped,
  shownValue,
  typeInto,
  VAT_CATEGORIES,
  valueIn,
} from './form-fields.ts';
import type { Finding } from './refused.ts';
import { needsOf } from './xml-fields.ts';
import { remediesIn, RemedyButtons } from './remedy-buttons.tsx';
import type { Remedy } from './remedies.ts';
import { RouteChoice } from './way-note.tsx';

const say = wordsOf<typeof Words>('repair');

/** Of the page, in the form as in the text. */
export type EditorKeys = readonly { readonly key: string; readonly run: () => void }[];

/** The field that is to be seen; a new object goes there again. */
export interface FieldTarget {
  readonly pointer: string;
  readonly isFocused: boolean;
}

export type UseAtField = (finding: Finding, remedy: Remedy) => void;

interface Props {
  readonly draft: Draft;
  readonly form: Form | undefined;
  readonly target: FieldTarget | undefined;
  /** Tells which field has the focus. */
  readonly onField: (pointer: string | undefined) => void;
  /** Opens a group that is not there. */
  readonly onAdd: (pointer: string) => void;
  /** Where the list of findings is hidden, the field says what to do. */
  readonly onUse: UseAtField | undefined;
  readonly keys: EditorKeys;
}

/** The members of the text that a clerk corrects, each with what is wrong with it. */
export function FormView({ draft, form, target, onField, onAdd, onUse, keys }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!target) return;
    const input = box.current?.querySelector<HTMLInputElement>(`[name="${CSS.escape(target.pointer)}"]`);
    input?.closest('.field')?.scrollIntoView({ block: 'center' });
    if (target.isFocused) input?.focus({ preventScroll: true });
  }, [target]);
  const syntax = draft.syntax.toUpperCase();
  if (!form) return <Note role="warn" icon="triangle" title={say('form.broken', { syntax })} />;
  return (
    <div
      class="repair-form"
      ref={box}
      onKeyDown={(event) => runKey(event, keys)}
      onFocusIn={({ target }) => onField((target as HTMLInputElement).name)}
      onFocusOut={() => onField(undefined)}
    >
      {form.groups.map((group) => (
        <fieldset key={`${group.name} ${group.number ?? ''}`}>
          <legend>{headOf(group, draft)}</legend>
          <div class="fields">
            {group.fields.map((field) => (
              <div key={field.pointer}>
                {field.kind === 'group' ? (
                  <AddGroup field={field} onAdd={onAdd} />
                ) : (
                  <FieldOf draft={draft} form={form} field={field} isInLine={group.name === 'line'} />
                )}
                {onUse && field.findings.length > 0 && <WhatToDo draft={draft} field={field} onUse={onUse} />}
              </div>
            ))}
          </div>
        </fieldset>
      ))}
      {form.hiddenLines > 0 && <p class="meta">{say('form.more-lines', { n: form.hiddenLines, syntax })}</p>}
    </div>
  );
}

/** After a buyer's refusal the number is missing, and not wrong. */
function headOf({ name, number, fields }: FormGroup, { refused }: Draft): string {
  if (name === 'line') return say('form.line', { n: number ?? 1 });
  const isWrong = name !== 'others' || !refused.next || fields.some(({ findings }) => findings.length > 0);
  return say(isWrong ? `form.${name}` : 'form.to-give');
}

/** The same keys as in the text. */
function runKey(event: KeyboardEvent, keys: EditorKeys): void {
  const start = event.ctrlKey || event.metaKey ? 'Mod-' : event.shiftKey ? 'Shift-' : '';
  const pressed = keys.find(({ key }) => key === start + event.key);
  if (!pressed) return;
  event.preventDefault();
  pressed.run();
}

interface WhatToDoProps {
  readonly draft: Draft;
  readonly field: FormField;
  readonly onUse: UseAtField;
}

const WhatToDo = ({ draft, field: { findings }, onUse }: WhatToDoProps) => (
  <div class="what-to-do">
    {findings.map((finding, index) => {
      const remedies = remediesIn(draft, finding);
      return (
        <Fragment key={index}>
          {finding.fix_hint && <p class="hint">{finding.fix_hint}</p>}
          {remedies.length > 0 && (
            <div class="acts">
              <RemedyButtons remedies={remedies} onUse={(remedy) => onUse(finding, remedy)} />
            </div>
          )}
        </Fragment>
      );
    })}
  </div>
);

interface AddProps {
  readonly field: FormField;
  readonly onAdd: (pointer: string) => void;
}

/** What a finding says of a group that is not there, and the button for its fields. */
function AddGroup({ field: { pointer, term = '', findings }, onAdd }: AddProps) {
  const id = useId();
  return (
    <div class="field add">
      <div id={id} class="wrong">
        {findings.map((finding, index) => (
          <p key={index}>{titleOf(finding)}</p>
        ))}
      </div>
      <Button name={pointer} aria-describedby={id} onClick={() => onAdd(pointer)}>
        {addOf(term)}
      </Button>
    </div>
  );
}

interface FieldProps {
  readonly draft: Draft;
  readonly form: Form;
  readonly field: FormField;
  /** The head of its group names the line. */
  readonly isInLine: boolean;
}

function FieldOf({ draft, form, field, isInLine }: FieldProps) {
  const { text, unread, opened } = draft;
  const { pointer, path, kind, term, findings } = field;
  const [typed, setTyped] = useState<string>();
  const unreadText = unread.value[pointer];
  const complaint = unreadText === undefined ? undefined : complaintOf(field, unreadText);
  const needs = unreadText === undefined || complaint ? [] : needsOf(field);
  const write = (next: string): void => {
    setTyped(next);
    const fields = form.groups.flatMap((group) => group.fields);
    const before = { text: text.value, unread: unread.value, opened: opened.value };
    const after = typeInto(before, fields, field, next, language.value);
    text.value = after.text;
    unread.value = after.unread;
    opened.value = after.opened;
  };
  const leave = (): void => {
    setTyped(undefined);
    if (typed?.trim() === '') empty();
  };
  const empty = (): void => {
    const next = leaveOut(text.value, field);
    if (next === undefined) unread.value = { ...unread.value, [pointer]: '' };
    else text.value = next;
  };
  const isWrong = findings.some(({ severity = 'error' }) => severity === 'error');
  const titles = findings.map((finding, index) => <p key={index}>{titleOf(finding)}</p>);
  const before = valueBefore(draft, field);
  const label = labelOf(isInLine ? path.slice(-1) : path, term, before ?? field.value);
  const notes = [
    ...(complaint || isWrong ? [] : titles),
    ...(needs.length === 0
      ? []
      : [<p key="needs">{say('form.needs', { terms: needs.map(shortLabelOf).join(', ') })}</p>]),
    ...(before === undefined ? [] : [<p key="before">{say('form.before', { value: before })}</p>]),
  ];
  if (kind === 'route')
    return (
      <RouteChoice
        draft={draft}
        hint={notes.length > 0 ? notes : undefined}
        wrong={isWrong ? titles : undefined}
      />
    );
  const options = kind === 'category' ? optionsOf(field.value) : undefined;
  if (options)
    return (
      <Select
        label={label}
        name={pointer}
        value={field.value}
        options={options}
        onChange={(next) => {
          if (next === '') empty();
          else write(next);
        }}
        hint={notes.length > 0 ? notes : undefined}
        wrong={isWrong ? titles : undefined}
      />
    );
  return (
    <Field
      label={label}
      name={pointer}
      value={unreadText ?? typed ?? shownValue(field, language.value)}
      onInput={write}
      onBlur={leave}
      hint={notes.length > 0 ? notes : undefined}
      wrong={complaint ? <p>{say(`wrong.${complaint}`)}</p> : isWrong ? titles : undefined}
    />
  );
}

/** What was typed and cannot be read; what was emptied and has to be there. */
function complaintOf({ kind }: FormField, typed: string): Complaint | 'required' | undefined {
  if (typed === '') return 'required';
  const entry = readTyped(kind, typed, language.value);
  return 'complaint' in entry ? entry.complaint : undefined;
}

/** What stands there is one of them, whatever it is. */
function optionsOf(value: string): Options {
  const others = VAT_CATEGORIES.some((each) => each === value) ? [] : [value];
  return [...others, ...VAT_CATEGORIES].map((each) => [each, wordOfValue('category', each)] as const);
}

/** Of a field that was changed, what stood in it; undefined of any other. */
function valueBefore(draft: Draft, field: FormField): string | undefined {
  const { at, kind, value } = field;
  if (!at) {
    const route = routeChange(draft)?.before;
    return route === undefined ? undefined : wordOfValue(kind, route);
  }
  const before = valueIn(draft.original, field);
  return before === value ? undefined : wordOfValue(kind, before);
}
