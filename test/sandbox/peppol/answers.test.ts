import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ANSWERS } from '../../../src/sandbox/peppol/answers/answer-codes.ts';
import { exampleText } from '../../support/example-file.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { leaveTime, until } from '../../support/until.ts';
import { sendInvoice } from '../calls.ts';
import { aSandbox, jsonOf, posted, type TestSandbox } from '../running.ts';
import { envelope, invoice, TOKEN } from './sending.ts';
import { PUBLISHED } from './published-rules.ts';

interface Given {
  readonly id: string;
  readonly received_at: string;
  readonly document_type: string;
  readonly xml: string;
}

const INVOICE_RESPONSE =
  /^urn:oasis:\S+::ApplicationResponse##urn:fdc:peppol\.eu:poacc:trns:invoice_response:3::2\.1$/;

describe('answers in the sandbox', () => {
  let sandbox: TestSandbox;
  before(async () => (sandbox = await aSandbox({ stepMs: 20 })));
  after(() => sandbox.stop());
  beforeEach(() => jsonOf(`${sandbox.url}/control/reset`, posted({})));

  async function fetched(after?: string, token = TOKEN): Promise<{ given: Given[]; next: string }> {
    const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
    const page = await jsonOf(`${sandbox.url}/peppol/ap/answers${query}`, { headers: token });
    const data = page['data'] as { content_base64: string }[];
    const given = data.map(({ content_base64, ...rest }) => ({
      ...rest,
      xml: Buffer.from(content_base64, 'base64').toString(),
    }));
    return { given: given as unknown as Given[], next: String(page['next']) };
  }
  /** @returns the answers once so many have come; there is a step between two. */
  async function arrived(count: number): Promise<{ given: Given[] }> {
    await until(async () => (await fetched()).given.length >= count, `${count} answers`);
    await leaveTime(60);
    return fetched();
  }
  const give = (code: string, number: string): Promise<Record<string, unknown>> =>
    jsonOf(`${sandbox.url}/control/answers`, posted({ route: 'PEPPOL', invoice_number: number, code }));
  const texts = (xml: string, name: string): string[] =>
    [...xml.matchAll(new RegExp(`<cbc:${name}[^>]*>([^<]*)<`, 'g'))].map(([, value = '']) => value);

  for (const [ending, codes] of [
    ['-ACCEPT', ['AB', 'IP', 'AP']],
    ['-REFUSE', ['AB', 'RE']],
    ['-DISPUTE', ['AB', 'UQ']],
    ['-PARTIAL', ['AB', 'CA']],
    ['-PAID', ['AB', 'AP', 'PD']],
    ['', []],
    ['-SUSPEND', []],
  ] as const)
    it(`${ending || 'no ending'} causes ${codes.join(', ') || 'nothing'}, one step apart`, async () => {
      await sendInvoice(sandbox.url, `A-1${ending}`);
      const { given } = await arrived(codes.length);
      assert.deepEqual(
        given.map(({ xml }) => texts(xml, 'ResponseCode')[0]),
        codes,
      );
      const times = given.map(({ received_at }) => Date.parse(received_at));
      for (const [n, time] of times.entries()) if (n > 0) assert.equal(time - times[n - 1]!, 20);
      for (const { xml, document_type } of given) {
        assert.match(document_type, INVOICE_RESPONSE);
        assert.match(
          xml,
          /<cac:DocumentReference><cbc:ID>A-1-\w+<\/cbc:ID><cbc:IssueDate>2026-11-20<.*<cbc:DocumentTypeCode>380</,
        );
        assert.match(xml, /<cac:SenderParty><cbc:EndpointID schemeID="9930">de123456789</);
        assert.match(xml, /<cac:ReceiverParty>.*<cbc:RegistrationName>Seller &amp; Sons</);
      }
      if (ending === '-REFUSE') assert.ok(texts(given[1]!.xml, 'StatusReasonCode').includes('REF'));
    });

  it('-MLSRE leads to a refusal by the network that names the envelope', async () => {
    const report = await sendInvoice(sandbox.url, 'A-2-MLSRE');
    const { given } = await arrived(1);
    assert.equal(given.length, 1);
    assert.match(given[0]!.document_type, /urn:peppol:edec:mls:1\.0::2\.1$/);
    assert.deepEqual(texts(given[0]!.xml, 'StatusReasonCode'), ['FD']);
    assert.match(
      given[0]!.xml,
      new RegExp(`<cac:DocumentReference><cbc:ID>${String(report['sbdhInstanceIdentifier'])}<`),
    );
  });

  for (const [title, document] of [
    [
      'an element that is not in the schema',
      invoice('A-7').replace('<cbc:IssueDate>', '<cbc:Colour>red</cbc:Colour><cbc:IssueDate>'),
    ],
    [
      'elements in another order',
      invoice('A-7').replace(/(<cbc:ID>A-7<\/cbc:ID>)\s*(<cbc:IssueDate>[^<]+<\/cbc:IssueDate>)/, '$2$1'),
    ],
  ] as const)
    it(`${title} is accepted, and then refused by the receiver's side (SV)`, async () => {
      const body = envelope(document);
      const report = await jsonOf(`${sandbox.url}/peppol/ap/sendsbdh`, {
        method: 'POST',
        headers: TOKEN,
        body,
      });
      assert.equal(report['overallSuccess'], true);
      const { given } = await arrived(1);
      assert.deepEqual(
        given.map(({ xml }) => texts(xml, 'StatusReasonCode')),
        [['SV']],
      );
    });

  it('checks CII, too, and nothing if no schemas are installed', async () => {
    const cii = exampleText('xrechnung-cii.xml').replace(/^<\?xml.*?\?>/, '');
    const type =
      'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0::D16B';
    const answersTo = async (url: string, payload: string, atLeast = 0): Promise<number> => {
      const body = envelope(payload, { documentType: type }).replace('<TypeVersion>2.1', '<TypeVersion>D16B');
      const report = await jsonOf(`${url}/peppol/ap/sendsbdh`, { method: 'POST', headers: TOKEN, body });
      assert.equal(report['overallSuccess'], true, JSON.stringify(report));
      const count = async (): Promise<number> =>
        ((await jsonOf(`${url}/peppol/ap/answers`, { headers: TOKEN }))['data'] as unknown[]).length;
      await until(async () => (await count()) >= atLeast, `${atLeast} answers`);
      await leaveTime(80);
      return count();
    };
    const broken = cii.replace('<ram:TypeCode>', '<ram:Colour>red</ram:Colour><ram:TypeCode>');
    assert.equal(await answersTo(sandbox.url, cii), 0);
    assert.equal(await answersTo(sandbox.url, broken, 1), 1);
    const bare = await aSandbox({ rulesDir: sandbox.folder });
    assert.equal(await answersTo(bare.url, broken), 0);
    await bare.stop();
  });

  it('sends a positive status if the envelope asks for one', async () => {
    const asked =
      '<Scope><Type>MLS_TYPE</Type><InstanceIdentifier>ALWAYS_SEND</InstanceIdentifier></Scope></BusinessScope>';
    const body = envelope(invoice('A-3')).replace('</BusinessScope>', asked);
    await jsonOf(`${sandbox.url}/peppol/ap/sendsbdh`, { method: 'POST', headers: TOKEN, body });
    const { given } = await arrived(1);
    assert.deepEqual(
      given.map(({ xml }) => texts(xml, 'ResponseCode')),
      [['AP']],
    );
  });

  it('sends any answer in any order, also twice, paid in part, and about an invoice that was never sent', async () => {
    await sendInvoice(sandbox.url, 'A-4');
    for (const code of ['PD', 'PPD', 'AB', 'AB']) assert.equal((await give(code, 'A-4'))['known'], true);
    assert.equal((await give('AP', 'NOBODY-SENT-IT'))['known'], false);
    const { given } = await fetched();
    assert.deepEqual(
      given.map(({ xml }) => texts(xml, 'ResponseCode')[0]),
      ['PD', 'PD', 'AB', 'AB', 'AP'],
    );
    assert.deepEqual(
      given.map(({ xml }) => texts(xml, 'StatusReasonCode')),
      [[], ['PPD'], [], [], []],
    );
    assert.match(given[4]!.xml, /<cbc:ID>NOBODY-SENT-IT</);
    const refused = await fetch(
      `${sandbox.url}/control/answers`,
      posted({ route: 'PEPPOL', invoice_number: 'A-4', code: 'XX' }),
    );
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), /code must be one of AB, IP/);
  });

  it('pages by a cursor that survives a restart and skips nothing', async () => {
    await sendInvoice(sandbox.url, 'A-5');
    await give('AB', 'A-5');
    const first = await fetched();
    assert.equal(first.given.length, 1);
    await sandbox.restart();
    const none = await fetched(first.next);
    assert.deepEqual([none.given, none.next], [[], first.next]);
    for (let n = 0; n < 150; n += 1) await give('IP', 'A-5');
    const second = await fetched(first.next);
    const third = await fetched(second.next);
    assert.deepEqual([second.given.length, third.given.length], [100, 50]);
    assert.equal(new Set([...second.given, ...third.given].map(({ id }) => id)).size, 150);
  });

  it('returns answers to the token that sent the document, and to no other', async () => {
    await sendInvoice(sandbox.url, 'A-6');
    await give('AB', 'A-6');
    assert.equal((await fetched(undefined, { 'X-Token': 'another' })).given.length, 0);
    assert.equal((await fetched()).given.length, 1);
    assert.equal((await fetch(`${sandbox.url}/peppol/ap/answers`)).status, 400);
    const { data } = await jsonOf(`${sandbox.url}/control/documents`);
    assert.doesNotMatch(JSON.stringify(data), /a-token/);
  });
});

describeByReference('what the sandbox answers, by the published rules', () => {
  let rules: Record<string, (xml: string) => readonly string[]>;
  let sandbox: TestSandbox;
  before(async () => {
    rules = Object.fromEntries(Object.entries(PUBLISHED).map(([kind, compile]) => [kind, compile()]));
    sandbox = await aSandbox();
    await sendInvoice(sandbox.url, 'B-1');
  });
  after(() => sandbox.stop());

  for (const [code, { kind }] of Object.entries(ANSWERS))
    it(`${code} breaks none of the rules on ${kind}`, async () => {
      await jsonOf(
        `${sandbox.url}/control/answers`,
        posted({ route: 'PEPPOL', invoice_number: 'B-1', code }),
      );
      const { data } = await jsonOf(`${sandbox.url}/peppol/ap/answers`, { headers: TOKEN });
      const { content_base64 } = (data as { content_base64: string }[]).at(-1)!;
      const xml = Buffer.from(content_base64, 'base64').toString();
      assert.deepEqual(rules[kind]!(xml), [], xml);
    });

  it('is checked by rules that report errors in a broken answer', () => {
    const folder = join(REFERENCE_DATA, 'routes/data/peppol/mls/bad');
    const caught = readdirSync(folder).filter(
      (name) => rules['mls']!(readFileSync(join(folder, name), 'utf8')).length > 0,
    );
    assert.deepEqual(caught, readdirSync(folder));
  });
});
