import { type ReadonlySignal, signal } from '@preact/signals';

/** Too narrow for parts side by side. */
export const isNarrow = atMost(1100);

/** As narrow as a phone: tables are rows of two lines, plots are their tables. */
export const isPhone = atMost(720);

function atMost(px: number): ReadonlySignal<boolean> {
  const query = matchMedia(`(max-width: ${px}px)`);
  const matches = signal(query.matches);
  query.addEventListener('change', (change) => {
    matches.value = change.matches;
  });
  return matches;
}
