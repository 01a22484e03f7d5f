import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

interface Tab {
  readonly name: string;
  readonly label: string;
  readonly count?: number;
}

interface Props {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly open: string;
  readonly onOpen: (name: string) => void;
  /** Of the open tab. */
  readonly children: ComponentChildren;
}

export function Tabs({ label, tabs, open, onOpen, children }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = tabs.findIndex(({ name }) => name === open);
    const next = step && tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onOpen(next.name);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.name}`)}`)?.focus();
  };
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ name, label: word, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === open}
            aria-controls={`${id}-box`}
            tabIndex={name === open ? 0 : -1}
            onClick={() => onOpen(name)}
          >
            {word} {count !== undefined && <span class="quiet">{count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-box`} aria-labelledby={`${id}-${open}`} tabIndex={0}>
        {children}
      </div>
    </div>
  );
}
