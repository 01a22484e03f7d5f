import { createHash, randomUUID } from 'node:crypto';
import { AccessTokens, basicCredentials } from '../access-tokens.ts';
import { htmlPage } from '../faults.ts';
import { type Answer, type Call, type Endpoint, json } from '../network.ts';
import type { State } from '../state.ts';
import { isRegistrable } from './check-digits.ts';
import { ROUTE } from './limits.ts';

const ACCESS_SECONDS = 7_776_000;
const SHORT_ACCESS_SECONDS = 3;
const CODE_MS = 60_000;
const BASE = '/anaf-oauth2/v1';

/** The companies that a token may act for: every valid number, or these. */
type Rights = 'all' | readonly string[];

/** The form of `descarcare` for a person (OCA/l10n-romania, recorded answers): that of the test system, or another. */
const SHAPES = {
  DETACHED: 'detached',
  BADDIGEST: 'wrong digest',
  BADSIGNATURE: 'garbled',
  SIGNATUREFIRST: 'signature first',
  NOSIGNATURE: 'no signature',
} as const;
export type Shape = 'enveloped' | (typeof SHAPES)[keyof typeof SHAPES];

/** The person behind a token. */
export interface Bearer {
  readonly person: string;
  readonly rights: Rights;
  readonly shape: Shape;
  /** Refuses what ANAF's description only warns about: flags and paths that do not fit the file. */
  readonly isStrict: boolean;
  /** Rows of buyers' messages name both directions. */
  readonly hasBothTips: boolean;
}

interface Code {
  readonly redirectUri: string;
  readonly dueAt: number;
}

/**
 * ANAF's OAuth. Any text is a refresh token. Parts of it set its behaviour: `-CIF-123-456` (rights for those only), `-NOCIF`,
 * `-ROTATING` (each use gives a new one, and the old one becomes invalid), `-SHORT` (access for three seconds), `-HTML` (a
 * page, the first time), `-STRICT` (flags must fit the file), `-BOTHTIPS` (buyers' messages are listed under one `tip`), the form of signed answers (`-DETACHED`, `-BADDIGEST`,
 * `-BADSIGNATURE`, `-SIGNATUREFIRST`, `-NOSIGNATURE`), `-REFUSED` at its end.
 */
export class Authorization {
  private readonly tokens: AccessTokens;

  constructor(private readonly state: State) {
    this.tokens = new AccessTokens(state, ROUTE);
  }

  get endpoints(): readonly Endpoint[] {
    return [
      { method: 'GET', path: `${BASE}/authorize`, answer: (call) => this.authorize(call) },
      { method: 'POST', path: `${BASE}/token`, answer: (call) => this.token(call) },
      { method: 'POST', path: `${BASE}/revoke`, answer: (call) => this.revoke(call) },
    ];
  }

  /** @returns undefined for a token of another network, an expired or a revoked one. */
  async bearer(call: Pick<Call, 'headers'>): Promise<Bearer | undefined> {
    const payload = await this.tokens.read(call);
    if (!payload || this.state.findKept(ROUTE, 'revoked', String(payload.sub))) return undefined;
    const { sub, cifs, shape, strict, bothTips } = payload as Readonly<Record<string, unknown>>;
    return {
      person: String(sub),
      rights: cifs as Rights,
      shape: shape as Shape,
      isStrict: strict === true,
      hasBothTips: bothTips === true,
    };
  }

  /** A person would choose a certificate here. */
  private authorize({ query }: Call): Answer {
    const [redirectUri, state] = [query.get('redirect_uri'), query.get('state')];
    if (query.get('response_type') !== 'code' || !redirectUri || !URL.canParse(redirectUri))
      return oauthError(400, 'invalid_request');
    const code = randomUUID();
    this.state.keep(ROUTE, 'code', code, { redirectUri, dueAt: Date.now() + CODE_MS } satisfies Code);
    const target = new URL(redirectUri);
    target.searchParams.set('code', code);
    if (state !== null) target.searchParams.set('state', state);
    return { status: 302, headers: { Location: target.href } };
  }

  private token(call: Call): Answer | Promise<Answer> {
    const secret = secretIn(call);
    if (secret === undefined || secret.endsWith('-REFUSED')) return oauthError(401, 'invalid_client');
    const form = new URLSearchParams(call.body.toString());
    switch (form.get('grant_type')) {
      case 'refresh_token':
        return this.refresh(form.get('refresh_token') ?? '');
      case 'authorization_code':
        return this.exchange(form.get('code') ?? '', form.get('redirect_uri'));
      default:
        return oauthError(400, 'unsupported_grant_type');
    }
  }

  private exchange(code: string, redirectUri: string | null): Answer | Promise<Answer> {
    const known = this.state.findKept<Code>(ROUTE, 'code', code);
    if (!known || known.dueAt < Date.now() || known.redirectUri !== redirectUri)
      return oauthError(400, 'invalid_grant');
    this.state.keep(ROUTE, 'code', code, { ...known, dueAt: 0 } satisfies Code);
    const refreshToken = `sandbox-${randomUUID()}`;
    return this.grant(refreshToken, refreshToken);
  }

  private refresh(token: string): Answer | Promise<Answer> {
    const [root = ''] = token.split('#');
    if (root === '' || root.endsWith('-REFUSED') || this.state.findKept(ROUTE, 'revoked', personOf(root)))
      return oauthError(400, 'invalid_grant');
    if (has(root, 'HTML') && this.state.count(ROUTE, `html ${root}`) === 1) return htmlPage(200);
    if (!has(root, 'ROTATING')) return this.grant(root, token);
    return this.state.transaction(() => {
      const current = this.state.findKept<string>(ROUTE, 'refresh', root) ?? root;
      if (token !== current) return oauthError(400, 'invalid_grant');
      const next = `${root}#${randomUUID()}`;
      this.state.keep(ROUTE, 'refresh', root, next);
      return this.grant(root, next);
    });
  }

  private async grant(root: string, refreshToken?: string): Promise<Answer> {
    const seconds = has(root, 'SHORT') ? SHORT_ACCESS_SECONDS : ACCESS_SECONDS;
    const access = await this.tokens.issue(personOf(root), seconds, {
      cifs: rightsOf(root),
      shape: shapeOf(root),
      strict: has(root, 'STRICT'),
      bothTips: has(root, 'BOTHTIPS'),
    });
    return json(200, {
      access_token: access,
      token_type: 'Bearer',
      expires_in: seconds,
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    });
  }

  private async revoke(call: Call): Promise<Answer> {
    if (secretIn(call) === undefined) return oauthError(401, 'invalid_client');
    const token = new URLSearchParams(call.body.toString()).get('token') ?? '';
    const bearer = await this.bearer({ headers: { authorization: `Bearer ${token}` } });
    this.state.keep(ROUTE, 'revoked', bearer?.person ?? personOf(token.split('#')[0] ?? ''), true);
    return json(200, {});
  }
}

/** Whether a token may act for a company. */
export const mayActFor = ({ rights }: Bearer, cif: string): boolean =>
  rights === 'all' ? isRegistrable(cif) : rights.includes(cif);

const has = (token: string, word: string): boolean => new RegExp(`-${word}(?![A-Z])`).test(token);

function rightsOf(token: string): Rights {
  if (has(token, 'NOCIF')) return [];
  const named = /-CIF((?:-\d+)+)/.exec(token)?.[1];
  return named === undefined ? 'all' : named.slice(1).split('-');
}

const shapeOf = (token: string): Shape =>
  Object.entries(SHAPES).find(([word]) => has(token, word))?.[1] ?? 'enveloped';

const personOf = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 16);

/** By Basic, or in the form, as efactura-sdk does it (RFC 6749, 2.3.1). */
function secretIn(call: Call): string | undefined {
  const { id, secret } = basicCredentials(call) ?? {};
  // RFC 6749, 2.3.1: both are form-encoded first.
  if (id && secret) return new URLSearchParams(`secret=${secret}`).get('secret') ?? undefined;
  const form = new URLSearchParams(call.body.toString());
  return form.get('client_id') ? form.get('client_secret') || undefined : undefined;
}

const oauthError = (status: number, error: string): Answer =>
  json(status, { error, error_description: 'The sandbox was asked to say so.' });
