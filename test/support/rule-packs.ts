import { sha256 } from 'en16931-rules/packs/hash.ts';
import type { InstalledRules } from '../../src/ports/rule-packs.ts';

/** An entry of a pack for UBL invoices with any BT-24. */
export const aPack = (
  changes: Pick<InstalledRules, 'id' | 'version' | 'layer'> & Partial<InstalledRules>,
): InstalledRules => ({
  origin: 'built-in',
  syntaxes: ['ubl-invoice'],
  customizations: ['*'],
  validFrom: '2026-04-10',
  validUntil: null,
  checksum: sha256(`${changes.id} ${changes.version} ${changes.origin ?? 'built-in'}`),
  ...changes,
});
