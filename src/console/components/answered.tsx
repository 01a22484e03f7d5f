import type { ComponentChildren } from 'preact';
import type { Answer } from '../app/answer.ts';
import { Empty, Problem, Skeleton } from './notice.tsx';

interface Props<T> {
  readonly answer: Pick<Answer<T>, 'data' | 'error' | 'askAgain'>;
  /** Above the error, on a page that has nothing else then. */
  readonly head?: ComponentChildren;
  /** Of the skeleton. */
  readonly rows?: number;
  /** The sentence, or more, in place of content that has nothing to show. */
  readonly empty?: (data: T) => ComponentChildren;
  readonly children: (data: T) => ComponentChildren;
}

/** What a call has answered: its error, the skeleton until it has answered, that there is nothing, or the content. */
export function Answered<T>({ answer: { data, error, askAgain }, head, rows, empty, children }: Props<T>) {
  const isOpen = data === undefined && !error;
  return (
    <>
      {error ? head : null}
      {error ? <Problem error={error} askAgain={askAgain} /> : null}
      {isOpen && <Skeleton {...(rows !== undefined && { rows })} />}
      {data !== undefined && (emptyOf(empty?.(data)) || children(data))}
    </>
  );
}

const emptyOf = (empty: ComponentChildren): ComponentChildren =>
  typeof empty === 'string' ? <Empty title={empty} /> : empty;
