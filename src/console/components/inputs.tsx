import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface AreaProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly rows?: number;
  readonly hint?: ComponentChildren;
  /** Words of a person, not lines that a machine wrote. */
  readonly isProse?: boolean;
}

/** Several lines. */
export function Area({ label, value, onInput, rows = 4, hint, isProse = false }: AreaProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        value={value}
        class={isProse ? 'prose' : undefined}
        spellcheck={isProse}
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

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: Options;
  readonly onChange: (value: string) => void;
  readonly name?: string;
  readonly hint?: ComponentChildren;
  /** What is wrong: read aloud once. */
  readonly wrong?: ComponentChildren;
}

export function Select({ label, value, options, onChange, name, hint, wrong }: SelectProps) {
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
        {options.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
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
