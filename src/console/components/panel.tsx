import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Props {
  readonly title: string;
  readonly beside?: ComponentChildren;
  readonly acts?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Panel({ title, beside, acts, children }: Props) {
  const titleId = useId();
  return (
    <section class="panel" aria-labelledby={titleId}>
      <div class="head">
        <h2 id={titleId}>{title}</h2>
        {beside && <span class="meta">{beside}</span>}
        {acts && <div class="acts">{acts}</div>}
      </div>
      {children}
    </section>
  );
}

export type Fact = readonly [name: string, value: ComponentChildren];

/** Names and values in a strip below the head of a page. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
