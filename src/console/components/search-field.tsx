import { useRef } from 'preact/hooks';
import { giveFocusBack, useShortcuts } from '../app/keyboard.ts';
import { Icon } from './icon.tsx';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly title: string;
  /** The letter that gives it the focus. */
  readonly letter: string;
  readonly text: string;
  readonly onSearch: (text: string) => void;
}

/** `Enter` searches, `Esc` takes back what was typed; each gives the focus back. A page that opens takes it then. */
export function SearchField({ id, label, hint, title, letter, text, onSearch }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);
  const leave = (): void => {
    input.current?.blur();
    giveFocusBack(before.current);
  };
  useShortcuts([{ keys: letter, label, run: () => input.current?.select() }]);
  return (
    <form
      class="search"
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        const words = input.current?.value.trim() ?? '';
        leave();
        onSearch(words);
      }}
    >
      <Icon name="search" />
      <input
        key={text}
        ref={input}
        id={id}
        name="q"
        type="search"
        autocomplete="off"
        aria-label={label}
        placeholder={hint}
        title={title}
        maxLength={100}
        defaultValue={text}
        onFocus={({ relatedTarget }) => {
          before.current = relatedTarget instanceof Element ? relatedTarget : null;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.currentTarget.value = text;
          leave();
        }}
      />
      <kbd aria-hidden="true">{letter}</kbd>
    </form>
  );
}
