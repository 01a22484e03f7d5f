import assert from 'node:assert/strict';
import { leaveTime, until } from '../../support/until.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ParseOption, XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import { STATUSES } from '../../../src/sandbox/fr-pa/statuses.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { brokenRules } from '../broken-rules.ts';
import { aSandbox, jsonOf, posted, type TestSandbox } from '../running.ts';
import { invoice, Platform, SELLER, wordOf } from './platform.ts';

const WAY = ['200', '201', '202', '203'];
const CDAR = join(REFERENCE_DATA, 'routes/data/cdar');

describe('the lifecycle on the French platform of the sandbox', () => {
  let sandbox: TestSandbox;
  let platform: Platform;
  before(async () => {
    sandbox = await aSandbox();
    platform = await Platform.loggedIn(sandbox.url);
  });
  after(() => sandbox.stop());

  for (const [ending, words] of [
    ['', WAY],
    ['-REJECT', ['213 REJ_SEMAN']],
    ['-NOADDR', ['200 NON_TRANSMISE']],
    ['-ROUTE', ['200', '221 ROUTAGE_ERR']],
    ['-ACCEPT', [...WAY, '204', '205']],
    ['-REFUSE', [...WAY, '210 TX_TVA_ERR']],
    ['-DISPUTE', [...WAY, '204', '207 TX_TVA_ERR']],
    ['-PARTIAL', [...WAY, '204', '206 QTE_ERR']],
    ['-SUSPEND', [...WAY, '204', '208 JUSTIF_ABS']],
    ['-PAID', [...WAY, '204', '205', '211', '212']],
  ] as const)
    it(`${ending || 'no ending'} leads to ${words.join(', ')}`, async () => {
      const number = `L-1${ending}`;
      await platform.acknowledged(await platform.taken(number));
      const isComplete = async () => (await platform.messages(number)).length >= words.length;
      await until(isComplete, `${words.length} messages`);
      await leaveTime(50);
      assert.deepEqual((await platform.messages(number)).map(wordOf), words);
    });

  for (const [ending, reason] of [
    ['-DUPLICATE', 'AlreadyExistingFlow'],
    ['-ACKERR', 'InvalidSchema'],
    ['-VIRUS', 'VirusFound'],
  ] as const)
    it(`${ending} is acknowledged as ${reason}, and nothing follows`, async () => {
      const number = `L-2${ending}`;
      const { acknowledgement } = await platform.acknowledged(await platform.taken(number));
      assert.equal(acknowledgement.details?.[0]?.reasonCode, reason);
      assert.deepEqual(await platform.messages(number), []);
    });

  for (const [ending, first, second, held] of [
    ['-TIMEOUT', 'nothing', 'AlreadyExistingFlow', 1],
    ['-LOST', 500, 'AlreadyExistingFlow', 1],
    ['-5XX', 503, 503, 0],
    ['-5XX-ONCE', 503, 'Ok', 1],
    ['-LIMIT', 429, 'Ok', 1],
    ['-HTML', 200, 'Ok', 1],
  ] as const)
    it(`plays ${ending}`, async () => {
      const number = `L-3${ending}`;
      const outcome = async (): Promise<unknown> => {
        const answer = await platform.submit(invoice(number)).catch(() => undefined);
        if (answer?.status !== 202) return answer?.status ?? 'nothing';
        const { flowId } = (await answer.json()) as { flowId: string };
        const { acknowledgement } = await platform.acknowledged(flowId);
        return acknowledgement.details?.[0]?.reasonCode ?? acknowledgement.status;
      };
      assert.deepEqual([await outcome(), await outcome()], [first, second]);
      const { data } = await jsonOf(`${sandbox.url}/control/documents?route=FR-PA`);
      assert.equal((data as { number: string }[]).filter((each) => each.number === number).length, held);
    });

  it('sends one status on request, also about an invoice that was never sent', async () => {
    const give = (number: string): Promise<Record<string, unknown>> =>
      jsonOf(
        `${sandbox.url}/control/answers`,
        posted({ route: 'FR-PA', invoice_number: number, code: '210' }),
      );
    await platform.acknowledged(await platform.taken('L-4'));
    assert.equal((await give('L-4'))['known'], true);
    assert.equal((await give('L-5'))['known'], false);
    assert.deepEqual((await platform.messages('L-5')).map(wordOf), ['210 TX_TVA_ERR']);
  });

  it('reports the requested amount of a payment', async () => {
    const pay = (amount: unknown) =>
      fetch(
        `${sandbox.url}/control/answers`,
        posted({ route: 'FR-PA', invoice_number: 'L-6', code: '212', amount }),
      );
    assert.equal((await pay('60.00')).status, 200);
    assert.deepEqual([(await pay('viel')).status, (await pay(60)).status], [400, 400]);
    const [message = ''] = await platform.messages('L-6');
    assert.match(message, /<ram:ValueAmount currencyID="EUR">60.00</);
  });

  const statusOf = (number: string, code: string, collected = ''): string =>
    `<rsm:CrossDomainAcknowledgementAndResponse xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"><rsm:AcknowledgementDocument><ram:ReferenceReferencedDocument><ram:IssuerAssignedID>${number}</ram:IssuerAssignedID><ram:ProcessConditionCode>${code}</ram:ProcessConditionCode><ram:IssuerTradeParty><ram:GlobalID>${SELLER}</ram:GlobalID></ram:IssuerTradeParty>${collected}</ram:ReferenceReferencedDocument></rsm:AcknowledgementDocument></rsm:CrossDomainAcknowledgementAndResponse>`;
  const collected =
    '<ram:SpecifiedDocumentStatus><ram:SpecifiedDocumentCharacteristic><ram:TypeCode>MEN</ram:TypeCode><ram:ValueAmount>120</ram:ValueAmount><ram:ValuePercent>20</ram:ValuePercent></ram:SpecifiedDocumentCharacteristic></ram:SpecifiedDocumentStatus>';

  for (const [title, message, outcome] of [
    ['status that the invoice is completed', statusOf('L-6', '209'), 'Ok'],
    ['collected amount', statusOf('L-6', '212', collected), 'Ok'],
    ['collection without an amount', statusOf('L-6', '212'), 'InvoiceLCAmountError'],
    ['use of a status of buyers', statusOf('L-6', '205'), 'InvoiceLCStatusError'],
    ["status of another client's invoice", statusOf('L-7', '209'), 'InvoiceLCAccessDenied'],
  ] as const)
    it(`accepts or refuses the seller's ${title}: ${outcome}`, async () => {
      await platform.submit(invoice('L-6'));
      const answer = await platform.submit(message, { flowSyntax: 'CDAR' });
      const { flowId } = (await answer.json()) as { flowId: string };
      const { acknowledgement } = await platform.acknowledged(flowId);
      assert.equal(acknowledgement.details?.[0]?.reasonCode ?? acknowledgement.status, outcome);
    });

  describeByReference('compared with the published schema and rules', () => {
    /** The status after the intake, and the requested one. */
    const messagesOf = async (code: string): Promise<readonly string[]> => {
      const number = `L-8-${code}-NOADDR`;
      const client = await Platform.loggedIn(sandbox.url, `reader-of-${code}`);
      await client.acknowledged(await client.taken(number));
      await jsonOf(
        `${sandbox.url}/control/answers`,
        posted({ route: 'FR-PA', invoice_number: number, code }),
      );
      return client.messages(number);
    };

    for (const { code } of STATUSES)
      it(`writes ${code} according to schema and rules`, async () => {
        const messages = await messagesOf(code);
        for (const message of messages) {
          schema().validate(message);
          assert.deepEqual(rules()(message), []);
        }
        assert.equal(messages.length, 2);
      });

    it('does not write a refusal without its reason', async () => {
      const [, refusal = ''] = await messagesOf('210');
      const without = refusal.replace(/<ram:SpecifiedDocumentStatus>.*<\/ram:SpecifiedDocumentStatus>/s, '');
      assert.deepEqual(rules()(without), ['BR-FR-CDV-15_MDT-113']);
      assert.throws(() =>
        schema().validate(without.replace('<ram:StatusCode>', '<ram:Nothing/><ram:StatusCode>')),
      );
    });
  });
});

const rules = once(() => {
  const rules = readFileSync(join(CDAR, 'BR-FR-CDV-Schematron-CDAR.sch'));
  return brokenRules(new Map([['entry.sch', rules]]));
});

const schema = once(() => {
  xmlRegisterFsInputProviders();
  const option = ParseOption.XML_PARSE_NONET;
  const url = join(CDAR, 'xsd/CrossDomainAcknowledgementAndResponse_100pD22B.xsd');
  const validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(url), { url, option }));
  return {
    validate(xml: string): void {
      const document = XmlDocument.fromString(xml);
      validator.validate(document);
      document.dispose();
    },
  };
});

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
