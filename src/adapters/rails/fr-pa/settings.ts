import { railSettings } from '../../../ports/rail/rail-settings.ts';
import { setting, webAddress } from '../../../ports/settings.ts';
import type { NamedPlatform } from './platform.ts';

export interface FrenchSettings {
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
};

export const RAIL_SETTINGS = railSettings({
  table,
  read: ({ PA_URL: own }, { environment, simulator }): FrenchSettings =>
    environment === 'production'
      ? {}
      : { platform: { url: own ?? `${simulator}/fr-pa`, isSimulator: own === undefined } },
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
