import { railSettings } from '../../../ports/rail/rail-settings.ts';
import { setting, webAddress } from '../../../ports/settings.ts';
import type { DialectName } from './access-point.ts';

export interface PeppolSettings {
  /** For the sandbox: the address of every access point that speaks a dialect. It goes before the credential's. */
  readonly accessPoints?: Readonly<Record<DialectName, string>>;
  /** For the sandbox: the address of every SMP. */
  readonly smp?: string;
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
    const at = (path: string): string => own ?? `${simulator}/peppol/${path}`;
    return {
      smp: `${simulator}/peppol/phoss-smp`,
      accessPoints: {
        'phoss-ap': at('phoss-ap'),
        recommand: at('recommand/api/v1'),
        'e-invoice-be': at('e-invoice-be'),
        storecove: at('storecove/api/v2'),
        phase4: at('ap'),
      },
    };
  },
  builtIn: (token, { accessPoints, smp }) => ({
    kind: 'access-point',
    value: JSON.stringify({
      base_url: accessPoints?.['phoss-ap'],
      token,
      sender_participant_id: '9915:ids-sandbox',
      smp_url: smp,
      smp_token: token,
      smp_endpoint: 'https://ap.sandbox.invalid/as4',
      smp_certificate: 'MIIB',
    }),
  }),
});
