import { signal, type Signal } from '@preact/signals';
import { isOfRoute } from '../../app/findings.ts';
import { isOperator, ownKey, submits } from '../../app/session.ts';
import { applyPatch } from '../../app/source/json-patch.ts';
import { inLines, rootOf, textValue, walk } from '../../app/source/json-source.ts';
import { placeOf } from '../../app/source/xml-terms.ts';
import type { FormField, Opened } from './fields.ts';
import { fieldOf, type Form, formOf, type Unread } from './form-fields.ts';
import { isJson } from './json-fields.ts';
import { type Next, textOfNext } from './next.ts';
import {
  BODY_MEMBERS,
  documentOf,
  type Finding,
  readInvoice,
  readText,
  type Refused,
  type RefusedText,
} from './refused.ts';
import { overRoute } from './route-text.ts';

/** What the checks have found in a text. */
export interface Check {
  readonly at: Date;
  readonly text: string;
  readonly findings: readonly Finding[];
  readonly isPassed: boolean;
}

/** A new invoice, the one that the same document already is, or one that somebody else has sent. */
export interface Sent {
  readonly id: string;
  readonly by: 'reader' | 'duplicate' | 'others';
}

/** Why a body can be read and not changed. */
export type Lock =
  | 'no-right'
  | 'too-large'
  | 'pdf'
  | 'encoding'
  | 'received'
  | 'not-refused'
  | 'not-by-buyer'
  | 'no-credit'
  | 'may_be_delivered'
  | 'not_content';

/** What was refused, on its way to a new invoice. It is in the memory of the tab, and stays while the reader looks at other pages. */
export interface Draft {
  readonly refused: Refused;
  readonly syntax: 'json' | 'xml';
  /** Of the body; the key may add one. */
  readonly bodyLock: Lock | undefined;
  /** As it came, JSON in lines. */
  readonly original: string;
  /** As the correction begins. */
  readonly start: string;
  readonly text: Signal<string>;
  /** Of a file, which does not state it; the text of a JSON has its own. */
  readonly fileRoute: Signal<Refused['route']>;
  /** Counts the changes that are not typed. */
  readonly edition: Signal<number>;
  /** What was typed in a form and cannot be read in one way, or waits for what goes with it, by the pointer of its field. The text does not have it. */
  readonly unread: Signal<Unread>;
  readonly opened: Signal<Opened>;
  readonly check: Signal<Check | undefined>;
  /** Of all checks: what a later one no longer finds is solved. */
  readonly seen: Signal<readonly Finding[]>;
  readonly sent: Signal<Sent | undefined>;
  /** The try of each text: the same text sent again is the same call. */
  readonly tries: Map<string, number>;
}

/** Above this a text is shown and not changed. */
const MAX_EDITED_BYTES = 1_000_000;

const drafts = new Map<string, Draft>();

export async function openDraft(id: string, next: Next | undefined, signal: AbortSignal): Promise<Draft> {
  const name = [id, next].join(' ');
  const storedDraft = drafts.get(name);
  if (storedDraft) return storedDraft;
  const draft = await draftOf(await readText(id, next, signal));
  if (draft.refused.sentAgainAs) await showSent(draft, draft.refused.sentAgainAs.id, signal);
  drafts.set(name, draft);
  return draft;
}

async function draftOf({ refused, body = new Blob() }: RefusedText): Promise<Draft> {
  const syntax = body.type.includes('xml') ? 'xml' : 'json';
  const written = await textOf(body, syntax);
  const original = syntax === 'json' ? inLines(written) : written;
  const start = startOf(refused, original, syntax);
  return {
    refused,
    syntax,
    original,
    bodyLock: noCorrectionOf(refused) ?? (await bodyLockOf(refused, body, written)),
    start,
    text: signal(start),
    fileRoute: signal(refused.route),
    edition: signal(0),
    unread: signal({}),
    opened: signal<Opened>(new Set()),
    check: signal<Check | undefined>(undefined),
    seen: signal(refused.findings),
    sent: signal<Sent | undefined>(undefined),
    tries: new Map(),
  };
}

/** A file with its byte order mark, which is a part of it. */
async function textOf(body: Blob, syntax: Draft['syntax']): Promise<string> {
  if (syntax === 'json') return body.text();
  const bytes = new Uint8Array(await body.arrayBuffer());
  return new TextDecoder(encodingOf(bytes), { ignoreBOM: true }).decode(bytes);
}

/** By the first two bytes, as XML 1.0 appendix F has it: a file in UTF-16 needs no declaration. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
}

/** What somebody else has sent stands beside the old text, if it is of the same kind; what the reader has typed does not. */
export async function showSent(draft: Draft, id: string, signal?: AbortSignal): Promise<Sent> {
  const invoice = await readInvoice(id, signal);
  draft.text.value = (await textSent(draft, invoice, signal)) ?? draft.original;
  draft.unread.value = {};
  draft.fileRoute.value = invoice.route;
  return (draft.sent.value = { id, by: 'others' });
}

/** Undefined if it is of another kind. What stands around the content is not stored: it is that of the old text. */
async function textSent(
  { syntax, original, refused }: Draft,
  invoice: Awaited<ReturnType<typeof readInvoice>>,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (syntax === 'xml') {
    const file = await documentOf(invoice, refused.correction?.document, signal);
    return file && textOf(file, syntax);
  }
  for (const [kind, name] of Object.entries(BODY_MEMBERS)) {
    const member = memberAt(original, name);
    const content = member && (await documentOf(invoice, kind, signal));
    if (!content) continue;
    const { invoice_ref: reference, route } = invoice;
    const written = inLines(await content.text()).replaceAll('\n', '\n  ');
    const text = original.slice(0, member.from) + written + original.slice(member.to);
    const isRouteKept = route === (statedRoute(original) ?? refused.route);
    return applyPatch(isRouteKept ? text : overRoute(text, route, original), [
      { op: 'add', path: '/invoice_ref', value: reference },
    ]);
  }
  return undefined;
}

function startOf({ correction, next }: Refused, original: string, syntax: Draft['syntax']): string {
  if (next && correction)
    return textOfNext(original, { next: next.kind, reference: next.reference, today: dayToday() });
  return correction?.technical_correction ? asTechnical(original, syntax) : original;
}

/** Of the reader. */
function dayToday(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** A file has no member for it; its call says so. */
function asTechnical(text: string, syntax: Draft['syntax']): string {
  const root = syntax === 'json' ? rootOf(text) : undefined;
  return root && walk(text, root, ['document', 'pl']).missing.length === 0
    ? applyPatch(text, [{ op: 'add', path: '/document/pl/technical_correction', value: true }])
    : text;
}

/** The number in a canonical document, or in a file that is read by terms. */
export function numberIn({ syntax, text }: Draft, written = text.value): string | undefined {
  if (syntax === 'xml') return placeOf(written, NUMBER)?.value;
  const root = rootOf(written);
  const location = root && walk(written, root, ['document', 'invoice', 'number']);
  return location?.missing.length === 0 ? textValue(written, location.place.value) : undefined;
}

/** The operator hands nothing in for a client. */
export function lockOf({ bodyLock, refused }: Draft): Lock | undefined {
  const key = ownKey.value;
  return noCorrectionOf(refused) ?? (key && submits(key) && !isOperator(key) ? bodyLock : 'no-right');
}

function noCorrectionOf({ of, correction, next }: Refused): Lock | undefined {
  if (next) return next.lock;
  if (of === 'refusals' || correction?.allowed) return undefined;
  const { reason } = correction ?? {};
  return reason === undefined || reason === 'sent_again' ? 'not-refused' : reason;
}

async function bodyLockOf({ call }: Refused, body: Blob, text: string): Promise<Lock | undefined> {
  if (body.type.includes('pdf')) return 'pdf';
  if (call === 'POST /received') return 'received';
  if (body.size > MAX_EDITED_BYTES) return 'too-large';
  // What is sent is UTF-8; other bytes, or another declaration, would say otherwise.
  if (encodingOf(new Uint8Array(await body.slice(0, 2).arrayBuffer())) !== 'utf-8') return 'encoding';
  const encoding = /^\s*<\?xml[^>]*encoding=["']([\w-]+)/.exec(text)?.[1] ?? 'UTF-8';
  return /^utf-8$|^us-ascii$/i.test(encoding) ? undefined : 'encoding';
}

export const isChanged = (draft: Draft): boolean =>
  draft.text.value !== draft.original || routeChange(draft) !== undefined;

/** By the reader. */
export const isTouched = (draft: Draft): boolean =>
  draft.text.value !== draft.start || routeChange(draft) !== undefined;

/** A file with an error that has no field is corrected where it was made, unless the reader has begun to change it here. */
export function isForErp(draft: Draft): boolean {
  if (draft.syntax !== 'xml' || isChanged(draft)) return false;
  const form = formOfDraft(draft);
  return findingsOf(draft).open.some(
    (finding) => (finding.severity ?? 'error') === 'error' && !fieldOf(form, finding),
  );
}

/** As which the text and its file would go; undefined if the service chooses. */
export const routeOf = ({ syntax, text, fileRoute }: Draft): string | undefined =>
  syntax === 'json' ? statedRoute(text.value) : fileRoute.value;

export function statedRoute(text: string): string | undefined {
  const route = memberAt(text, 'route');
  return route && textValue(text, route);
}

/** A value of the whole. */
function memberAt(text: string, name: string) {
  const root = rootOf(text);
  const { missing, place } = (root && walk(text, root, [name])) ?? { missing: [name], place: undefined };
  return missing.length === 0 ? place?.value : undefined;
}

/** An offline invoice is one of its route. */
export const canChooseRoute = ({ syntax, text, refused }: Draft): boolean =>
  !refused.isOffline && (syntax === 'xml' || (isJson(text.value) && rootOf(text.value)?.name === 'Object'));

/** What was found in a file over the other route is no longer known. */
export function chooseRoute(draft: Draft, route: NonNullable<Refused['route']> | undefined): void {
  const { syntax, text, original, fileRoute, edition, check } = draft;
  if (syntax === 'xml') {
    fileRoute.value = route;
    check.value = undefined;
    return;
  }
  text.value = overRoute(text.value, route, original);
  edition.value += 1;
}

/** Of a file; of a JSON its text has it. */
export const routeChange = ({
  syntax,
  fileRoute,
  refused,
}: Draft): { readonly before: string | undefined; readonly after: string | undefined } | undefined =>
  syntax === 'json' || fileRoute.value === refused.route
    ? undefined
    : { before: refused.route, after: fileRoute.value };

export const hasUnread = ({ unread }: Draft): boolean => Object.keys(unread.value).length > 0;

/** Changes the text by a button. */
export function rewrite({ text, edition, unread }: Draft, next: string): void {
  text.value = next;
  unread.value = {};
  edition.value += 1;
}

/** Two findings are the same if the same rule names the same field or line. */
const nameOf = ({ code, field, term, location }: Finding): string =>
  [code, field ?? location?.xpath ?? term].join(' ');

/** What is open now, and what was open once. */
export function findingsOf({ check, refused, seen }: Draft) {
  const open = check.value?.findings ?? refused.findings;
  const gone = seen.value.filter(isNoneOf(open));
  // No check of the service can say whether a network or a buyer takes it now.
  const unjudged =
    refused.state === 'rejected' || refused.next ? refused.findings.filter(isNoneOf(open)) : [];
  return { open, solved: gone.filter(isNoneOf(unjudged)), unjudged };
}

function isNoneOf(findings: readonly Finding[]): (finding: Finding) => boolean {
  const names = new Set(findings.map(nameOf));
  return (finding) => !names.has(nameOf(finding));
}

/** A submission that had a form when it came has its tab, whatever its text has become. */
export const hasForm = (draft: Draft): boolean =>
  lockOf(draft) === undefined && formOf(draft.original, draft.refused.findings) !== undefined;

/** Undefined as long as the text cannot be shown as one. */
export function formOfDraft(draft: Draft): Form | undefined {
  const { text, seen, refused, opened } = draft;
  const terms = refused.correction?.number === 'new' ? [NUMBER] : [];
  const byRoute = canChooseRoute(draft) ? refused.findings.filter((each) => isByRoute(refused, each)) : [];
  return hasForm(draft)
    ? formOf(text.value, findingsOf(draft).open, seen.value, { terms, byRoute, opened: opened.value })
    : undefined;
}

/** @returns the first of the fields that the form has then and did not have before. */
export function addGroup(draft: Draft, pointer: string): FormField | undefined {
  const fields = (): readonly FormField[] =>
    formOfDraft(draft)?.groups.flatMap((group) => group.fields) ?? [];
  const before = new Set(fields().map((field) => field.pointer));
  draft.opened.value = new Set([...draft.opened.value, pointer]);
  return fields().find((field) => !before.has(field.pointer));
}

const NUMBER = 'BT-1';

/** A network that does not reach the buyer says so of their address. */
const isByRoute = ({ state }: Refused, finding: Finding): boolean =>
  isOfRoute(finding) || (state === 'rejected' && finding.term === ADDRESS);

const ADDRESS = 'BT-49';

/** @param isRead if no check has seen what is in the text, what was open is open. */
export function keepCheck(draft: Draft, next: Check, isRead = true): void {
  const { check, seen } = draft;
  const open = isRead ? next.findings : union(next.findings, findingsOf(draft).open);
  seen.value = union(seen.value, next.findings);
  check.value = { ...next, findings: open };
}

function union(some: readonly Finding[], others: readonly Finding[]): readonly Finding[] {
  return [...some, ...others.filter(isNoneOf(some))];
}

/** A tab that closes asks, if something would be lost. */
export function askBeforeClosing(event: BeforeUnloadEvent): void {
  const isUnsent = [...drafts.values()].some((draft) => isTouched(draft) && !draft.sent.value);
  if (isUnsent) event.preventDefault();
}

/** A newer key of the same client goes on; any other reader begins without a draft. */
let client: string | undefined;
ownKey.subscribe((key) => {
  if (key?.client === client) return;
  client = key?.client;
  drafts.clear();
});
