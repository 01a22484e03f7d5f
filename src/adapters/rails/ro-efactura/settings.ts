import { railSettings } from '../../../ports/rail/rail-settings.ts';
import { setting, webAddress } from '../../../ports/settings.ts';

export interface RomanianSettings {
  /** ANAF's system, up to `rest`. */
  readonly anafUrl: string;
  /** Its log-in, up to `v1`. */
  readonly oauthUrl: string;
}

const PRODUCTION: RomanianSettings = {
  anafUrl: 'https://api.anaf.ro/prod/FCTEL/rest',
  oauthUrl: 'https://logincert.anaf.ro/anaf-oauth2/v1',
};

const table = {
  ANAF_URL: setting({
    name: 'ANAF_URL',
    default: `\`${PRODUCTION.anafUrl}\`; in the sandbox the simulator's`,
    takes: 'http or https address',
    meaning: "ANAF's system, up to `rest`; `https://api.anaf.ro/test/FCTEL/rest` is its test system.",
    read: webAddress,
  }),
  ANAF_OAUTH_URL: setting({
    name: 'ANAF_OAUTH_URL',
    default: `\`${PRODUCTION.oauthUrl}\`; in the sandbox the simulator's`,
    takes: 'http or https address',
    meaning: "ANAF's log-in, up to `v1`.",
    read: webAddress,
  }),
};

const simulate = (simulator: string): RomanianSettings => ({
  anafUrl: `${simulator}/anaf/test/FCTEL/rest`,
  oauthUrl: `${simulator}/anaf/anaf-oauth2/v1`,
});

export const RAIL_SETTINGS = railSettings({
  table,
  read: ({ ANAF_URL, ANAF_OAUTH_URL }, { environment, simulator }): RomanianSettings => {
    const usual = environment === 'sandbox' ? simulate(simulator) : PRODUCTION;
    return { anafUrl: ANAF_URL ?? usual.anafUrl, oauthUrl: ANAF_OAUTH_URL ?? usual.oauthUrl };
  },
  builtIn: (token) => ({
    kind: 'anaf-oauth',
    value: JSON.stringify({ client_id: 'sandbox', client_secret: 'sandbox', refresh_token: token }),
  }),
});
