import type { Locator, Page } from 'playwright-core';
import { drawn } from './world.ts';

export type Pointer = 'mouse' | 'finger';

export const POINTERS = { mouse: {}, finger: { width: 390, touch: true } } as const;

/** Two keys, the second of which is on its way before the page has answered the first: a sequence ends after a second and a half. */
export const pressInSequence = (
  page: Page,
  ...keys: readonly [string, string, ...string[]]
): Promise<unknown> => Promise.all(keys.map((key) => page.keyboard.press(key)));

const CONTROLS = 'a[href], button, summary, label, [role=tab], tr.opens:first-child';

/** Finds what takes a press within an element. @returns how many there are. */
export const findControls = (page: Page, within: string): Promise<number> =>
  page.evaluate<number>(
    `(window.controls = [...document.querySelectorAll(':is(${within}) :is(${CONTROLS}):not(.unseen, .skip, .cm-editor *)')]).length`,
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

type Point = { readonly x: number; readonly y: number };

/** Presses a control on its text, as a person does, once it is shown and no longer moves. */
export async function pressText(control: Locator, pointer: Pointer): Promise<void> {
  await control.waitFor();
  const position = await control.evaluate<Point, never>(`(control) => {
    const { x, y } = (${MIDDLE_OF_TEXT})(control);
    const box = control.getBoundingClientRect();
    return { x: x - box.x - control.clientLeft, y: y - box.y - control.clientTop };
  }`);
  if (pointer === 'mouse') await control.click({ position });
  else await control.tap({ position });
}

/** Presses where the text of a control stands, whatever lies above it. @returns false if nothing of it is shown. */
async function pressPlaceOf(page: Page, control: number, pointer: Pointer): Promise<boolean> {
  const middle = await page.evaluate<Point | null>(`(${MIDDLE_OF_TEXT})(window.controls[${control}])`);
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
  const isShown = await pressPlaceOf(page, control, pointer);
  const reached = await page.evaluate<string | null>('window.heard.abort(), window.reached ?? null');
  return !isShown || reached === 'the control' ? undefined : (reached ?? 'nothing');
}

export const nameOf = (page: Page, control: number): Promise<string> =>
  page.evaluate<string>(`window.controls[${control}].outerHTML.slice(0, 100)`);
