import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Single letters work outside fields, and can be switched off (WCAG 2.1.4). */

interface Shortcut {
  /** As `KeyboardEvent.key`; two letters with a space follow each other: `g i`; `Shift ArrowLeft`. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
}

const KEPT = 'console-letters';
const SEQUENCE_MS = 1500;

export const lettersWork = signal(localStorage.getItem(KEPT) !== 'off');

export function switchLetters(on: boolean): void {
  lettersWork.value = on;
  localStorage.setItem(KEPT, on ? 'on' : 'off');
}

/** Layers of shortcuts; of two with the same keys the newer works. */
export const layers = signal<readonly (readonly Shortcut[])[]>([]);

/** The shortcuts work while the component is shown. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  const shape = shortcuts.map(({ keys, label }) => `${keys} ${label}`).join('\n');
  // With the drawing, not some frames after it: who sees a list may press its keys.
  useLayoutEffect(() => {
    const layer = latest.current.map((shortcut, index) => ({
      ...shortcut,
      run: () => latest.current[index]?.run(),
    }));
    layers.value = [...layers.value, layer];
    return () => {
      layers.value = layers.value.filter((each) => each !== layer);
    };
  }, [shape]);
}

let begun: { readonly letter: string; readonly at: number } | undefined;

export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (document.querySelector('dialog[open]')) return;
    const sequence =
      begun && event.timeStamp - begun.at < SEQUENCE_MS ? `${begun.letter} ${event.key}` : undefined;
    const pressed = event.shiftKey && event.key.startsWith('Arrow') ? `Shift ${event.key}` : event.key;
    const shortcut = (sequence && shortcutFor(sequence)) || shortcutFor(pressed);
    begun = event.key === 'g' && !sequence ? { letter: 'g', at: event.timeStamp } : undefined;
    if (!shortcut || (!lettersWork.value && isLetter(shortcut))) return;
    event.preventDefault();
    shortcut.run();
  });
}

const isLetter = ({ keys }: Shortcut): boolean => keys.split(' ').every((key) => key.length === 1);

const shortcutFor = (keys: string): Shortcut | undefined =>
  layers.value.flat().findLast((shortcut) => shortcut.keys === keys);

/** A control that uses the key itself, also one in a shadow root. */
function isTyping(event: KeyboardEvent): boolean {
  const { key } = event;
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]')) return true;
  return (key === 'Enter' || key === ' ') && target.closest('a, button, input, summary') !== null;
}

/**
 * The focus goes back to what had it before, unless something else has it now: a page that opened. Not in the same press, because what gets
 * the focus would take the key for its own.
 */
export function giveFocusBack(opener: Element | null): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
    (isThere ? opener : document.querySelector('main'))?.focus({ preventScroll: true });
  });
}
