import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from 'en16931-rules/packs/hash.ts';
import { readDescription } from 'en16931-rules/packs/description.ts';
import { bringPack } from 'en16931-rules/packs/install/bring.ts';
import { copyPreparedPacks } from '../support/prepared-packs.ts';

const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';

/** A change of each kind: a text, a condition with its text, a severity, a rule that goes and one that comes. */
const EDITS = [
  [
    'Name the process; urn:fdc:peppol.eu:2017:poacc:billing:01:1.0 is the usual one.',
    'Name the process; urn:fdc:peppol.eu:2017:poacc:billing:01:1.0 is the only one from this release on.',
  ],
  [
    'xs:decimal(cac:Price/cbc:BaseQuantity) gt 0">The quantity that a price is for (BT-149) is zero or negative.',
    'xs:decimal(cac:Price/cbc:BaseQuantity) ge 0.0001">The quantity that a price is for (BT-149) is below 0.0001.',
  ],
  ['id="PEPPOL-EN16931-R053" flag="fatal"', 'id="PEPPOL-EN16931-R053" flag="warning"'],
  [
    '<assert id="PEPPOL-EN16931-R054"',
    '<assert id="PEPPOL-EN16931-R056" flag="fatal" test="exists(cac:PaymentTerms/cbc:Note)">The payment terms (BT-20) are missing.</assert><assert id="PEPPOL-EN16931-R054"',
  ],
  [/<rule context="cac:PaymentMeans\[[^\]]*'49'.*?<\/rule>/s, ''],
] as const;

/**
 * Puts the packs that a start prepares into a folder, and a release of Peppol's rules that begins on a later day.
 * @param since its first day.
 */
export async function installComingPack(rulesDir: string, since: string): Promise<void> {
  copyPreparedPacks(rulesDir);
  const folder = readdirSync(rulesDir).find((name) => name.startsWith('peppol-2026.5.'))!;
  let rules = readFileSync(join(rulesDir, folder, 'source/ubl.sch'), 'utf8');
  for (const [old, fresh] of EDITS) rules = rules.replace(old, fresh);
  const pack = {
    id: 'peppol',
    version: '2026.11',
    title: 'A coming release',
    source: 'a test',
    licence: 'Apache-2.0',
    valid_from: since,
    valid_until: null,
    files: [
      {
        path: 'ubl.sch',
        role: 'schematron',
        entry: true,
        sha256: sha256(rules),
        layer: 'peppol',
        syntax: ['ubl-invoice', 'ubl-creditnote'],
        customization: [BILLING],
      },
    ],
  };
  await bringPack(
    rulesDir,
    {
      pack: readDescription(pack, 'official', 'pack.json'),
      files: () => new Map([['ubl.sch', new TextEncoder().encode(rules)]]),
    },
    { engines: ['compiled'], report: () => {} },
  );
}
