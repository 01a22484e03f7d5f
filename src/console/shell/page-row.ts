import type { ComponentType } from 'preact';
import type { ReadonlySignal } from '@preact/signals';
import type { OwnKey } from '../app/session.ts';
import type { IconName } from '../components/icon.tsx';

export type Group = 'work' | 'watch' | 'know' | 'try';

/** A page of the console: one row of `pages.ts`, exported by `pages/<name>/page.ts`. */
export interface PageRow {
  /** Also the name of its words: `words/<language>/<name>.json`, whose `page` is the name that people read. */
  readonly name: string;
  /** The names of its words, if others than its own: those of another page, or also those of parts. */
  readonly words?: readonly string[];
  /** The names of its styles, `styles/<name>.css`, if others than its own. Those of the first view are there already. */
  readonly styles?: readonly string[];
  /** Below /console. A part that begins with `:` is a parameter. */
  readonly path: string;
  /** Of a page without an entry: the path of the one that leads to it, if another than its path begins with. */
  readonly under?: string;
  /** Left out by a page that other pages lead to. */
  readonly entry?: {
    readonly group: Group;
    readonly icon: IconName;
    /** The letter after `g`. */
    readonly letter: string;
    /** A number that waits for the reader; 0 is not shown. */
    readonly count?: ReadonlySignal<number>;
  };
  /** What a key may not do is absent. */
  readonly shownTo: (key: OwnKey) => boolean;
  readonly load: () => Promise<{ readonly default: ComponentType<PageProps> }>;
}

export interface PageProps {
  readonly parameters: Readonly<Record<string, string>>;
}
