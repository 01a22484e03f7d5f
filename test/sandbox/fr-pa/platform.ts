import { until } from '../../support/until.ts';
import { jsonOf } from '../running.ts';
import { assertAnswerDescribed } from './description.ts';

const CAC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';
const CBC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';

export const SELLER = '100000009';
export const BUYER = '200000008';

const party = (siren: string, name: string): string =>
  `<cac:Party><cbc:EndpointID schemeID="0225">${siren}</cbc:EndpointID><cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName><cbc:CompanyID schemeID="0002">${siren}</cbc:CompanyID></cac:PartyLegalEntity></cac:Party>`;

/** A small invoice that conforms to its schema. */
export const invoice = (
  number: string,
): string => `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="${CAC}" xmlns:cbc="${CBC}">
<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID>
<cbc:ProfileID>M1</cbc:ProfileID>
<cbc:ID>${number}</cbc:ID>
<cbc:IssueDate>2026-11-20</cbc:IssueDate>
<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty>${party(SELLER, 'Vendeur &amp; Fils')}</cac:AccountingSupplierParty>
<cac:AccountingCustomerParty>${party(BUYER, 'Acheteur')}</cac:AccountingCustomerParty>
<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">20.00</cbc:TaxAmount><cac:TaxSubtotal><cbc:TaxAmount currencyID="EUR">20.00</cbc:TaxAmount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>20.00</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal><cbc:TaxInclusiveAmount currencyID="EUR">120.00</cbc:TaxInclusiveAmount><cbc:PayableAmount currencyID="EUR">120.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount><cac:Item><cbc:Name>Chose</cbc:Name></cac:Item></cac:InvoiceLine>
</Invoice>`;

export interface Flow {
  readonly flowId: string;
  readonly flowType: string;
  readonly updatedAt: string;
  readonly trackingId?: string;
  readonly acknowledgement: { readonly status: string; readonly details?: readonly { reasonCode: string }[] };
}

/** A platform of a sandbox, with a client's credentials. */
export class Platform {
  readonly base: string;
  private readonly isDescribed: boolean;
  private headers: Readonly<Record<string, string>> = {};
  /** Lifecycle messages by their flow: a message does not change. */
  private readonly originals = new Map<string, string>();

  constructor(url: string, version = '') {
    this.base = `${url}/fr-pa${version}`;
    this.isDescribed = version === '';
  }

  static async loggedIn(url: string, clientId = 'a-client', version = ''): Promise<Platform> {
    const platform = new Platform(url, version);
    const { access_token: token } = await platform.token(clientId);
    platform.headers = { Authorization: `Bearer ${String(token)}` };
    return platform;
  }

  token(clientId: string, secret = 'secret'): Promise<Record<string, unknown>> {
    return jsonOf(`${this.base}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: secret,
      }),
    });
  }

  /** Each answer of version 1.3 is validated against the published description. */
  async call(path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(`${this.base}/${path}`, {
      ...init,
      headers: { ...this.headers, ...(init.headers as Record<string, string>) },
    });
    const isPage = /html/.test(answer.headers.get('content-type') ?? '');
    if (this.isDescribed && !isPage)
      assertAnswerDescribed(init.method ?? 'GET', path, answer, await answer.clone().text());
    return answer;
  }

  submit(
    xml: string | Uint8Array<ArrayBuffer>,
    info: Readonly<Record<string, unknown>> = {},
    type = 'application/xml',
    infoType = 'application/json',
  ): Promise<Response> {
    const form = new FormData();
    const flowInfo = JSON.stringify({ flowSyntax: 'UBL', name: 'invoice.xml', ...info });
    form.set('flowInfo', new Blob([flowInfo], { type: infoType }), 'flowInfo.json');
    form.set('file', new Blob([xml], { type }), 'invoice.xml');
    return this.call('flow-service/v1/flows', { method: 'POST', body: form });
  }

  /** @returns the id of an accepted flow. */
  async taken(number: string, info?: Readonly<Record<string, unknown>>): Promise<string> {
    const answer = await this.submit(invoice(number), info);
    if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`);
    return String(((await answer.json()) as Flow).flowId);
  }

  async flow(flowId: string): Promise<Flow> {
    return (await (await this.call(`flow-service/v1/flows/${flowId}`)).json()) as Flow;
  }

  /** When the acknowledgement is final. */
  async acknowledged(flowId: string): Promise<Flow> {
    let flow: Flow | undefined;
    const isFinal = async (): Promise<boolean> => {
      flow = await this.flow(flowId);
      return flow.acknowledgement.status !== 'Pending';
    };
    await until(isFinal, 'the acknowledgement is final', 60_000, 5);
    return flow!;
  }

  async search(
    where: Readonly<Record<string, unknown>>,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<{ readonly results: readonly Flow[]; readonly nextCursor?: string }> {
    const answer = await this.call('flow-service/v1/flows/search', {
      method: 'POST',
      body: JSON.stringify({ where, ...more }),
    });
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { results: Flow[]; nextCursor?: string };
  }

  /** Lifecycle messages about an invoice, oldest first. */
  async messages(number: string): Promise<readonly string[]> {
    const { results } = await this.search({ flowType: ['CustomerInvoiceLC'] }, { limit: 100 });
    const found: string[] = [];
    for (const { flowId } of results) {
      const xml = this.originals.get(flowId) ?? (await this.original(flowId));
      if (xml.includes(`<ram:IssuerAssignedID>${number}<`)) found.push(xml);
    }
    return found;
  }

  async original(flowId: string): Promise<string> {
    const answer = await this.call(`flow-service/v1/flows/${flowId}?docType=Original`);
    const xml = await answer.text();
    if (answer.ok) this.originals.set(flowId, xml);
    return xml;
  }
}

/** MDT-105 and the reason, if there is one. */
export const wordOf = (message: string): string =>
  [/ProcessConditionCode>(\d+)/, /ReasonCode>(\w+)/]
    .map((part) => part.exec(message)?.[1])
    .filter(Boolean)
    .join(' ');
