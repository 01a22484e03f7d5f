import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpuMs } from '../../../scripts/bench/service-process.ts';
import { Erp, example, OPERATOR_KEY } from '../../support/erp.ts';
import { exampleText } from '../../support/example-file.ts';
import { emptyFolder } from '../../support/folder.ts';
import { openBody } from '../../../src/application/reading/opened-body.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import { processorMs } from '../../support/processor-time.ts';
import { type Service, startService } from '../../support/service.ts';

/** V8 does so by itself if much other code is compiled; each step of an expression then takes four times the stack. */
const UNOPTIMISED = '--no-regexp-optimization';

const LETTERS = 4_900_000;

/** Bodies with one text or number of about the maximum length; all of them are JSON. */
const BODIES = {
  blanks: `{${' '.repeat(LETTERS)}}`,
  digits: `{"a":${'9'.repeat(LETTERS)}}`,
  'digits of a fraction': `{"a":1.${'9'.repeat(LETTERS)}}`,
  'digits of an exponent': `{"a":1e${'9'.repeat(LETTERS)}}`,
  'a number as text': `{"lines":[{"quantity":"${'9'.repeat(LETTERS)}"}]}`,
  'an attachment': `{"attachments":[{"id":"A","content_base64":"${'QUJD'.repeat(LETTERS / 4)}"}]}`,
  'an attachment of blanks': `{"attachments":[{"id":"A","content_base64":"${' '.repeat(LETTERS)}"}]}`,
} as const;

const PROGRAM = `
  import { text } from 'node:stream/consumers';
  import { openBody } from './src/application/reading/opened-body.ts';
  import { parseCanonical } from './src/domain/invoice/parse-canonical.ts';
  const opened = openBody(Buffer.from(await text(process.stdin)));
  if (opened.ok) parseCanonical(opened.json);
  console.log(opened.ok);`;

describe('a text of megabytes', () => {
  for (const [name, body] of Object.entries(BODIES))
    it(`is read if V8 does not optimise expressions: ${name}`, () => {
      const flags = [UNOPTIMISED, '--import=tsx', '--input-type=module', '--eval', PROGRAM];
      const { stdout, stderr } = spawnSync(process.execPath, flags, { input: body, encoding: 'utf8' });
      assert.equal(stdout, 'true\n', stderr);
    });
});

/** Of one text many members; where the schema refuses it, what the sample states. */
const EARLY_CHECKS = `
  import { text } from 'node:stream/consumers';
  import { precheck } from './src/domain/checks/pre-check/precheck.ts';
  import { parseCanonical } from './src/domain/invoice/parse-canonical.ts';
  import { ROUTE_PROFILES } from './src/domain/routes/all.ts';
  import { checkRoute } from './src/domain/routes/check-route.ts';
  import { LINE_REFERENCES, SEVERAL_SELLERS } from './test/domain/extended-sample.ts';
  import { FULL } from './test/domain/full-sample.ts';
  const long = await text(process.stdin);
  for (const sample of [FULL, SEVERAL_SELLERS, LINE_REFERENCES]) {
    const fill = (value, isFilled, filling, path = '') =>
      Array.isArray(value)
        ? value.map((item, index) => fill(item, isFilled, filling, path + '[' + index + ']'))
        : typeof value === 'object'
          ? Object.fromEntries(Object.entries(value).map(([name, item]) =>
              [name, fill(item, isFilled, filling, path ? path + '.' + name : name)]))
          : typeof value === 'string' && isFilled(path) ? filling : value;
    const refused = new Set(['attachments[0].content_base64']);
    const filledWith = (filling) => parseCanonical(fill(sample, (path) => !refused.has(path), filling));
    let trial = filledWith('x'.repeat(20_000));
    for (let round = 0; round < 10 && !trial.ok; round += 1) {
      for (const { field } of trial.findings) refused.add(field);
      trial = filledWith('x'.repeat(20_000));
    }
    const read = filledWith(long);
    if (!read.ok) throw new Error(JSON.stringify(read.findings.slice(0, 5)));
    for (const { name, formats } of ROUTE_PROFILES)
      for (const { format } of formats) checkRoute(read.invoice, name, format);
    precheck(read.invoice);
  }
  console.log('checked');`;

/** Runs of one class of characters, which most expressions repeat. */
const RUNS = { letters: 'A', digits: '7', blanks: ' ', hyphens: '-' } as const;

describe('an invoice of which each text has megabytes', () => {
  for (const [name, character] of Object.entries(RUNS))
    it(`is checked early if V8 does not optimise expressions: ${name}`, () => {
      const input = `A${character.repeat(LETTERS)}B`;
      const flags = [UNOPTIMISED, '--import=tsx', '--input-type=module', '--eval', EARLY_CHECKS];
      const { stdout, stderr } = spawnSync(process.execPath, flags, { input, encoding: 'utf8' });
      assert.equal(stdout, 'checked\n', stderr);
    });
});

describe('a name of megabytes', () => {
  it('is not compared with each known name', () => {
    const name = '_'.repeat(400_000);
    const once = processorMs(() => name.replaceAll(/[_\s-]/g, ''));
    const opened = openBody(Buffer.from(`{"${name}":1}`));
    assert.ok(opened.ok);
    const { json } = opened;
    const spent = processorMs(() => assert.ok(!parseCanonical(json).ok));
    assert.ok(spent < 20 * once + 100, `${spent} ms, ${once} ms for one`);
  });
});

/** What reads a text of a client's credential, a file or a network beyond the checks, as a client or a network may state it. */
const READERS = `
  import { text } from 'node:stream/consumers';
  import { secretsIn } from './src/application/sending/exchanges.ts';
  import { accessPointOf } from './src/adapters/rails/peppol/access-point.ts';
  import { withoutParties } from './src/adapters/rails/peppol/report.ts';
  import { platformCredential } from './src/adapters/rails/fr-pa/credential.ts';
  import { hasAttachment } from './src/adapters/rails/pl-ksef/batches/attached-invoices.ts';
  import { CASH_DISCOUNT } from './src/domain/checks/early-rules/cash-discount.ts';
  import { writeLetter } from './src/domain/mail/letter.ts';
  import { cellValue } from './src/domain/mapping/table-values.ts';
  import { paymentCard } from './src/domain/page/payment-card.ts';
  import { Wording } from './src/domain/page/wording.ts';
  import { changedContent } from './src/domain/routes/pl-ksef/technical-correction.ts';
  import { withoutValues } from './src/domain/sending/network-calls.ts';

  const length = Number(await text(process.stdin));
  const of = (piece) => piece.repeat(length / piece.length);
  const utf8 = (value) => new TextEncoder().encode(value);
  const peppol = { base_url: 'https://ap.example', token: 't', sender_participant_id: '9930:de1' };
  const smp = { ...peppol, smp_url: 'https://s.example', smp_token: 't', smp_endpoint: 'https://e.example' };
  const platform = { token_url: 'https://t.example', client_id: 'c', client_secret: 's' };
  const discounts = (terms) => CASH_DISCOUNT.broken({ payment: { terms } });
  const letter = (seller) => writeLetter(
    { number: '1', issueDate: null, typeCode: null, seller, isPdf: true, isTest: false },
    { to: 'a@b.example', language: 'en' },
  );
  const cell = (value) => cellValue(value, { name: 'n', column: { as: 'number' } }, { decimal: ',', dates: [], percentages: [] });
  const secrets = (value) => {
    if (!secretsIn(value).includes('sesame-sesame')) throw new Error('a secret is not found');
  };
  const READERS = {
    'days of a cash discount': () => discounts('#SKONTO#TAGE=' + of('7') + '#PROZENT=2.00#'),
    'a percentage of a cash discount': () => discounts('#SKONTO#TAGE=7#PROZENT=' + of('7') + '#'),
    'blanks within a cash discount': () => discounts('#SKONTO' + of(' ') + '#'),
    'a cash discount of letters': () => discounts('#' + of('a') + '#'),
    'a comment in a file for KSeF': () => hasAttachment(utf8('<Faktura><!-- <' + of('a') + ' Zalacznik --></Faktura>')),
    'the same in a technical correction': () => changedContent('<Faktura><!-- <' + of('a') + ' --></Faktura>', '<Faktura/>'),
    'slashes behind the address of an access point': () => accessPointOf(JSON.stringify({ ...peppol, base_url: 'https://a' + of('/') })),
    'slashes behind the address of an SMP': () => accessPointOf(JSON.stringify({ ...smp, smp_certificate: 'MII', smp_url: 'https://a' + of('/') })),
    'the first line of a certificate': () => accessPointOf(JSON.stringify({ ...smp, smp_certificate: '-----' + of('A') })),
    'slashes behind the address of a platform': () => platformCredential(JSON.stringify({ ...platform, base_url: 'https://a' + of('/') }), {}),
    'brackets within a credential': () => secrets('{"token":"sesame-sesame","a":' + '['.repeat(length / 4) + ']'.repeat(length / 4) + '}'),
    'the host of an address': () => secrets(JSON.stringify({ token: 'sesame-sesame', a: 'https://' + of('a') })),
    'half of a surrogate pair': () => withoutValues('a', ['\\ud800'.repeat(10)]),
    'a participant in an answer': () => withoutParties('iso6523-actorid-upis::' + of('a')),
    'an identifier in an answer': () => withoutParties('9930:' + of('a')),
    'blanks within the name of a seller': () => letter('A' + of(' ') + 'B'),
    'thousands in a cell': () => cell('1' + of('.000')),
    'an account on a page': () => paymentCard({ payment: { accounts: [{ id: 'DE12' + of('A') }] }, totals: {} }, new Wording('en'), { paidTo: undefined, isPayable: false }),
  };
  for (const [name, read] of Object.entries(READERS))
    try {
      await read();
    } catch (error) {
      console.log(name, '-', error.stack.slice(0, 300));
    }
  console.log('read');`;

describe('a text of megabytes from a client or a network', () => {
  it('is read if V8 does not optimise expressions', () => {
    const flags = [UNOPTIMISED, '--import=tsx', '--input-type=module', '--eval', READERS];
    const { stdout, stderr } = spawnSync(process.execPath, flags, {
      input: String(LETTERS),
      encoding: 'utf8',
    });
    assert.equal(stdout, 'read\n', stderr);
  });
});

/** The remaining bytes beside the rest of the invoice. */
const REST = LETTERS - 100_000;
const BLANK = ' '.repeat(REST);
const DIGITS = '1'.repeat(REST);

const UBL = exampleText('xrechnung-ubl.xml');
const CII = exampleText('xrechnung-cii.xml');

/** @param place the XML before the value, including its start tag. */
const withText = (file: string, place: RegExp, text: string): string =>
  file.replace(place, (_, before: string) => `${before}${text}<`);

const FILES = {
  'blanks within the number of an invoice': withText(UBL, /(<cbc:ID>)[^<]*</, `A${BLANK}B`),
  'the same in CII': withText(CII, /(<rsm:ExchangedDocument>\s*<ram:ID>)[^<]*</, `A${BLANK}B`),
  'blanks within an endpoint': withText(UBL, /(<cbc:EndpointID[^>]*>)[^<]*</, `A${BLANK}B`),
  'blanks before an amount': withText(UBL, /(<cbc:PayableAmount[^>]*>)[^<]*</, `${BLANK}1`),
  'blanks behind a percentage': withText(UBL, /(<cbc:Percent>)[^<]*</, `1${BLANK}`),
  'digits of an amount': withText(UBL, /(<cbc:PayableAmount[^>]*>)[^<]*</, DIGITS),
  'digits of a cash discount': withText(UBL, /(<cac:PaymentTerms>\s*<cbc:Note>)[^<]*</, `#SKONTO#TAGE=${DIGITS}`),
} as const; // prettier-ignore

interface Judged {
  readonly layers?: readonly { readonly layer: string; readonly reason?: string }[];
}

describe('an invoice with a text of megabytes, if V8 does not optimise expressions', () => {
  const { path, remove } = emptyFolder();
  let service: Service;
  let erp: Erp;
  before(async () => {
    service = await startService({ cwd: path, env: { OPERATOR_KEY }, flags: [UNOPTIMISED] });
    erp = await Erp.of(service, 'verbose');
  });
  after(async () => {
    await service?.stop();
    remove();
  });

  async function assertJudged(query: string, type: string, body: string): Promise<void> {
    const answer = await fetch(`${service.url}/validate${query}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${erp.key}`, 'Content-Type': type },
      body,
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, text.slice(0, 500));
    const { layers = [] } = JSON.parse(text) as Judged;
    assert.ok(layers.length > 0, text.slice(0, 500));
    const failed = layers.filter(({ reason }) => reason?.includes('failed'));
    assert.deepEqual(failed, []);
  }

  for (const [name, file] of Object.entries(FILES))
    it(`is checked: ${name}`, () => assertJudged('/xml?route=DE-XRECHNUNG', 'application/xml', file));

  const spentMs = (): number => (existsSync('/proc/self') ? cpuMs(service.process) : performance.now());

  const refuseName = async (name: string): Promise<number> => {
    const before = spentMs();
    const answer = await fetch(`${service.url}/validate`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${erp.key}`, 'Content-Type': 'application/json' },
      body: `{"route":"PEPPOL","document":{},"${name}":1}`,
    });
    const text = await answer.text();
    assert.equal(answer.status, 400, text.slice(0, 500));
    assert.ok(text.length < 10_000);
    return spentMs() - before;
  };

  for (const [name, letter] of Object.entries({ ...RUNS, joints: '_', slashes: '/' }))
    it(`is refused as the name of a member, at the cost of any: ${name}`, async () => {
      await refuseName('x');
      const usual = await refuseName('x'.repeat(LETTERS));
      const spent = await refuseName(letter.repeat(LETTERS));
      assert.ok(spent < 4 * usual + 1000, `${spent} ms, ${usual} ms for another`);
    });

  it('is checked by the tool of an assistant, in base64', async () => {
    const call = { name: 'check_file', arguments: { route: 'PEPPOL', base64: 'A'.repeat(REST) } };
    const answer = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${erp.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, text.slice(0, 500));
    assert.match(text, /EI-XML-SYNTAX|no XML|media/i);
  });

  for (const route of ['DE-XRECHNUNG', 'PEPPOL', 'PL-KSEF', 'RO-EFACTURA', 'FR-PA'])
    it(`is checked: blanks within a name, as JSON for ${route}`, () => {
      const { document } = example('plain');
      const seller = { ...(document['seller'] as object), name: `A${BLANK}B` };
      const body = { route, document: { ...document, seller } };
      return assertJudged('', 'application/json', JSON.stringify(body));
    });
});
