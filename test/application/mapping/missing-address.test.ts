import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { canonicalSteps } from '../../../src/application/checking/canonical-steps.ts';
import { findingsAtOnce } from '../../../src/application/checking/own-layers.ts';
import { canonicalSource, readingOf } from '../../../src/application/checking/subject.ts';
import { readJson } from '../../../src/domain/json/read-json.ts';
import { defaultFormat } from '../../../src/domain/routes/formats.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { exportNamed } from '../../support/exports.ts';
import { MAPPINGS } from '../../support/mappings.ts';

const STEPS = canonicalSteps({ documents: DOCUMENTS, log: { error: () => undefined } });

describe('an export of Business Central over PEPPOL', () => {
  it('is refused with the members that state the addresses of buyer and seller', async () => {
    const chosen = MAPPINGS.choose('erp-a', undefined);
    const { customer: _customer, ...withoutVatId } = exportNamed('erp-a-invoice') as Record<string, unknown>;
    const exported = readJson(JSON.stringify(withoutVatId));
    assert.ok(chosen.ok && exported.ok);
    const { mapping } = chosen;
    const { endpoint: _endpoint, ...seller } = mapping.example.seller as Record<string, unknown>;
    const settings = { ...mapping.example, seller };
    const reading = readingOf(exported.value, { mapping, settings }, 'PEPPOL');
    const source = canonicalSource({ ...reading, format: defaultFormat('PEPPOL') });
    const { findings } = await findingsAtOnce(STEPS, { route: 'PEPPOL', source });
    const found = (rule: string) =>
      findings.find(({ related = [] }) => related.some(({ code }) => code === rule))!;
    const buyers = found('PEPPOL-EN16931-R010');
    assert.equal(buyers.field, 'billToName');
    assert.match(
      english(buyers.fixHint ?? ''),
      /`document` in place of `connector` and `export`.*`buyer\.endpoint`/,
    );
    assert.equal(found('PEPPOL-EN16931-R020').field, 'connectors.erp-a.seller.endpoint');
  });
});
