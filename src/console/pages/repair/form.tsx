import { useEffect, useRef, useState } from 'preact/hooks';
import { titleOf } from '../../app/figures.ts';
import { rootOf, textValue, walk } from '../../app/source/json-source.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Field } from '../../components/field.tsx';
import { type Options, Select } from '../../components/inputs.tsx';
import { Note } from '../../components/notice.tsx';
import type Words from '../../words/en/repair.json';
import type { Draft } from './draft.ts';
import { labelOf, wordOfValue } from './field-label.ts';
import {
  type Form,
  type FormField,
  type FormGroup,
  leaveOut,
  readTyped,
  shownValue,
  VAT_CATEGORIES,
  writeValue,
} from './form-fields.ts';
import { RouteChoice } from './way-note.tsx';

const say = wordsOf<typeof Words>('repair');

/** Of the page, in the form as in the text. */
export type EditorKeys = readonly { readonly key: string; readonly run: () => void }[];

/** The field that is to be seen; a new object goes there again. */
export interface FieldTarget {
  readonly pointer: string;
  readonly isFocused: boolean;
}

interface Props {
  readonly draft: Draft;
  readonly form: Form | undefined;
  readonly target: FieldTarget | undefined;
  readonly keys: EditorKeys;
}

/** The members of the text that a clerk corrects, each with what is wrong with it. */
export function FormView({ draft, form, target, keys }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!target) return;
    const input = box.current?.querySelector<HTMLInputElement>(`[name="${CSS.escape(target.pointer)}"]`);
    input?.closest('.field')?.scrollIntoView({ block: 'center' });
    if (target.isFocused) input?.focus({ preventScroll: true });
  }, [target]);
  if (!form) return <Note role="warn" icon="triangle" title={say('form.broken')} />;
  return (
    <div class="repair-form" ref={box} onKeyDown={(event) => runKey(event, keys)}>
      {form.groups.map((group) => (
        <fieldset key={`${group.name} ${group.number ?? ''}`}>
          <legend>{headOf(group)}</legend>
          <div class="fields">
            {group.fields.map((field) => (
              <FieldOf key={field.pointer} draft={draft} field={field} isInLine={group.name === 'line'} />
            ))}
          </div>
        </fieldset>
      ))}
      {form.hiddenLines > 0 && <p class="meta">{say('form.more-lines', { n: form.hiddenLines })}</p>}
    </div>
  );
}

const headOf = ({ name, number }: FormGroup): string =>
  name === 'line' ? say('form.line', { n: number ?? 1 }) : say(`form.${name}`);

/** The same keys as in the text. */
function runKey(event: KeyboardEvent, keys: EditorKeys): void {
  const start = event.ctrlKey || event.metaKey ? 'Mod-' : event.shiftKey ? 'Shift-' : '';
  const pressed = keys.find(({ key }) => key === start + event.key);
  if (!pressed) return;
  event.preventDefault();
  pressed.run();
}

interface FieldProps {
  readonly draft: Draft;
  readonly field: FormField;
  /** The head of its group names the line. */
  readonly isInLine: boolean;
}

function FieldOf({ draft, field, isInLine }: FieldProps) {
  const { text, unread } = draft;
  const { pointer, at, kind, term, findings } = field;
  const [typed, setTyped] = useState<string>();
  const unreadText = unread.value[pointer];
  const entry = unreadText === undefined ? undefined : readTyped(kind, unreadText, language.value);
  const write = (next: string): void => {
    setTyped(next);
    const read = readTyped(kind, next, language.value);
    const { [pointer]: _before, ...others } = unread.value;
    unread.value = 'value' in read ? others : { ...others, [pointer]: next };
    if ('value' in read) text.value = writeValue(text.value, field, read.value);
  };
  const leave = (): void => {
    setTyped(undefined);
    if (typed?.trim() === '') text.value = leaveOut(text.value, field);
  };
  const isWrong = findings.some(({ severity = 'error' }) => severity === 'error');
  const titles = findings.map((finding, index) => <p key={index}>{titleOf(finding)}</p>);
  const complaint = entry && 'complaint' in entry ? <p>{say(`wrong.${entry.complaint}`)}</p> : undefined;
  const before = valueBefore(draft, field);
  const label = labelOf(isInLine ? at.path.slice(-1) : at.path, term);
  const notes = [
    ...(complaint || isWrong ? [] : titles),
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
          text.value = next === '' ? leaveOut(text.value, field) : writeValue(text.value, field, next);
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
      wrong={complaint ?? (isWrong ? titles : undefined)}
    />
  );
}

/** What stands there is one of them, whatever it is. */
function optionsOf(value: string): Options {
  const others = VAT_CATEGORIES.some((each) => each === value) ? [] : [value];
  return [...others, ...VAT_CATEGORIES].map((each) => [each, wordOfValue('category', each)] as const);
}

/** Of a field that was changed, what stood in it; undefined of any other. */
function valueBefore({ original }: Draft, { at, kind, value }: FormField): string | undefined {
  const root = rootOf(original);
  const member = root && walk(original, root, at.path);
  const before = member?.missing.length === 0 ? (textValue(original, member.place.value) ?? '') : '';
  if (before === value) return undefined;
  return wordOfValue(kind, before);
}
