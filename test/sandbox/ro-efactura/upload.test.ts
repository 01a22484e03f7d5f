import assert from 'node:assert/strict';
import { aSandbox, jsonOf, type TestSandbox } from '../running.ts';
import { Anaf, BUYER, invoice, SELLER } from './anaf.ts';

describe('uploads to the sandbox of ANAF', () => {
  let sandbox: TestSandbox;
  let anaf: Anaf;
  before(async () => {
    sandbox = await aSandbox();
    anaf = await Anaf.loggedIn(sandbox.url);
  });
  after(() => sandbox.stop());

  it('answers an index that differs from the download id, and stores the file', async () => {
    const xml = invoice('U-1');
    const index = await anaf.taken(xml);
    const status = await anaf.ended(index);
    assert.match(status, /stare="ok" id_descarcare="\d+"/);
    assert.ok(!status.includes(index));
    const { data } = await jsonOf(`${sandbox.url}/control/documents?route=RO-EFACTURA`);
    const held = (data as Record<string, unknown>[]).find(({ number }) => number === 'U-1');
    assert.equal(held?.['identity'], index);
    assert.equal(held?.['seller_cif'], SELLER);
  });

  for (const [title, query, says] of [
    ['another standard', `standard=EDI&cif=${SELLER}`, 'Valorile acceptate pentru parametrul standard'],
    ['a CIF that is no number', 'standard=UBL&cif=RO8', 'CIF introdus= RO8 nu este un numar'],
    ['a flag with another value', `standard=UBL&cif=${SELLER}&extern=NU`, 'parametrul extern'],
    ['self-billing with another value', `standard=UBL&cif=${SELLER}&autofactura=1`, 'autofacturare'],
    [
      'a CIF that the register cannot hold',
      'standard=UBL&cif=9000000009',
      'Nu aveti drept in SPV pentru CIF=9000000009',
    ],
    ['an enforcement body', `standard=UBL&cif=${SELLER}&executare=DA`, 'Registrul RO e-Factura'],
    ['a credit note that is an invoice', `standard=CN&cif=${SELLER}`, "declaration of element 'Invoice'"],
  ] as const)
    it(`refuses ${title} with 200 and its text`, async () => {
      const answer = await anaf.call(`upload?${query}`, { method: 'POST', body: invoice('U-2') });
      assert.equal(answer.status, 200);
      const text = await answer.text();
      assert.match(text, /ExecutionStatus="1"/);
      assert.ok(text.includes(says), text);
    });

  for (const [title, path, edit] of [
    ['self-billing of another type', 'upload?autofactura=DA', []],
    ['a type for self-billing without its flag', 'upload?', ['Code>380<', 'Code>389<']],
    ['a buyer in Romania as one abroad', 'upload?extern=DA', []],
    ['a company as a consumer', 'uploadb2c?', []],
    ['a consumer as a company', 'upload?', [`RO${BUYER}`, '0000000000000']],
  ] as const)
    it(`refuses ${title} for a -STRICT token`, async () => {
      const strict = await Anaf.loggedIn(sandbox.url, 'a-token-STRICT');
      const [from = '', to = ''] = edit;
      const call = { method: 'POST', body: invoice('U-7').replace(from, to) };
      const query = `${path}&standard=UBL&cif=${SELLER}`;
      assert.match(await strict.textOf(query, call), /Fisierul transmis nu este valid/);
      assert.match(await anaf.textOf(query, call), /ExecutionStatus="0"/);
    });

  for (const [title, body] of [
    ['no XML', 'nothing'],
    [
      'a form in parts',
      `--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n${invoice('U-3')}\r\n--x--`,
    ],
    ['an element that the schema does not know', invoice('U-3').replace('<cbc:ID>', '<cbc:Id/><cbc:ID>')],
  ] as const)
    it(`refuses ${title} as not valid`, async () => {
      assert.match(await anaf.upload(body), /errorMessage="Fisierul transmis nu este valid\. org\.xml\.sax/);
    });

  it('refuses more than ten megabytes', async () => {
    const text = await anaf.upload(invoice('U-4') + ' '.repeat(10 * 1024 * 1024));
    assert.match(text, /mai mare de 10 MB/);
  });

  it('answers 400 as JSON without a body or without parameters', async () => {
    const bodyless = await anaf.call(`upload?standard=UBL&cif=${SELLER}`, { method: 'POST' });
    assert.equal(bodyless.status, 400);
    const { message, timestamp } = (await bodyless.json()) as Record<string, string>;
    assert.match(message ?? '', /fisier de tip xml/);
    assert.match(timestamp ?? '', /^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/);
    assert.equal((await anaf.call('upload?cif=1', { method: 'POST', body: 'x' })).status, 400);
  });

  it('accepts invoices for consumers, too', async () => {
    const text = await anaf.textOf(`uploadb2c?standard=UBL&cif=${SELLER}`, {
      method: 'POST',
      body: invoice('U-5'),
    });
    assert.match(text, /ExecutionStatus="0"/);
  });

  it('has an invoice of the test system only in that system', async () => {
    const index = await anaf.taken(invoice('U-6'));
    const elsewhere = await fetch(`${anaf.base}/prod/FCTEL/rest/stareMesaj?id_incarcare=${index}`, {
      headers: { Authorization: `Bearer ${String((await anaf.refresh('a-token'))['access_token'])}` },
    });
    assert.match(await elsewhere.text(), /Nu exista factura cu id_incarcare/);
  });

  for (const [title, refreshToken, says] of [
    ['another company', 'token-CIF-123-456', `Nu aveti drept in SPV pentru CIF=${SELLER}`],
    ['any company', 'token-NOCIF', 'Nu exista niciun CIF pentru care sa aveti drept in SPV'],
  ] as const)
    it(`refuses a caller without a right for ${title}`, async () => {
      const other = await Anaf.loggedIn(sandbox.url, refreshToken);
      assert.ok((await other.upload(invoice('U-7'))).includes(says));
    });
});
