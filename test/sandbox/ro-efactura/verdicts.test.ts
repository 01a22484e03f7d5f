import assert from 'node:assert/strict';
import { createHash, verify, X509Certificate } from 'node:crypto';
import { aSandbox, jsonOf, type TestSandbox } from '../running.ts';
import { Anaf, BUYER, invoice, SELLER } from './anaf.ts';

describe('verdicts of the sandbox of ANAF', () => {
  let sandbox: TestSandbox;
  let anaf: Anaf;
  before(async () => {
    sandbox = await aSandbox();
    anaf = await Anaf.loggedIn(sandbox.url);
  });
  after(() => sandbox.stop());

  const errorsOf = async (index: string): Promise<string> => {
    const files = await anaf.downloaded(await anaf.ended(index));
    return files[`${index}.xml`] ?? '';
  };

  it('returns the invoice byte for byte, with a signature that verifies', async () => {
    const xml = invoice('V-1');
    const index = await anaf.taken(xml);
    const files = await anaf.downloaded(await anaf.ended(index));
    assert.deepEqual(Object.keys(files), [`${index}.xml`, `semnatura_${index}.xml`]);
    assert.equal(files[`${index}.xml`], xml);

    const copy = files[`semnatura_${index}.xml`] ?? '';
    assert.match(
      copy,
      /<Signature xmlns="http:\/\/www.w3.org\/2000\/09\/xmldsig#">[^]*<\/Signature>\n<\/Invoice>$/,
    );
    const der = /<X509Certificate>([^<]+)/.exec(copy)?.[1]?.replaceAll(/&#13;|\s/g, '') ?? '';
    const certificate = new X509Certificate(Buffer.from(der, 'base64'));
    const ca = new X509Certificate(await (await fetch(`${anaf.base}/ca.pem`)).text());
    assert.ok(certificate.verify(ca.publicKey));
    // As recorded from the test system: the signed SignedInfo has no line breaks, the sent one has.
    const signedInfo = (/<SignedInfo>[^]*<\/SignedInfo>/.exec(copy)?.[0] ?? '')
      .replaceAll('>\n<', '><')
      .replace('<SignedInfo>', '<SignedInfo xmlns="http://www.w3.org/2000/09/xmldsig#">');
    const value = /<SignatureValue>([^<]+)/.exec(copy)?.[1]?.replaceAll('&#13;', '') ?? '';
    assert.ok(verify('sha256', Buffer.from(signedInfo), certificate.publicKey, Buffer.from(value, 'base64')));
    const withoutSignature = copy.replace(/<Signature xmlns[^]*<\/Signature>\n/, '');
    const digest = createHash('sha256').update(withoutSignature).digest('base64');
    assert.equal(/<DigestValue>([^<]+)/.exec(copy)?.[1], digest);
  });

  it('reports whether a signature verifies', async () => {
    const index = await anaf.taken(invoice('V-2'));
    const files = await anaf.downloaded(await anaf.ended(index));
    const [file = '', signature = ''] = Object.values(files);
    const ask = async (content: string): Promise<string> => {
      const form = new FormData();
      form.set('file', new Blob([content]), 'file.xml');
      form.set('signature', new Blob([signature]), 'signature.xml');
      const url = `${anaf.base}/api/validate/signature`;
      return String((await jsonOf(url, { method: 'POST', body: form }))['msg']);
    };
    assert.match(await ask(file), /^Fișierele încărcate au fost validate/);
    assert.match(await ask(file.replace('1.00', '2.00')), /NU au putut fi validate/);
  });

  it('ends nok with the rule in brackets, under a name that is misspelt', async () => {
    const index = await anaf.taken(invoice('V-3').replace('RO-CJ', 'Cluj'));
    assert.match(await anaf.ended(index), /stare="nok"/);
    const errors = await errorsOf(index);
    assert.match(errors, /xmlns="mfp:anaf:dgti:efactura:mesajEroriFactuta:v1"/);
    assert.match(errors, /errorMessage="E: validari globale {2}SCHEMATRON {3}eroare: \[BR-RO-110\]-/);
  });

  for (const [id, from, to] of [
    ['BR-RO-001', ':CIUS-RO:1.0.1', ':CIUS-RO:1.0.0'],
    ['BR-RO-010', '<cbc:ID>V-BR-RO-010', '<cbc:ID>V-ABC'],
    ['BR-RO-020', '>380<', '>326<'],
    ['BR-RO-030', '>RON<', '>EUR<'],
    ['BR-RO-080', '<cbc:StreetName>Calea Victoriei 1</cbc:StreetName>', ''],
    ['BR-RO-090', '<cbc:CityName>Cluj-Napoca</cbc:CityName>', ''],
    ['BR-RO-100', 'SECTOR1', 'Bucuresti'],
    ['BR-RO-110', 'RO-CJ', 'RO-XX'],
  ] as const)
    it(`checks an invoice by ${id}`, async () => {
      const xml = invoice(`V-${id}`).replace(from, to);
      assert.match(await errorsOf(await anaf.taken(xml)), new RegExp(`\\[${id}\\]`));
    });

  it('refuses the second of one seller, number and day after it has accepted it', async () => {
    const first = await anaf.taken(invoice('V-4'));
    const second = await anaf.taken(invoice('V-4'));
    assert.notEqual(second, first);
    assert.match(await anaf.ended(second), /stare="nok"/);
    assert.match(
      await errorsOf(second),
      new RegExp(`transmisa anterior cu index=${first} si data incarcare=\\d{4}-\\d\\d-\\d\\d`),
    );
  });

  it('names another file of that number for -DUPLICATE, which can be downloaded', async () => {
    const xml = invoice('V-5-DUPLICATE');
    const original = /index=(\d+)/.exec(await errorsOf(await anaf.taken(xml)))?.[1] ?? '';
    assert.match(await anaf.ended(original), /stare="ok"/);
    const other = await errorsOf(original);
    assert.ok(other.includes('V-5-DUPLICATE') && other !== xml);
  });

  it('answers 401 to a caller that has not logged in', async () => {
    const answer = await fetch(`${anaf.rest}/stareMesaj?id_incarcare=1`);
    assert.equal(answer.status, 401);
  });

  it('lists sent, refused and received files to each side once they are processed', async () => {
    const [good, bad] = [await anaf.taken(invoice('V-6')), await anaf.taken(invoice('V-7-REJECT'))];
    await anaf.ended(good);
    await anaf.ended(bad);
    const tipOf = (index: string, list: readonly Record<string, unknown>[]): unknown =>
      list.find((each) => each['id_solicitare'] === index)?.['tip'];
    const [sellers, buyers] = [await anaf.listed(SELLER), await anaf.listed(BUYER)];
    assert.equal(tipOf(good, sellers), 'FACTURA TRIMISA');
    assert.equal(tipOf(bad, sellers), 'ERORI FACTURA');
    assert.equal(tipOf(good, buyers), 'FACTURA PRIMITA');
    assert.equal(tipOf(bad, buyers), undefined);
    assert.deepEqual(
      (await anaf.listed(SELLER, 'E')).filter((each) => each['tip'] !== 'ERORI FACTURA'),
      [],
    );
    const [entry] = (await anaf.listed(BUYER)).filter((each) => each['id_solicitare'] === good);
    assert.match(
      String(entry?.['detalii']),
      /emisa de cif_emitent=8000000000 pentru cif_beneficiar=9000000003/,
    );
    assert.match(await anaf.textOf(`descarcare?id=${String(entry?.['id'])}`), /^PK/);
  });

  it('stores an invoice for a company to collect', async () => {
    const url = `${sandbox.url}/control/inbound?route=RO-EFACTURA&recipient=RO4240`;
    await jsonOf(url, { method: 'POST', body: invoice('V-8') });
    const [entry] = await anaf.listed('4240', 'P');
    assert.equal(entry?.['tip'], 'FACTURA PRIMITA');
    assert.equal(entry?.['cif'], '4240');
  });

  it("passes a buyer's message on to the seller", async () => {
    const index = await anaf.taken(invoice('V-9'));
    await anaf.ended(index);
    const message = `<header xmlns="mfp:anaf:dgti:spv:reqMesaj:v1" index_incarcare="${index}" message="Gresit"/>`;
    await anaf.ended(await anaf.taken(message, `standard=RASP&cif=${BUYER}`));
    const tips = async (cif: string): Promise<unknown[]> =>
      (await anaf.listed(cif, 'R')).map((each) => each['tip']);
    assert.deepEqual(await tips(SELLER), ['MESAJ CUMPARATOR PRIMIT']);
    assert.deepEqual(await tips(BUYER), ['MESAJ CUMPARATOR TRANSMIS']);
    const both = await Anaf.loggedIn(sandbox.url, 'a-token-BOTHTIPS');
    const [row] = await both.listed(SELLER, 'R');
    assert.equal(row?.['tip'], 'MESAJ CUMPARATOR PRIMIT / MESAJ CUMPARATOR TRANSMIS');
    const about = message.replace('Gresit', 'x');
    const foreign = await anaf.upload(about, `standard=RASP&cif=${SELLER}`);
    assert.match(foreign, /Nu exista factura cu id_incarcare/);
  });

  it('names the parties of a self-billed invoice as production does, with two spaces', async () => {
    const bytes = invoice('V-12').replace('>380<', '>389<');
    await anaf.ended(await anaf.taken(bytes, `standard=UBL&cif=${BUYER}&autofactura=DA`));
    const details = (await anaf.listed(BUYER)).map((row) => String(row['detalii']));
    // anafpy 0.13.3 reads both numbers by this pattern.
    assert.ok(
      details.some((text) =>
        text.includes(`transmisa de cif=${BUYER}  ca autofactura in numele cif=${SELLER}`),
      ),
      details.join(),
    );
  });

  it('keeps everything through a restart', async () => {
    const index = await anaf.taken(invoice('V-10'));
    await sandbox.restart();
    assert.match(await anaf.ended(index), /stare="ok"/);
  });

  for (const [standard, body, stare] of [
    ['FACT1', invoice('V-11'), 'ok'],
    ['FACT1', invoice('V-11').replace('RO-CJ', 'Cluj'), 'nok'],
    ['FCN', invoice('V-11'), 'nok'],
    ['FACT2', invoice('V-11'), 'nok'],
  ] as const)
    it(`answers ${stare} to a file at validare/${standard}`, async () => {
      const url = `${anaf.base}/prod/FCTEL/rest/validare/${standard}`;
      assert.equal((await jsonOf(url, { method: 'POST', body }))['stare'], stare);
    });
});
