import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface AreaProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly rows?: number;
  readonly hint?: ComponentChildren;
}

/** Several lines that a machine wrote. */
export function Area({ label, value, onInput, rows = 4, hint }: AreaProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        value={value}
        spellcheck={false}
        autocomplete="off"
        aria-describedby={hint ? `${id}-hint` : undefined}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Values and their words. */
export type Options = readonly (readonly [value: string, word: string])[];

/** Options under a heading. */
export interface OptionGroup {
  readonly name: string;
  readonly options: Options;
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: Options;
  /** After those without a heading. */
  readonly groups?: readonly OptionGroup[];
  readonly onChange: (value: string) => void;
  readonly name?: string;
  readonly hint?: ComponentChildren;
  /** What is wrong: read aloud once. */
  readonly wrong?: ComponentChildren;
}

export function Select({ label, value, options, groups = [], onChange, name, hint, wrong }: SelectProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        value={value}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={describedBy || undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {optionsOf(options)}
        {groups.map((group) => (
          <optgroup key={group.name} label={group.name}>
            {optionsOf(group.options)}
          </optgroup>
        ))}
      </select>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {wrong && (
        <div id={`${id}-wrong`} role="alert">
          {wrong}
        </div>
      )}
    </div>
  );
}

const optionsOf = (options: Options) =>
  options.map(([value, word]) => (
    <option key={value} value={value}>
      {word}
    </option>
  ));

interface BoxesProps {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly options: Options;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Any of several, in the order of the options. */
export function Boxes({ label, chosen, options, onChange }: BoxesProps) {
  const toggled = (value: string): readonly string[] =>
    options.flatMap(([each]) => (chosen.includes(each) === (each === value) ? [] : [each]));
  return (
    <fieldset class="field boxes">
      <legend>{label}</legend>
      {options.map(([value, word]) => (
        <label key={value}>
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => onChange(toggled(value))} />{' '}
          {word}
        </label>
      ))}
    </fieldset>
  );
}
