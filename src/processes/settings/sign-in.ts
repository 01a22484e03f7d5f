import { CLIENT_ID, type Scope, SCOPES } from '../../domain/access/caller.ts';
import type { PersonHolder } from '../../domain/access/browser-session.ts';
import type { RoleRow } from '../../domain/access/role-row.ts';
import { isLoopbackHost } from '../../domain/is-loopback-host.ts';
import { isUrl } from '../../domain/is-url.ts';
import { isObject } from '../../domain/json/json-object.ts';
import { numberBetween, optional, setting, type Text, Unfit, type ValuesOf } from '../../ports/settings.ts';
import { SettingRefused, type SignInSettings } from './settings.ts';

const MINUTE_MS = 60_000;

/** People sign in by OpenID Connect. */
export const SIGN_IN_SETTINGS = {
  OIDC_ISSUER: setting({
    name: 'OIDC_ISSUER',
    default: 'none',
    takes: 'https address; http on loopback',
    meaning:
      'The OpenID provider of your company, as it names itself: people sign in at the console without a key ([security.md](security.md#people-sign-in)). Needs the three settings below, and `{BASE_URL}/sign-in/callback` as the address to return to.',
    read: (text: Text) => optional(isIssuer, 'an https address (http on loopback only) without query')(text),
  }),
  OIDC_CLIENT_ID: setting({
    name: 'OIDC_CLIENT_ID',
    default: 'none',
    takes: 'text',
    meaning: 'The name of the service at the provider.',
    read: optional((text) => text.length <= 500, 'at most 500 characters'),
  }),
  OIDC_CLIENT_SECRET: setting({
    name: 'OIDC_CLIENT_SECRET',
    default: 'none',
    takes: 'text',
    meaning: 'The secret of the service at the provider.',
    secret: true,
    read: optional((text) => text.length <= 2000, 'at most 2000 characters'),
  }),
  OIDC_ROLES: setting({
    name: 'OIDC_ROLES',
    default: 'none',
    takes: '`[{"claim":"groups","value":"invoicing","client":"acme","scopes":["read","submit"]}]`',
    meaning:
      'Who may do what: the first row whose claim has the value counts. A row names `client` and `scopes`, or `role`: `operator` or `operator-read-only`. A person that fits no row is not let in. The claim `email` counts if the provider has verified it.',
    read: rolesIn,
  }),
  OIDC_PERSON: setting({
    name: 'OIDC_PERSON',
    default: 'sub',
    takes: 'name of a claim',
    meaning:
      'The claim by which the audit log and the log name a person: `sub`, `email`, `preferred_username`.',
    read: (text: Text) => optional((name) => name.length <= 200, 'the name of a claim')(text) ?? 'sub',
  }),
  OIDC_SCOPES: setting({
    name: 'OIDC_SCOPES',
    default: 'openid email offline_access',
    takes: 'words, separated by spaces; `openid` is one',
    meaning:
      'What is asked of the provider. Without a refresh token a person signs in again after `OIDC_REFRESH_MINUTES`.',
    read: (text: Text) =>
      optional((words) => words.split(' ').includes('openid'), 'words with openid among them')(text) ??
      'openid email offline_access',
  }),
  OIDC_PROMPT: setting({
    name: 'OIDC_PROMPT',
    default: 'consent',
    takes: '`consent`, `login`, `select_account`, `off`',
    meaning:
      'What the provider asks a person. OpenID Connect wants `consent` for `offline_access`; a provider that gives refresh tokens without takes `off`.',
    read: (text: Text) =>
      optional(
        (one) => /^(consent|login|select_account|off)$/.test(one),
        'consent, login, select_account or off',
      )(text) ?? 'consent',
  }),
  OIDC_REFRESH_MINUTES: setting({
    name: 'OIDC_REFRESH_MINUTES',
    default: '15',
    takes: '2 to 60',
    meaning:
      'An answer of the provider counts for this time; it is asked again after half of it. A person who leaves the firm is out by then. If the provider cannot be asked for longer, its people get no answer.',
    read: numberBetween(2, 60, 15),
  }),
} as const;

/** Empty if people have keys only. @throws SettingRefused: a setting without the others lets no person in, or does not say why. */
export function signInOf(
  read: ValuesOf<typeof SIGN_IN_SETTINGS>,
  { baseUrl, hasConsole }: { readonly baseUrl: string; readonly hasConsole: boolean },
): { readonly signIn?: SignInSettings } {
  const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES'] as const;
  const [given, absent] = [needed.filter((name) => read[name]), needed.filter((name) => !read[name])];
  if (given.length === 0) return {};
  if (absent.length > 0) throw new SettingRefused(given[0]!, `also needs ${absent.join(', ')}.`);
  if (!hasConsole) throw new SettingRefused('OIDC_ISSUER', 'needs the console; CONSOLE is off.');
  if (!isIssuer(baseUrl))
    throw new SettingRefused(
      'BASE_URL',
      'must be an https address (http on loopback only): people sign in there.',
    );
  const prompt = read.OIDC_PROMPT;
  return {
    signIn: {
      issuer: read.OIDC_ISSUER!,
      clientId: read.OIDC_CLIENT_ID!,
      clientSecret: read.OIDC_CLIENT_SECRET!,
      roles: read.OIDC_ROLES!,
      personClaim: read.OIDC_PERSON,
      scopes: read.OIDC_SCOPES,
      ...(prompt !== 'off' && { prompt }),
      refreshMs: read.OIDC_REFRESH_MINUTES * MINUTE_MS,
      redirectUri: `${baseUrl}/sign-in/callback`,
    },
  };
}

function isIssuer(text: string): boolean {
  if (!isUrl(text)) return false;
  const url = new URL(text);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url));
  return isSafe && url.search === '' && url.hash === '';
}

function rolesIn(text: Text): readonly RoleRow[] | undefined {
  if (text === undefined) return undefined;
  const rows = parsed(text);
  if (!Array.isArray(rows) || rows.length === 0) throw new Unfit('must be a JSON list of rows.');
  return rows.map((row, at) => {
    const holder = isObject(row) ? holderOf(row) : undefined;
    const { claim, value } = isObject(row) ? row : {};
    if (!holder || !isName(claim) || !isName(value))
      throw new Unfit(
        `row ${at + 1} must have claim, value, and either client and scopes (${SCOPES.join(', ')}) or role (operator, operator-read-only).`,
      );
    return { claim, value, holder };
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

const MEMBERS = { client: 'claim client scopes value', role: 'claim role value' };

function holderOf(row: Readonly<Record<string, unknown>>): PersonHolder | undefined {
  const members = Object.keys(row).sort().join(' ');
  const { client, role, scopes } = row;
  if (members === MEMBERS.role)
    return role === 'operator' || role === 'operator-read-only' ? { kind: role } : undefined;
  if (members !== MEMBERS.client || typeof client !== 'string' || !CLIENT_ID.test(client)) return undefined;
  const known = Array.isArray(scopes) ? SCOPES.filter((scope) => scopes.includes(scope)) : [];
  const isWhole = Array.isArray(scopes) && scopes.every((scope) => SCOPES.includes(scope as Scope));
  return known.length > 0 && isWhole ? { kind: 'client', client, scopes: known } : undefined;
}
