import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon'> & {
  readonly icon?: IconName;
  /** One primary button a view. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly size?: 'small' | 'usual';
  /** Why the object does not allow it. What the key does not allow is absent. */
  readonly reason?: string | undefined;
  readonly isBusy?: boolean;
  readonly children?: ComponentChildren;
};

export function Button(props: Props) {
  const { icon, kind = 'plain', size = 'usual', reason, isBusy = false, children, onClick, ...more } = props;
  const reasonId = useId();
  const isOff = reason !== undefined || isBusy;
  return (
    <>
      <button
        type="button"
        {...more}
        class={`button ${kind} ${size} ${reason === undefined ? '' : 'off'}`}
        aria-disabled={isOff || undefined}
        aria-busy={isBusy || undefined}
        aria-describedby={reason === undefined ? more['aria-describedby'] : reasonId}
        title={reason ?? more.title}
        onClick={(event) => (isOff ? event.preventDefault() : onClick?.(event))}
      >
        {icon && <Icon name={icon} />}
        {children}
      </button>
      {reason !== undefined && (
        <span id={reasonId} class="unseen">
          {reason}
        </span>
      )}
    </>
  );
}

/** A button that is an icon alone has its name in words. */
export function IconButton({
  icon,
  name,
  ...more
}: Props & { readonly icon: IconName; readonly name: string }) {
  return (
    <button type="button" {...more} class="icon-button" aria-label={name} title={name}>
      <Icon name={icon} />
    </button>
  );
}
