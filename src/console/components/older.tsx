import type { ComponentChildren } from 'preact';
import { withQuery } from '../app/router.ts';
import { Link } from './link.tsx';

interface Props {
  /** Where the next page begins; there is none without it. */
  readonly next: string | undefined;
  readonly children: ComponentChildren;
}

/** The foot of a list that is read page by page, the newest first: `after` in the address. */
export const Older = ({ next, children }: Props) =>
  next === undefined ? null : (
    <p class="foot">
      <Link to={withQuery({ after: next, sel: undefined })}>{children}</Link>
    </p>
  );
