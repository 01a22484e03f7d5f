import { say, sentences, type Text } from 'en16931-rules/vocabulary/message.ts';
import { randomUUID } from 'node:crypto';
import type { StatusMapping } from '../../../domain/sending/status-mapping.ts';
import {
  type InvoiceResponse,
  type RespondingParty,
  RESPONSE_NAMESPACE,
  RESPONSE_PROCESS,
  RESPONSE_ROOT,
  RESPONSE_SPECIFICATION,
  writeInvoiceResponse,
} from '../../../domain/documents/invoice-response/invoice-response.ts';
import { brokenRules } from '../../../domain/documents/invoice-response/rules.ts';
import { type DocumentType, participantOf } from '../../../domain/routing/peppol-document.ts';
import type { AddressedParty } from '../../../domain/vocabulary/addressing.ts';
import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { StatusLetter, StatusMessages, StatusOrder } from '../../../ports/rail/status-messages.ts';
import { type AccessPoint, accessPointOf } from './access-point.ts';
import { readMessage } from './application-response.ts';
import type { Connection } from './connection.ts';
import type { Dialect } from './dialect.ts';
import { DIALECTS } from './dialects.ts';
import { inEnvelope, renamedEnvelope } from './envelope.ts';
import { participantFrom } from './identifiers.ts';
import { all, readTree, textAt } from '../../xml/xml-tree.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

type Reached = { readonly dialect: Dialect; readonly connection: Connection } | undefined;

const DOCUMENT_TYPE: DocumentType = {
  scheme: 'busdox-docid-qns',
  value: `${RESPONSE_NAMESPACE}::${RESPONSE_ROOT}##${RESPONSE_SPECIFICATION}::2.1`,
  version: '2.1',
  process: RESPONSE_PROCESS,
};

/** The buyer's Invoice Responses (BIS Invoice Response 3), by an access point that can be asked what it has. */
export const invoiceResponses = (reach: (credential: OpenedCredential) => Reached): StatusMessages => ({
  write: (order) => letterOf(order, randomUUID()),
  unfit: ({ id, value }, order) => {
    const accessPoint = accessPointOf(value);
    // What a value that cannot be read lacks is told when it is used.
    return accessPoint && unfitFor(accessPoint, order, id === null);
  },
  renew: (message) => {
    const submissionId = randomUUID();
    return { submissionId, message: renamedEnvelope(message, submissionId) };
  },
  send: async ({ credential, bytes, submissionId, beginDocument }) => {
    const reached = reach(credential);
    if (!reached) return { mapping: statuses.credentialRefused };
    const { dialect, connection } = reached;
    const isOther = credential.id !== null && connection.accessPoint.sender !== senderIn(bytes);
    if (!dialect.sendEnvelope || isOther) return { mapping: statuses.otherAccessPoint };
    beginDocument?.();
    return ofResponse(await dialect.sendEnvelope(connection, bytes, submissionId));
  },
  ask: async (inquiry) => {
    const reached = reach(inquiry.credential);
    if (!reached) return { mapping: statuses.credentialRefused };
    return ofResponse(await reached.dialect.ask(reached.connection, inquiry));
  },
  poll: async (inquiry) => {
    const reached = reach(inquiry.credential);
    if (!reached) return { mapping: statuses.credentialRefused };
    const { dialect, connection } = reached;
    return ofResponse(await (dialect.poll ?? dialect.ask)(connection, inquiry));
  },
  read: (bytes) => readMessage(bytes),
});

/** @param isBuiltIn the sandbox's own access point sends for everybody. */
function unfitFor(
  { dialect, sender }: AccessPoint,
  { addressing }: StatusOrder,
  isBuiltIn: boolean,
): Text | undefined {
  if (!DIALECTS[dialect].sendEnvelope)
    return say('networks-peppol.client-s-access-point-cannot-be-asked-whether', { value: dialect });
  const buyer = participantOf(addressing.buyer.endpoint);
  if (isBuiltIn || buyer === undefined || buyer === sender) return undefined;
  return say('networks-peppol.client-s-access-point-sends-for-another-participant');
}

function letterOf(order: StatusOrder, submissionId: string): StatusLetter | { readonly unfit: Text } {
  const { seller, buyer } = order.addressing;
  const [sender, to] = [participantOf(buyer.endpoint), participantOf(seller.endpoint)];
  if (sender === undefined)
    return { unfit: say('networks-peppol.invoice-states-no-peppol-address-of-buyer', { term: 'BT-49' }) };
  if (to === undefined)
    return { unfit: say('networks-peppol.invoice-states-no-peppol-address-of-seller', { term: 'BT-34' }) };
  if (buyer.country === null) return { unfit: say('networks-peppol.invoice-does-not-state-buyer-s-country') };
  const response = responseOf(order, submissionId);
  const [broken] = brokenRules(response);
  if (broken)
    return {
      unfit: sentences(
        broken.says,
        say('networks-peppol.no-invoice-response-can-be-written', { code: broken.rule }),
      ),
    };
  const message = inEnvelope({
    sender,
    to,
    countryC1: buyer.country,
    submissionId,
    startedAt: order.at,
    namespace: RESPONSE_NAMESPACE,
    root: RESPONSE_ROOT,
    documentType: DOCUMENT_TYPE,
    document: writeInvoiceResponse(response),
  });
  return { submissionId, message };
}

function responseOf(
  { code, facts, addressing, at, reasonCode, wishCode, note }: StatusOrder,
  id: string,
): InvoiceResponse {
  const isClarified = reasonCode !== undefined || note !== undefined;
  return {
    id,
    at,
    code,
    sender: partyOf(addressing.buyer),
    receiver: partyOf(addressing.seller),
    ...(isClarified && {
      clarification: {
        ...(reasonCode !== undefined && { code: reasonCode }),
        ...(note !== undefined && { text: note }),
      },
    }),
    ...(wishCode !== undefined && { wish: wishCode }),
    invoice: {
      number: facts.number ?? '',
      ...(facts.issueDate !== null && { issueDate: facts.issueDate }),
      typeCode: addressing.typeCode ?? '',
    },
  };
}

const partyOf = ({ endpoint, name }: AddressedParty): RespondingParty => ({
  endpoint: endpoint ?? { id: '', scheme: '' },
  name: name ?? '',
});

function senderIn(envelope: Uint8Array): string | undefined {
  const root = readTree(envelope);
  const header = root && all(root, 'StandardBusinessDocumentHeader')[0];
  return header && participantFrom(textAt(header, 'Sender/Identifier') ?? '');
}

/** What means another thing of a response than of an invoice, in words of its own. */
const OF_RESPONSES: ReadonlyMap<StatusMapping, StatusMapping> = new Map<StatusMapping, StatusMapping>([
  [statuses.notOfferedYet, statuses.responseNotOfferedYet],
  [statuses.notOffered, statuses.responseNotOffered],
  [statuses.notRegistered, statuses.responseNotOffered],
  [statuses.notRegisteredPerhaps, statuses.responseNotOfferedPerhaps],
  [statuses.unsettled, statuses.responseUnsettled],
  [statuses.refusedSince, statuses.responseRefusedSince],
]);

const ofResponse = (answer: RailAnswer): RailAnswer => ({
  ...answer,
  mapping: OF_RESPONSES.get(answer.mapping) ?? answer.mapping,
});
