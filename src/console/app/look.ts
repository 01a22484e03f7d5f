import { signal } from '@preact/signals';

/** The system chooses light or dark; the reader overrides it for this tab. */
type Colours = 'light' | 'dark';

const KEPT = 'console-colours';

const system = matchMedia('(prefers-color-scheme: dark)');
const chosen = (): Colours | undefined =>
  [sessionStorage.getItem(KEPT)].find((look): look is Colours => look === 'light' || look === 'dark');

export const colours = signal<Colours>(chosen() ?? (system.matches ? 'dark' : 'light'));

export function switchColours(): void {
  const next = colours.value === 'dark' ? 'light' : 'dark';
  sessionStorage.setItem(KEPT, next);
  show(next);
}

export function followSystem(): void {
  show(colours.value);
  system.addEventListener('change', ({ matches }) => {
    if (!chosen()) show(matches ? 'dark' : 'light');
  });
}

function show(next: Colours): void {
  colours.value = next;
  document.documentElement.dataset['colours'] = next;
}
