import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly onBlur?: () => void;
  readonly type?: 'text' | 'password' | 'email' | 'url' | 'date' | 'datetime-local';
  readonly name?: string;
  readonly maxLength?: number;
  readonly autofocus?: boolean;
  readonly hint?: ComponentChildren;
  /** What is wrong: read aloud once. */
  readonly wrong?: ComponentChildren;
}

export function Field({ label, value, onInput, type = 'text', hint, wrong, ...more }: Props) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        autocomplete="off"
        spellcheck={false}
        {...more}
        // Preact types an input by one type, not by one of several.
        type={type as 'password'}
        id={id}
        value={value}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={describedBy || undefined}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div id={`${id}-wrong`} role="alert">
        {wrong}
      </div>
    </div>
  );
}
