import { railSettings } from '../../../ports/rail/rail-settings.ts';
import { oneOf, setting, type Text, webAddress } from '../../../ports/settings.ts';

export interface PolishSettings {
  /** KSeF's system, up to `v2`. */
  readonly url: string;
  /** The address behind the codes on printed invoices. */
  readonly qrUrl: string;
  /** The service that announces outages; undefined if the system has none. */
  readonly availabilityUrl?: string;
  /** Whether invoices are sent in batches if each would wait long. */
  readonly isBatched: boolean;
}

export const PRODUCTION = {
  url: 'https://api.ksef.mf.gov.pl/v2',
  qrUrl: 'https://qr.ksef.mf.gov.pl',
  availabilityUrl: 'https://api-latarnia.ksef.mf.gov.pl',
};

const table = {
  KSEF_URL: setting({
    name: 'KSEF_URL',
    default: `\`${PRODUCTION.url}\`; in the sandbox the simulator's`,
    takes: 'http or https address',
    meaning: "KSeF's system, up to `v2`; `https://api-test.ksef.mf.gov.pl/v2` is its test system.",
    read: webAddress,
  }),
  KSEF_QR_URL: setting({
    name: 'KSEF_QR_URL',
    default: `\`${PRODUCTION.qrUrl}\`; in the sandbox the simulator's`,
    takes: 'http or https address',
    meaning:
      'Where the codes on printed invoices lead (`verificationLink` in `route.raw`); `https://qr-test.ksef.mf.gov.pl` is that of the test system.',
    read: webAddress,
  }),
  KSEF_AVAILABILITY_URL: setting({
    name: 'KSEF_AVAILABILITY_URL',
    default: `\`${PRODUCTION.availabilityUrl}\`; in the sandbox the simulator's; none if KSEF_URL is given`,
    takes: 'http or https address',
    meaning:
      'The service that announces outages of KSeF (Latarnia): asked when KSeF does not answer, and then invoices wait. That of the test system has announced a dummy for months.',
    read: webAddress,
  }),
  KSEF_BATCH: setting({
    name: 'KSEF_BATCH',
    default: '0',
    takes: '`0`, `1`',
    meaning:
      'Whether invoices that would wait long under the caps of KSeF go there together. Those of one client share a batch session (docs/routes/pl-ksef.md).',
    read: (text: Text) => oneOf(['0', '1'], '0')(text) === '1',
  }),
};

const simulate = (simulator: string) => ({
  url: `${simulator}/ksef/v2`,
  qrUrl: `${simulator}/ksef/qr`,
  availabilityUrl: `${simulator}/ksef/latarnia`,
});

export const RAIL_SETTINGS = railSettings({
  table,
  read: (
    { KSEF_URL, KSEF_QR_URL, KSEF_AVAILABILITY_URL, KSEF_BATCH },
    { environment, simulator },
  ): PolishSettings => {
    const usual = environment === 'sandbox' ? simulate(simulator) : PRODUCTION;
    // An announcement about one system says nothing about another.
    const availabilityUrl =
      KSEF_AVAILABILITY_URL ?? (KSEF_URL === undefined ? usual.availabilityUrl : undefined);
    return {
      url: KSEF_URL ?? usual.url,
      qrUrl: KSEF_QR_URL ?? usual.qrUrl,
      isBatched: KSEF_BATCH,
      ...(availabilityUrl !== undefined && { availabilityUrl }),
    };
  },
  builtIn: (token) => ({ kind: 'ksef-token', value: token }),
});
