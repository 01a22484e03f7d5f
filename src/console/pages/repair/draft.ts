import { signal, type Signal } from '@preact/signals';
import type { components } from '../../../client/client.ts';
import { dataOf } from '../../app/answer.ts';
import { isOperator, ownKey, service, submits } from '../../app/session.ts';
import { inLines } from '../../app/source/json-source.ts';

export type Refusal = components['schemas']['Refusal'];
export type Finding = components['schemas']['Finding'];

/** What the checks have found in a text. */
export interface Check {
  readonly at: Date;
  readonly text: string;
  readonly findings: readonly Finding[];
  readonly isPassed: boolean;
}

/** A new invoice, or the one that the same document already is. */
export interface Sent {
  readonly id: string;
  readonly isDuplicate: boolean;
}

/** Why a body can be read and not changed. */
export type Lock = 'no-right' | 'too-large' | 'pdf' | 'encoding' | 'received';

/** A refused submission on its way to a new one. It is in the memory of the tab, and stays while the reader looks at other pages. */
export interface Draft {
  readonly refusal: Refusal;
  readonly syntax: 'json' | 'xml';
  /** Of the body; the key may add one. */
  readonly bodyLock: Lock | undefined;
  /** As it came, JSON in lines. */
  readonly original: string;
  readonly text: Signal<string>;
  /** Counts the changes that are not typed. */
  readonly edition: Signal<number>;
  readonly check: Signal<Check | undefined>;
  /** Of all checks: what a later one no longer finds is solved. */
  readonly seen: Signal<readonly Finding[]>;
  readonly sent: Signal<Sent | undefined>;
  /** By text: the same text sent again is the same call. */
  readonly keys: Map<string, string>;
}

/** Above this a text is shown and not changed. */
const MAX_EDITED_BYTES = 1_000_000;

const drafts = new Map<string, Draft>();

export async function openDraft(id: string, signal: AbortSignal): Promise<Draft> {
  const kept = drafts.get(id);
  if (kept) return kept;
  const call = { params: { path: { id } }, signal };
  const [refusal, body] = await Promise.all([
    dataOf(service().api.GET('/refusals/{id}', call)),
    dataOf<unknown>(service().api.GET('/refusals/{id}/documents/body', { ...call, parseAs: 'blob' })),
  ]);
  const draft = await draftOf(refusal, body as Blob);
  drafts.set(id, draft);
  return draft;
}

async function draftOf(refusal: Refusal, body: Blob): Promise<Draft> {
  const written = await body.text();
  const syntax = body.type.includes('xml') ? 'xml' : 'json';
  const original = syntax === 'json' ? inLines(written) : written.replaceAll('\r\n', '\n');
  return {
    refusal,
    syntax,
    original,
    bodyLock: bodyLockOf(refusal, body, written),
    text: signal(original),
    edition: signal(0),
    check: signal<Check | undefined>(undefined),
    seen: signal(refusal.errors),
    sent: signal<Sent | undefined>(undefined),
    keys: new Map(),
  };
}

/** The operator hands nothing in for a client. */
export function lockOf({ bodyLock }: Draft): Lock | undefined {
  const key = ownKey.value;
  return key && submits(key) && !isOperator(key) ? bodyLock : 'no-right';
}

function bodyLockOf({ call }: Refusal, { type, size }: Blob, text: string): Lock | undefined {
  if (type.includes('pdf')) return 'pdf';
  if (call === 'POST /received') return 'received';
  if (size > MAX_EDITED_BYTES) return 'too-large';
  // What is sent is UTF-8; another declaration would say otherwise.
  const encoding = /^\s*<\?xml[^>]*encoding=["']([\w-]+)/.exec(text)?.[1] ?? 'UTF-8';
  return /^utf-8$|^us-ascii$/i.test(encoding) ? undefined : 'encoding';
}

export const isChanged = ({ text, original }: Draft): boolean => text.value !== original;

/** Changes the text by a button. */
export function rewrite({ text, edition }: Draft, next: string): void {
  text.value = next;
  edition.value += 1;
}

/** Two findings are the same if the same rule names the same field or line. */
const nameOf = ({ code, field, term, location }: Finding): string =>
  [code, field ?? location?.xpath ?? term].join(' ');

/** What is open now, and what was open once. */
export function findingsOf({ check, refusal, seen }: Draft) {
  const open = check.value?.findings ?? refusal.errors;
  const names = new Set(open.map(nameOf));
  return { open, solved: seen.value.filter((finding) => !names.has(nameOf(finding))) };
}

export function keepCheck({ check, seen }: Draft, next: Check): void {
  const names = new Set(seen.value.map(nameOf));
  seen.value = [...seen.value, ...next.findings.filter((finding) => !names.has(nameOf(finding)))];
  check.value = next;
}

/** A tab that closes asks, if something would be lost. */
export function askBeforeClosing(event: BeforeUnloadEvent): void {
  const isUnsent = [...drafts.values()].some((draft) => isChanged(draft) && !draft.sent.value);
  if (isUnsent) event.preventDefault();
}

/** A newer key of the same client goes on; any other reader begins without a draft. */
let client: string | undefined;
ownKey.subscribe((key) => {
  if (key?.client === client) return;
  client = key?.client;
  drafts.clear();
});
