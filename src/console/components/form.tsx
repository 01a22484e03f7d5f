import type { ComponentChildren } from 'preact';
import { useAct } from '../app/act.ts';
import { Button } from './button.tsx';
import { Problem } from './notice.tsx';

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

interface ActFormProps extends Pick<SubmitProps, 'reason' | 'children'> {
  /** The word on its button. */
  readonly act: string;
  readonly onAct: () => Promise<void>;
}

/** A form for one call: why it failed stands above the button. */
export function ActForm({ act, reason, onAct, children }: ActFormProps) {
  const { busy, error, run } = useAct();
  return (
    <Form
      onSubmit={() => {
        if (reason === undefined) void run('act', onAct);
      }}
    >
      {children}
      {error ? <Problem error={error} /> : null}
      <Submit isBusy={busy !== undefined} reason={reason}>
        {act}
      </Submit>
    </Form>
  );
}
