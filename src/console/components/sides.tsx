import type { ComponentChildren } from 'preact';
import { isNarrow } from '../app/screen.ts';
import { Tabs } from './tabs.tsx';

interface Side {
  readonly name: string;
  readonly label: string;
  readonly count?: number;
  readonly content: ComponentChildren;
}

interface Props {
  readonly label: string;
  /** A class for the widths of the columns. */
  readonly look: string;
  readonly sides: readonly Side[];
  /** On a narrow screen. */
  readonly open: string;
  readonly onOpen: (name: string) => void;
}

/** Parts side by side; on a narrow screen one at a time, behind tabs. */
export function Sides({ label, look, sides, open, onOpen }: Props) {
  if (!isNarrow.value)
    return (
      <div class={`sides ${look}`}>
        {sides.map(({ name, content }) => (
          <div key={name} class="side">
            {content}
          </div>
        ))}
      </div>
    );
  const shown = sides.find(({ name }) => name === open) ?? sides[0]!;
  return (
    <Tabs label={label} tabs={sides} open={shown.name} onOpen={onOpen}>
      <div key={shown.name} class={`side ${look}-${shown.name}`}>
        {shown.content}
      </div>
    </Tabs>
  );
}
