import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ParseOption, XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import { writeCdar } from '../../../../src/adapters/rails/fr-pa/write-cdar.ts';
import { FRENCH_STATUSES } from '../../../../src/domain/routes/fr-pa/statuses.ts';
import { FRENCH } from '../../../application/statuses/world.ts';
import { brokenRules } from '../../../sandbox/broken-rules.ts';
import { describeByReference, REFERENCE_DATA } from '../../../support/reference-data.ts';

const CDAR = join(REFERENCE_DATA, 'routes/data/cdar');
const FACTS = { syntax: 'ubl-invoice', specification: null, number: 'F-1', issueDate: '2026-03-01' } as const;
const AMOUNTS = [
  { amount: '100.00', vatRate: '20.00' },
  { amount: '-10.50', vatRate: '5.5' },
];

describeByReference('a status message for a French platform', () => {
  let rules: (xml: string) => readonly string[];
  let schema: XsdValidator;
  before(() => {
    rules = brokenRules(new Map([['entry.sch', readFileSync(join(CDAR, 'BR-FR-CDV-Schematron-CDAR.sch'))]]));
    xmlRegisterFsInputProviders();
    const url = join(CDAR, 'xsd/CrossDomainAcknowledgementAndResponse_100pD22B.xsd');
    const option = ParseOption.XML_PARSE_NONET;
    schema = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(url), { url, option }));
  });

  for (const by of ['seller', 'buyer'] as const)
    for (const { code, reasons, takesAmounts } of FRENCH_STATUSES[by])
      for (const reason of reasons ?? [undefined])
        it(`meets schema and rules: ${code} ${reason ?? ''}`, () => {
          const bytes = writeCdar({
            ...{ code, by, facts: FACTS, addressing: FRENCH, at: new Date('2026-03-02T09:00:00.000Z') },
            ...(reason !== undefined && { reasonCode: reason, note: 'Why & <how>' }),
            ...(takesAmounts && { amounts: AMOUNTS }),
          });
          const xml = new TextDecoder().decode(bytes);
          const document = XmlDocument.fromString(xml);
          schema.validate(document);
          document.dispose();
          assert.deepEqual(rules(xml), []);
        });

  it('breaks the rules if its reason belongs to another status', () => {
    const bytes = writeCdar({
      ...{ code: '210', by: 'buyer', facts: FACTS, addressing: FRENCH, at: new Date() },
      reasonCode: 'QTE_ERR',
    });
    assert.notDeepEqual(rules(new TextDecoder().decode(bytes)), []);
  });
});
