import { railSettings } from '../../../../../src/ports/rail/rail-settings.ts';
import { setting, webAddress } from '../../../../../src/ports/settings.ts';

export interface TestSettings {
  readonly url: string;
}

const table = {
  XX_TEST_URL: setting({
    name: 'XX_TEST_URL',
    default: "the simulator's",
    takes: 'http or https address',
    meaning: 'Where the test network is.',
    read: webAddress,
  }),
};

export const RAIL_SETTINGS = railSettings({
  table,
  read: ({ XX_TEST_URL: own }, { simulator }): TestSettings => ({ url: own ?? `${simulator}/xx-test` }),
  builtIn: (token) => ({ kind: 'xx-key', value: token }),
});
