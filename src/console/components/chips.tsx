import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { language } from '../app/words.ts';
import { Icon, type IconName } from './icon.tsx';
import { Link } from './link.tsx';
import type { Role } from './states.tsx';

interface ChipProps {
  readonly to: string;
  readonly isOn: boolean;
  readonly icon?: IconName;
  readonly role?: Role;
  readonly count?: number | undefined;
  readonly children: ComponentChildren;
}

/** A view of a list: a link, because it is in the address. */
export function Chip({ to, isOn, icon, role = 'mute', count, children }: ChipProps) {
  return (
    <Link to={to} class={`chip ${isOn ? 'on' : ''}`} aria-current={isOn ? 'true' : undefined}>
      {icon && (
        <span class={`icon-word ${role}`}>
          <Icon name={icon} />
        </span>
      )}
      {children}
      {count !== undefined && <b>{new Intl.NumberFormat(language.value).format(count)}</b>}
    </Link>
  );
}

/** A box that would end outside of the screen goes to the left. */
const MAX_BOX_PX = 320;

interface MenuProps {
  readonly name: string;
  readonly isOn?: boolean;
  readonly icon?: IconName;
  /** On a phone the box is a sheet at the foot of the screen. */
  readonly look?: 'sheet';
  /** The button that closes the sheet. */
  readonly done?: string;
  readonly children: ComponentChildren;
}

/** A button that opens a small box below it. */
export function Menu({ name, isOn, icon, look, done, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [side, setSide] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const boxId = useId();
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const leave = ({ target }: Event): void => {
      if (target instanceof Node && !frame.current?.contains(target)) setOpen(false);
    };
    addEventListener('pointerdown', leave);
    addEventListener('focusin', leave);
    return () => {
      removeEventListener('pointerdown', leave);
      removeEventListener('focusin', leave);
    };
  }, [isOpen]);
  const toggle = (): void => {
    const left = frame.current?.getBoundingClientRect().left ?? 0;
    setSide(left + MAX_BOX_PX > innerWidth ? 'from-right' : '');
    setOpen(!isOpen);
  };
  const close = (): void => {
    setOpen(false);
    frame.current?.querySelector('button')?.focus();
  };
  return (
    <div
      class={`menu ${look ?? ''} ${side}`}
      ref={frame}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        type="button"
        class={`chip ${isOn ? 'on' : ''}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? boxId : undefined}
        onClick={toggle}
      >
        {icon && <Icon name={icon} />}
        {name}
        <Icon name="down" />
      </button>
      {isOpen && (
        // A press on a word gives the focus to the nearest element that takes it: the box, so that focus stays inside.
        <div class="menu-box" id={boxId} tabIndex={-1}>
          {look === 'sheet' && <p class="sheet-title">{name}</p>}
          {done === undefined ? children : <div class="fields">{children}</div>}
          {done !== undefined && (
            <button type="button" class="button primary done" onClick={close}>
              {done}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
