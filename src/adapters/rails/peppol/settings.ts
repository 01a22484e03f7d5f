import { railSettings } from '../../../ports/rail-settings.ts';
import { setting, webAddress } from '../../../ports/settings.ts';
import type { AccessPoint } from './access-point.ts';

export interface PeppolSettings {
  /** Of the sandbox: where every access point is that speaks a dialect, whatever a credential says. */
  readonly accessPoints?: Readonly<Record<AccessPoint['dialect'], string>>;
}

const table = {
  ACCESS_POINT_URL: setting({
    name: 'ACCESS_POINT_URL',
    default: "the simulator's",
    takes: 'http or https address',
    meaning: 'Access point that every client uses in the sandbox, for instance that of a test system.',
    sandboxOnly: true,
    read: webAddress,
  }),
};

export const RAIL_SETTINGS = railSettings({
  table,
  read: ({ ACCESS_POINT_URL: own }, { environment, simulator }): PeppolSettings => {
    if (environment === 'production') return {};
    const phase4 = own ?? `${simulator}/peppol/ap`;
    return { accessPoints: { phase4, 'phoss-ap': own ?? `${simulator}/peppol/phoss-ap` } };
  },
  builtIn: (token, { accessPoints }) => ({
    kind: 'access-point',
    value: JSON.stringify({
      base_url: accessPoints?.phase4,
      token,
      sender_participant_id: '9915:ids-sandbox',
    }),
  }),
});
