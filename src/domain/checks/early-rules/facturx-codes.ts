import { LAYER_SOURCES } from 'en16931-rules/layers/layer-selection.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { lackingCodes } from './lacking-codes.ts';
import { CODES_THAT_FACTURX_LACKS } from './written/facturx-codes.ts';

/** Factur-X 1.09.2 has lists of its own. The ids are those of its level EN 16931, the only one that is built. */
export const FACTURX_CODES = lackingCodes(
  {
    source: LAYER_SOURCES.facturx,
    title: say('checks.list-of-facturx-lacks-this-code'),
    fix: say('checks.use-code-of-list-of-facturx-or-another-format'),
  },
  CODES_THAT_FACTURX_LACKS,
  [
    { id: 'FX-SCH-A-000567', terms: ['BT-46-1'], list: 'icd' },
    { id: 'FX-SCH-A-000568', terms: ['BT-55'], list: 'iso-3166-country' },
    { id: 'FX-SCH-A-000571', terms: ['BT-49-1'], list: 'eas' },
    { id: 'FX-SCH-A-000573', terms: ['BT-69'], list: 'iso-3166-country' },
    { id: 'FX-SCH-A-000579', terms: ['BT-29-1'], list: 'icd' },
    { id: 'FX-SCH-A-000580', terms: ['BT-40'], list: 'iso-3166-country' },
    { id: 'FX-SCH-A-000582', terms: ['BT-34-1'], list: 'eas' },
    { id: 'FX-SCH-A-000585', terms: ['BT-71-1'], list: 'icd' },
    { id: 'FX-SCH-A-000586', terms: ['BT-80'], list: 'iso-3166-country' },
    { id: 'FX-SCH-A-000595', terms: ['BT-5'], list: 'iso-4217-currency' },
    { id: 'FX-SCH-A-000597', terms: ['BT-60-1'], list: 'icd' },
    { id: 'FX-SCH-A-000610', terms: ['BT-6'], list: 'iso-4217-currency' },
    { id: 'FX-SCH-A-000628', terms: ['BT-159'], list: 'iso-3166-country' },
  ],
);
