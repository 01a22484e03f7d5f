import type { ComponentChildren } from 'preact';

interface Props {
  readonly class?: string;
  readonly onSubmit: () => unknown;
  readonly children: ComponentChildren;
}

/** The page acts; the browser sends nothing. */
export const Form = ({ class: name = 'form', onSubmit, children }: Props) => (
  <form
    class={name}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
  </form>
);
