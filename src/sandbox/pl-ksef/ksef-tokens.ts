import { createHash } from 'node:crypto';
import type { State } from '../state.ts';
import { ACCESS_SECONDS, type Permission, PERMISSIONS } from './bearers.ts';
import type { End } from './log-in.ts';
import { referenceFrom } from './references.ts';
import { ROUTE } from './route.ts';

const SHORT_ACCESS_SECONDS = 3;
/** The sandbox dates tokens in an arbitrary year. */
const TOKEN_DAY = '2026-02-01';
const REFERENCE = /^\d{8}-EC-[0-9A-F]{10}-[0-9A-F]{10}-[0-9A-F]{2}(?=\|)/;

/** The rights of a KSeF token, and how a log-in with it ends. */
interface KsefToken {
  readonly subject: string;
  readonly reference: string;
  readonly end: End;
  readonly permissions: readonly Permission[];
  readonly accessSeconds: number;
}

/** Any text is a token. Parts of it set its behaviour; those for an end are at its very end. */
const WORDS: readonly { readonly word: RegExp; readonly end: End; readonly once?: true }[] = [
  { word: /-REFUSED$/, end: 'wrongToken' },
  { word: /-REVOKED$/, end: 'revokedToken' },
  { word: /-INACTIVE$/, end: 'inactiveToken' },
  { word: /-NORIGHTS$/, end: 'noRights' },
  { word: /-BLOCKED$/, end: 'blocked' },
  { word: /-CANCELLED$/, end: 'cancelled', once: true },
];

/** @param nip of the context. `nip-5265877635` in a token binds it to that one. */
export function ksefToken(token: string, nip: string, state: State): KsefToken {
  const hash = createHash('sha256').update(token).digest();
  const subject = hash.toString('hex').slice(0, 16);
  return {
    subject,
    reference: REFERENCE.exec(token)?.[0] ?? referenceFrom('token', TOKEN_DAY, hash),
    end: endOf(token, nip, () => state.count(ROUTE, `log-in ${subject}`) === 1),
    permissions: PERMISSIONS.filter((permission) => !MISSING[permission]?.test(token)),
    accessSeconds: /-SHORT\b/.test(token) ? SHORT_ACCESS_SECONDS : ACCESS_SECONDS,
  };
}

const MISSING: Readonly<Partial<Record<Permission, RegExp>>> = {
  InvoiceRead: /-NOREAD\b/,
  InvoiceWrite: /-NOWRITE\b/,
  CredentialsRead: /-NOCREDENTIALS\b/,
};

function endOf(token: string, nip: string, isFirst: () => boolean): End {
  const bound = /\bnip-(\d{10})\b/.exec(token)?.[1];
  if (bound !== undefined && bound !== nip) return 'noRights';
  const matchingWord = WORDS.find(({ word }) => word.test(token));
  return matchingWord && (!matchingWord.once || isFirst()) ? matchingWord.end : 'done';
}
