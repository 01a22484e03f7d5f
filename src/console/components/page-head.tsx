import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  /** One sentence that is true now; a name only if there is no such sentence. */
  readonly title: ComponentChildren;
  /** The title of the tab. */
  readonly name: string;
  readonly above?: ComponentChildren;
  readonly beside?: ComponentChildren;
  readonly below?: ComponentChildren;
  readonly acts?: ComponentChildren;
}

/** Opening a page puts the focus on its heading, with the drawing: later it would take it from what a reader has gone to. */
export function PageHead({ title, name, above, beside, below, acts }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useLayoutEffect(() => {
    document.title = name;
  }, [name]);
  return (
    <div class="page-head">
      <div>
        {above && <p class="meta above">{above}</p>}
        <div class="title">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {beside}
        </div>
        {below && <p class="below">{below}</p>}
      </div>
      {acts && <div class="acts">{acts}</div>}
    </div>
  );
}
