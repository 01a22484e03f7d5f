import assert from 'node:assert/strict';
import { writeInvoiceResponse } from '../../../../src/domain/documents/invoice-response/invoice-response.ts';
import { brokenRules, RESPONSE_RULES } from '../../../../src/domain/documents/invoice-response/rules.ts';
import { PUBLISHED } from '../../../sandbox/peppol/published-rules.ts';
import { describeByReference } from '../../../support/reference-data.ts';
import { BREAKING, FITTING, RESPONSE } from './cases.ts';

const idsOf = (response: typeof RESPONSE): readonly string[] => brokenRules(response).map(({ rule }) => rule);

describe('an Invoice Response', () => {
  it('that breaks no rule is accepted', () => {
    for (const response of [RESPONSE, ...FITTING]) assert.deepEqual(idsOf(response), []);
  });

  for (const rule of RESPONSE_RULES)
    it(`that breaks ${rule} breaks no other rule`, () => {
      const breaking = BREAKING[rule];
      assert.ok(breaking, 'a case');
      assert.deepEqual(idsOf(breaking), [rule]);
    });

  it('keeps its values with any characters', () => {
    const text = writeInvoiceResponse(RESPONSE);
    assert.match(text, /<cbc:RegistrationName>Buyer &amp; Söhne</);
    assert.match(text, /<cbc:StatusReason>Order &lt;4711&gt; is unknown</);
  });
});

/** The two published parts: `R001` to `R007`. A proof runs all rules and the schema. */
describeByReference('an Invoice Response, by the published rules on T111', () => {
  let judged: (xml: string) => readonly string[];
  before(() => {
    judged = PUBLISHED['invoice-response']();
  });
  const published = (xml: string): readonly string[] => judged(`<?xml version="1.0"?>${xml}`);

  it('breaks no published rule if it breaks no rule of ours', () =>
    assert.deepEqual(published(writeInvoiceResponse(RESPONSE)), []));

  for (const rule of ['PEPPOL-T111-R001', 'PEPPOL-T111-R002', 'PEPPOL-T111-R004'])
    it(`breaks ${rule} if it breaks ours`, () =>
      assert.deepEqual(published(writeInvoiceResponse(BREAKING[rule]!)), [rule]));

  it('never breaks R005, whose test is always true', () =>
    assert.deepEqual(published(writeInvoiceResponse(BREAKING['PEPPOL-T111-R005']!)), []));
});
