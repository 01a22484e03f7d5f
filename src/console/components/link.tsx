import type { ComponentChildren } from 'preact';
import { addressOf, navigate } from '../app/router.ts';

interface Props {
  /** Below /console. */
  readonly to: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly tabIndex?: number;
  readonly 'aria-current'?: 'page' | 'true' | undefined;
  readonly 'aria-label'?: string;
}

/** A link of the console: a real address, opened without a new page. */
export function Link({ to, children, ...more }: Props) {
  return (
    <a
      {...more}
      href={addressOf(to)}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </a>
  );
}

const opensElsewhere = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || ctrlKey || metaKey || shiftKey || altKey;
