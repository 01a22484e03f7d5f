/** A platform to which a firm connects by consent, with its addresses. */
export interface Provider {
  /** For people. */
  readonly name: string;
  /** RFC 9207: an answer that names an issuer has to name this one. */
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly revoke: string;
  /** Whose the token is: `number` and `env`. */
  readonly company: string;
  /** How far the platform has verified the firm; it answers also while `company` is closed (403). */
  readonly session: string;
  /** After which it forgets a refresh token that was not used. */
  readonly lifeDays: number;
  /** What the platform takes in the address beside RFC 6749, section 4.1.1. */
  readonly prefilled: (company: string, isSandbox: boolean) => Readonly<Record<string, string>>;
}

const SUPERPDP = 'https://api.superpdp.tech';

/**
 * Platforms that document the authorization code flow, by the name in a credential. None was called. Super PDP: its documentation, page 4
 * (addresses, no scopes, rotation, revocation by RFC 7009, 30 minutes, one year after each use) as public clients of it quote it; Dolibarr
 * einvoicing `SuperPDPProvider` and Akretion's `fr_einvoicing_onboarding` (members of the address, sandbox and `fr_siren`).
 */
export const PROVIDERS: Readonly<Record<string, Provider>> = {
  superpdp: {
    name: 'Super PDP',
    issuer: SUPERPDP,
    authorize: `${SUPERPDP}/oauth2/authorize`,
    token: `${SUPERPDP}/oauth2/token`,
    revoke: `${SUPERPDP}/oauth2/revoke`,
    company: `${SUPERPDP}/v1.beta/companies/me`,
    session: `${SUPERPDP}/v1.beta/oauth2_sessions/me`,
    lifeDays: 365,
    prefilled: (company, isSandbox) => ({
      superpdp_company_number: company,
      superpdp_company_number_scheme: isSandbox ? 'sandbox' : 'fr_siren',
    }),
  },
};

/** At the simulator each platform has these paths. */
export const simulated = (provider: Provider, url: string): Provider => ({
  ...provider,
  issuer: url,
  authorize: `${url}/oauth/authorize`,
  token: `${url}/oauth/token`,
  revoke: `${url}/oauth/revoke`,
  company: `${url}/v1.beta/companies/me`,
  session: `${url}/v1.beta/oauth2_sessions/me`,
});
