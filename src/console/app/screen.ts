import { type ReadonlySignal, signal } from '@preact/signals';

/** Too narrow for parts side by side. Paper shows the same parts as the screen. */
export const isNarrow = atMost(1100, 'screen and');

/** As narrow as a phone: tables are rows of two lines, plots are their tables. */
export const isPhone = atMost(720);

function atMost(px: number, medium = ''): ReadonlySignal<boolean> {
  const query = matchMedia(`${medium} (max-width: ${px}px)`);
  const matches = signal(query.matches);
  query.addEventListener('change', (change) => {
    matches.value = change.matches;
  });
  return matches;
}
