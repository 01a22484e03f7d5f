import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';

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

interface SubmitProps {
  readonly isBusy: boolean;
  /** What is missing in the form. */
  readonly reason?: string | undefined;
  readonly children: ComponentChildren;
}

/** The act of a form that has one. */
export const Submit = (props: SubmitProps) => (
  <div class="acts">
    <Button type="submit" kind="primary" {...props} />
  </div>
);
