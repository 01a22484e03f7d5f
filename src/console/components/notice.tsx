import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { ServiceProblem } from '../../client/client.ts';
import { isOverRate } from '../app/answer.ts';
import { wordFor, wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import { Button } from './button.tsx';
import { CodeToCopy } from './copy.tsx';
import { Icon, type IconName } from './icon.tsx';
import type { Role } from './states.tsx';

const say = wordsOf<typeof Words>('common');

/** A sentence why, and one next act. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <p class="strong">{title}</p>
      {children && <div class="acts">{children}</div>}
    </div>
  );
}

interface NoteProps {
  readonly role: Role | 'accent';
  readonly icon?: IconName;
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Stands where it belongs; nothing floats and vanishes. */
export function Note({ role, icon, title, children }: NoteProps) {
  return (
    <div class={`note ${role}`}>
      <p class="title">
        {icon && <Icon name={icon} />}
        {title}
      </p>
      {children}
    </div>
  );
}

/** In the panel that failed: what it means, what to do, and the id of the call. The rest of the page stays usable. */
export function Problem({ error, askAgain }: { readonly error: unknown; readonly askAgain?: () => void }) {
  const problem = error instanceof ServiceProblem ? error : undefined;
  const seconds = useCountdown(error);
  return (
    <div class="problem" role="alert">
      <Note role="bad" icon="octagon" title={titleOf(problem)}>
        <p>{problem?.detail ?? (problem ? problem.title : say('problem.no-answer.help'))}</p>
        <div class="acts">
          {askAgain && (
            <Button size="small" onClick={askAgain}>
              {seconds ? say('try-again-in', { n: seconds }) : say('try-again')}
            </Button>
          )}
          {problem?.requestId && (
            <span class="meta">
              {say('request')} <CodeToCopy text={problem.requestId} />
            </span>
          )}
        </div>
      </Note>
    </div>
  );
}

const titleOf = (problem: ServiceProblem | undefined): string =>
  problem ? (wordFor('common', `problem.${problem.type}`) ?? problem.title) : say('problem.no-answer');

/** The seconds until the same call can succeed, if the service names them; they begin with each error. `useAnswer` asks again then. */
function useCountdown(error: unknown): number | undefined {
  const [left, setLeft] = useState<number>();
  useLayoutEffect(
    () => setLeft(isOverRate(error) ? Math.ceil(error.retryAfterMs / 1000) : undefined),
    [error],
  );
  useEffect(() => {
    if (left === undefined || left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, error]);
  return left;
}

const LONG_MS = 5000;

/** Nothing for 300 ms, then rows of the height of those that come; after five seconds it says so. */
export function Skeleton({ rows = 8 }: { readonly rows?: number }) {
  const [isShown, show] = useState(false);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timers = [setTimeout(() => show(true), 300), setTimeout(() => setLong(true), LONG_MS)];
    return () => timers.forEach(clearTimeout);
  }, []);
  // Its room is kept from the first moment, so that what follows does not move.
  return (
    <div class={`skeleton ${isShown ? 'shown' : ''}`} role="status" aria-label={say('loading')}>
      {isLong && <p class="meta">{say('loading')}</p>}
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} class="bone" />
      ))}
    </div>
  );
}
