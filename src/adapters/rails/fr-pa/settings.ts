import { railSettings } from '../../../ports/rail/rail-settings.ts';
import { setting, type Text, Unfit, webAddress } from '../../../ports/settings.ts';
import type { Application, Applications } from './credential.ts';
import type { NamedPlatform } from './platform.ts';

export interface FrenchSettings {
  readonly applications: Applications;
  /** For the sandbox: the address of every platform. It goes before the credential's. */
  readonly platform?: NamedPlatform;
}

const table = {
  PA_URL: setting({
    name: 'PA_URL',
    default: "the simulator's",
    takes: 'http or https address',
    meaning:
      'French platform that every client uses in the sandbox, up to `flow-service`: for instance that of a test system. Its log-in is where the credential says, else at `oauth/token`.',
    sandboxOnly: true,
    read: webAddress,
  }),
  SUPERPDP_CLIENT_ID: setting({
    name: 'SUPERPDP_CLIENT_ID',
    default: "none; in the sandbox the simulator's",
    takes: 'text',
    meaning:
      'Your application at Super PDP, to which firms connect by consent ([fr-connections.md](routes/fr-connections.md)). `{BASE_URL}/oauth/callback` is its address to return to.',
    read: (text) => text,
  }),
  SUPERPDP_CLIENT_SECRET: setting({
    name: 'SUPERPDP_CLIENT_SECRET',
    default: "none; in the sandbox the simulator's",
    takes: 'text',
    meaning: 'Its secret.',
    secret: true,
    read: (text) => text,
  }),
};

/** Both are there, or neither. */
function applicationOf(clientId: Text, clientSecret: Text): Application | undefined {
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
  if (clientId !== undefined) throw new Unfit('needs SUPERPDP_CLIENT_SECRET, too.', 'SUPERPDP_CLIENT_ID');
  if (clientSecret !== undefined) throw new Unfit('needs SUPERPDP_CLIENT_ID, too.', 'SUPERPDP_CLIENT_SECRET');
  return undefined;
}

/** The simulator knows any application. */
const SIMULATED: Application = { clientId: 'sandbox-application', clientSecret: 'sandbox' };

export const RAIL_SETTINGS = railSettings({
  table,
  read: (
    { PA_URL: own, SUPERPDP_CLIENT_ID: id, SUPERPDP_CLIENT_SECRET: secret },
    { environment, simulator },
  ): FrenchSettings => {
    const application = applicationOf(id, secret);
    if (environment === 'production')
      return { applications: { ...(application && { superpdp: application }) } };
    const platform = { url: own ?? `${simulator}/fr-pa`, isSimulator: own === undefined };
    const usual = platform.isSimulator ? (application ?? SIMULATED) : application;
    return { platform, applications: { ...(usual && { superpdp: usual }) } };
  },
  builtIn: (token, { platform }) => ({
    kind: 'pa-oauth',
    value: JSON.stringify({
      base_url: platform?.url,
      client_id: token,
      client_secret: 'sandbox',
      report_sender: { id: '9999', name: 'Sandbox' },
    }),
  }),
});
