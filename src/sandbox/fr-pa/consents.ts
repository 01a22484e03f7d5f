import { createHash, randomBytes } from 'node:crypto';
import { type Answer, type Call, json } from '../network.ts';
import type { State } from '../state.ts';
import { ROUTE } from './platform.ts';

/** What the browser was sent with. */
interface Asked {
  readonly company: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
}

/** The firm of an account, by the first refresh token. */
interface Firm {
  readonly number: string;
  readonly status: 'verified' | 'needs_review';
}

const text = (value: string | null): string => value ?? '';

/**
 * The consent of firms: each one consents at once (RFC 6749, 4.1; RFC 7636). A company whose number ends `403` declines, one that ends `409`
 * logs in as another one, one that ends `202` is not verified yet.
 */
export class Consents {
  constructor(private readonly state: State) {}

  authorize({ query }: Call): Answer {
    const redirectUri = text(query.get('redirect_uri'));
    const [clientId, challenge] = [text(query.get('client_id')), text(query.get('code_challenge'))];
    const company = text(query.get('superpdp_company_number'));
    if (clientId === '') return json(401, { error: 'invalid_client' });
    const isWhole = query.get('response_type') === 'code' && query.get('code_challenge_method') === 'S256';
    if (!isWhole || challenge === '' || text(query.get('state')).length < 8 || !URL.canParse(redirectUri))
      return json(400, { error: 'invalid_request' });
    if (query.get('superpdp_company_number_scheme') !== 'sandbox' || !/^\d{9}$/.test(company))
      return json(400, {
        error: 'invalid_request',
        error_description: 'number and scheme of a sandbox company',
      });
    const back = new URL(redirectUri);
    back.searchParams.set('state', text(query.get('state')));
    if (company.endsWith('403')) back.searchParams.set('error', 'access_denied');
    else back.searchParams.set('code', this.codeFor({ company, clientId, redirectUri, challenge }));
    return { status: 302, headers: { Location: back.href } };
  }

  private codeFor(request: Asked): string {
    const code = randomBytes(24).toString('base64url');
    this.state.keep(ROUTE, 'code', code, request);
    return code;
  }

  /** @returns the first refresh token; undefined for a code that is used, of another, or whose verifier is wrong. */
  exchange(form: URLSearchParams, clientId: string): string | undefined {
    const code = text(form.get('code'));
    const request = this.state.transaction(() => {
      const one = this.state.findKept<Asked>(ROUTE, 'code', code);
      this.state.unkeep(ROUTE, 'code', code);
      return one;
    });
    const challenge = createHash('sha256')
      .update(text(form.get('code_verifier')))
      .digest('base64url');
    if (request?.challenge !== challenge || request.clientId !== clientId) return undefined;
    if (request.redirectUri !== form.get('redirect_uri')) return undefined;
    const token = `consent-${randomBytes(16).toString('hex')}`;
    const firm: Firm = {
      number: request.company.endsWith('409') ? '000000001' : request.company,
      status: request.company.endsWith('202') ? 'needs_review' : 'verified',
    };
    this.state.keep(ROUTE, 'firm', token, firm);
    return token;
  }

  /** @param account the first refresh token. */
  company(account: string | undefined): Answer {
    const firm = this.firmOf(account);
    if (!firm) return json(401, { http_status_code: 401 });
    if (firm.status !== 'verified') return json(403, { http_status_code: 403, message: 'not verified' });
    const { number } = firm;
    return json(200, {
      id: 97118,
      env: 'sandbox',
      number,
      number_scheme: 'sandbox',
      formal_name: 'Burger Queen',
    });
  }

  session(account: string | undefined): Answer {
    const firm = this.firmOf(account);
    return firm
      ? json(200, { company_verification_status: firm.status })
      : json(401, { http_status_code: 401 });
  }

  private firmOf(account: string | undefined): Firm | undefined {
    return account === undefined ? undefined : this.state.findKept<Firm>(ROUTE, 'firm', account);
  }
}
