import { attribute, element, leaf } from '../xml.ts';

/** The buyer's word about an invoice, as Peppol BIS Invoice Response 3 has it (transaction T111). */
export interface InvoiceResponse {
  /** Of the message itself. */
  readonly id: string;
  readonly at: Date;
  /** The buyer. */
  readonly sender: RespondingParty;
  /** The seller. */
  readonly receiver: RespondingParty;
  /** Of the code list UNCL4343-T111. */
  readonly code: string;
  readonly clarification?: Clarification;
  /** Of `RESPONSE_ACTIONS`, beside the clarification. */
  readonly wish?: string;
  readonly invoice: {
    /** BT-1. */
    readonly number: string;
    /** BT-2, `YYYY-MM-DD`. */
    readonly issueDate?: string;
    /** BT-3. */
    readonly typeCode: string;
  };
}

export interface RespondingParty {
  /** BT-34, BT-49. */
  readonly endpoint: { readonly id: string; readonly scheme: string };
  /** BT-27, BT-44. */
  readonly name: string;
}

/** Why the buyer says so, or what it wants; a text, a code or both. */
interface Clarification {
  readonly code?: string;
  readonly text?: string;
}

export const RESPONSE_NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2';
export const RESPONSE_ROOT = 'ApplicationResponse';
export const RESPONSE_SPECIFICATION = 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3';
export const RESPONSE_PROCESS = 'urn:fdc:peppol.eu:poacc:bis:invoice_response:3';

/** Code lists of 2026.5. `OTH` stands in both lists: it is written as a reason. */
export const RESPONSE_REASONS = [
  ...['NON', 'REF', 'LEG', 'REC', 'QUA', 'DEL', 'PRI', 'QTY', 'ITM', 'PAY', 'UNR', 'FIN', 'PPD', 'OTH'],
] as const;
export const RESPONSE_ACTIONS = ['NOA', 'PIN', 'NIN', 'CNF', 'CNP', 'CNA'] as const;

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const NAMESPACES = [
  attribute('xmlns', RESPONSE_NAMESPACE),
  attribute('xmlns:cac', `${UBL}:CommonAggregateComponents-2`),
  attribute('xmlns:cbc', `${UBL}:CommonBasicComponents-2`),
].join('');

/** The elements in the order of the schema, without an XML declaration. */
export function writeInvoiceResponse(response: InvoiceResponse): string {
  const { id, at, sender, receiver, code, clarification, wish, invoice } = response;
  const [day, time] = [at.toISOString().slice(0, 10), `${at.toISOString().slice(11, 19)}Z`];
  return element(
    RESPONSE_ROOT,
    leaf('cbc:CustomizationID', RESPONSE_SPECIFICATION) +
      leaf('cbc:ProfileID', RESPONSE_PROCESS) +
      leaf('cbc:ID', id) +
      leaf('cbc:IssueDate', day) +
      leaf('cbc:IssueTime', time) +
      party('cac:SenderParty', sender) +
      party('cac:ReceiverParty', receiver) +
      element(
        'cac:DocumentResponse',
        element(
          'cac:Response',
          leaf('cbc:ResponseCode', code) +
            leaf('cbc:EffectiveDate', day) +
            (clarification ? status(clarification) : '') +
            (wish === undefined ? '' : status({ code: wish })),
        ) +
          element(
            'cac:DocumentReference',
            leaf('cbc:ID', invoice.number) +
              (invoice.issueDate === undefined ? '' : leaf('cbc:IssueDate', invoice.issueDate)) +
              leaf('cbc:DocumentTypeCode', invoice.typeCode),
          ),
      ),
    NAMESPACES,
  );
}

const party = (name: string, { endpoint, name: registered }: RespondingParty): string =>
  element(
    name,
    leaf('cbc:EndpointID', endpoint.id, attribute('schemeID', endpoint.scheme)) +
      element('cac:PartyLegalEntity', leaf('cbc:RegistrationName', registered)),
  );

function status({ code, text: words }: Clarification): string {
  const list = listOf(code ?? '');
  const coded = code === undefined ? '' : leaf('cbc:StatusReasonCode', code, attribute('listID', list));
  return element('cac:Status', coded + (words === undefined ? '' : leaf('cbc:StatusReason', words)));
}

const ACTIONS: ReadonlySet<string> = new Set(RESPONSE_ACTIONS);
const listOf = (code: string): string => (ACTIONS.has(code) ? 'OPStatusAction' : 'OPStatusReason');
