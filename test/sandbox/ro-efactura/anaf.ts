import { Buffer } from 'node:buffer';
import { fromBuffer } from 'yauzl';
import { buffer } from 'node:stream/consumers';
import { until } from '../../support/until.ts';
import { jsonOf } from '../running.ts';
import { assertAnswerDescribed } from './description.ts';

const CAC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';
const CBC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';
const CIUS_RO = 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1';

export const SELLER = '8000000000';
export const BUYER = '9000000003';

const party = (cif: string, city: string, county: string): string =>
  `<cac:Party><cac:PostalAddress><cbc:StreetName>Calea Victoriei 1</cbc:StreetName><cbc:CityName>${city}</cbc:CityName><cbc:CountrySubentity>${county}</cbc:CountrySubentity><cac:Country><cbc:IdentificationCode>RO</cbc:IdentificationCode></cac:Country></cac:PostalAddress><cac:PartyTaxScheme><cbc:CompanyID>RO${cif}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme></cac:Party>`;

/** A small invoice that conforms to its schema and the rules of the sandbox. */
export const invoice = (
  number: string,
): string => `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="${CAC}" xmlns:cbc="${CBC}">
<cbc:CustomizationID>${CIUS_RO}</cbc:CustomizationID>
<cbc:ID>${number}</cbc:ID>
<cbc:IssueDate>2026-11-20</cbc:IssueDate>
<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
<cbc:DocumentCurrencyCode>RON</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty>${party(SELLER, 'SECTOR1', 'RO-B')}</cac:AccountingSupplierParty>
<cac:AccountingCustomerParty>${party(BUYER, 'Cluj-Napoca', 'RO-CJ')}</cac:AccountingCustomerParty>
<cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="RON">1.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:LineExtensionAmount currencyID="RON">1.00</cbc:LineExtensionAmount><cac:Item><cbc:Name>Lucru</cbc:Name></cac:Item></cac:InvoiceLine>
</Invoice>`;

/** The national system of a sandbox, for a caller with a token. */
export class Anaf {
  readonly base: string;
  readonly rest: string;
  private token = '';

  constructor(url: string) {
    this.base = `${url}/anaf`;
    this.rest = `${this.base}/test/FCTEL/rest`;
  }

  static async loggedIn(url: string, refreshToken = 'a-token'): Promise<Anaf> {
    const anaf = new Anaf(url);
    const { access_token: token } = await anaf.refresh(refreshToken);
    anaf.token = String(token);
    return anaf;
  }

  refresh(refreshToken: string, secret = 'secret'): Promise<Record<string, unknown>> {
    return jsonOf(`${this.base}/anaf-oauth2/v1/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`client:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    });
  }

  /** The description has each answer. */
  async call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.token}` };
    const answer = await fetch(`${this.rest}/${path}`, { ...init, headers });
    const bytes = Buffer.from(await answer.clone().arrayBuffer());
    assertAnswerDescribed(init.method ?? 'GET', path, answer, bytes);
    return answer;
  }

  async textOf(path: string, init: RequestInit = {}): Promise<string> {
    return (await this.call(path, init)).text();
  }

  upload(xml: string, query = `standard=UBL&cif=${SELLER}`): Promise<string> {
    return this.textOf(`upload?${query}`, { method: 'POST', body: xml });
  }

  /** @returns `index_incarcare` of an accepted file. */
  async taken(xml: string, query?: string): Promise<string> {
    const text = await this.upload(xml, query);
    const index = /index_incarcare="(\d+)"/.exec(text)?.[1];
    if (index === undefined) throw new Error(`not accepted: ${text}`);
    return index;
  }

  status(index: string): Promise<string> {
    return this.textOf(`stareMesaj?id_incarcare=${index}`);
  }

  /** The status once the file has been processed. */
  async ended(index: string): Promise<string> {
    let text = '';
    const hasEnded = async (): Promise<boolean> => {
      text = await this.status(index);
      return !text.includes('in prelucrare');
    };
    await until(hasEnded, 'the file is processed', 60_000, 5);
    return text;
  }

  async downloaded(status: string): Promise<Readonly<Record<string, string>>> {
    const id = /id_descarcare="(\d+)"/.exec(status)?.[1];
    const answer = await this.call(`descarcare?id=${id}`);
    return unzipped(Buffer.from(await answer.arrayBuffer()));
  }

  /** Of the last hour, until now. */
  async listed(cif: string, filter?: string): Promise<readonly Record<string, unknown>[]> {
    const now = Date.now();
    const query = new URLSearchParams({
      startTime: String(now - 3_600_000),
      endTime: String(now),
      cif,
      pagina: '1',
      ...(filter !== undefined && { filtru: filter }),
    });
    const { mesaje } = JSON.parse(await this.textOf(`listaMesajePaginatieFactura?${query}`)) as {
      mesaje?: Record<string, unknown>[];
    };
    return mesaje ?? [];
  }
}

function unzipped(zip: Buffer): Promise<Readonly<Record<string, string>>> {
  return new Promise((resolve, reject) => {
    const entries: Record<string, string> = {};
    fromBuffer(zip, { lazyEntries: true }, (error, file) => {
      if (error) return reject(error);
      file.on('entry', (entry) =>
        file.openReadStream(entry, (failed, stream) => {
          if (failed) return reject(failed);
          void buffer(stream).then((bytes) => {
            entries[entry.fileName] = bytes.toString();
            file.readEntry();
          }, reject);
        }),
      );
      file.on('end', () => resolve(entries));
      file.readEntry();
    });
  });
}
