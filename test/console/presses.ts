import type { Page } from 'playwright-core';
import { drawn } from './world.ts';

export type Pointer = 'mouse' | 'finger';

export const POINTERS = { mouse: {}, finger: { width: 390, touch: true } } as const;

const CONTROLS = 'a[href], button, summary, label, [role=tab], tr.opens:first-child';

/** Finds what takes a press within an element. @returns how many there are. */
export const findControls = (page: Page, within: string, controls = CONTROLS): Promise<number> =>
  page.evaluate<number>(
    `(window.controls = [...document.querySelectorAll(':is(${within}) :is(${controls}):not(.unseen, .skip, .cm-editor *)')]).length`,
  );

/** The middle of its first word; its own middle if it has no text. Null if nothing of it is shown. */
const MIDDLE_OF_TEXT = `(control) => {
  if (!control.isConnected || !control.checkVisibility()) return null;
  control.scrollIntoView({ block: 'center', inline: 'center' });
  const middle = ({ x, y, width, height }) => width > 1 && height > 1 ? { x: x + width / 2, y: y + height / 2 } : null;
  const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const [word] = /\\S+/.exec(text.data) ?? [];
    if (!word || !text.parentElement.checkVisibility()) continue;
    const from = text.data.indexOf(word);
    range.setStart(text, from);
    range.setEnd(text, from + word.length);
    const found = middle(range.getBoundingClientRect());
    if (found) return found;
  }
  return middle(control.getBoundingClientRect());
}`;

/** Presses a found control on its text, as a person does. @returns false if nothing of it is shown. */
export async function pressText(page: Page, control: number, pointer: Pointer): Promise<boolean> {
  const middle = await page.evaluate<{ readonly x: number; readonly y: number } | null>(
    `(${MIDDLE_OF_TEXT})(window.controls[${control}])`,
  );
  if (!middle) return false;
  if (pointer === 'mouse') await page.mouse.click(middle.x, middle.y);
  else await page.touchscreen.tap(middle.x, middle.y);
  await drawn(page);
  return true;
}

/** The next press only says what it reached: what the control does, is not done. */
const LISTEN = `(control) => {
  window.reached = undefined;
  window.heard = new AbortController();
  addEventListener('click', (event) => {
    window.reached ??= control.contains(event.target) ? 'the control' : event.target.outerHTML.slice(0, 80);
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true, signal: window.heard.signal });
}`;

/** @returns what a press on the text of a control reaches in its place. Undefined if it is the control, or nothing of it is shown. */
export async function reachedInPlaceOf(
  page: Page,
  control: number,
  pointer: Pointer,
): Promise<string | undefined> {
  await page.evaluate(`(${LISTEN})(window.controls[${control}])`);
  const isShown = await pressText(page, control, pointer);
  const reached = await page.evaluate<string | null>('window.heard.abort(), window.reached ?? null');
  return !isShown || reached === 'the control' ? undefined : (reached ?? 'nothing');
}

export const nameOf = (page: Page, control: number): Promise<string> =>
  page.evaluate<string>(`window.controls[${control}].outerHTML.slice(0, 100)`);
