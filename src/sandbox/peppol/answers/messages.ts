import { randomUUID } from 'node:crypto';
import { escape } from '../../network.ts';
import {
  INVOICE_RESPONSE,
  MESSAGE_LEVEL_RESPONSE,
  MESSAGE_LEVEL_STATUS,
  type Offer,
  documentType,
} from '../identifiers.ts';
import type { AnswerSpec } from './answer-codes.ts';

/** The subject of an answer. */
export interface Answered {
  /** BT-1 */
  readonly number: string;
  /** BT-2 as YYYY-MM-DD; empty if it is not known. */
  readonly issueDate: string;
  /** BT-3 */
  readonly typeCode: string;
  /** The InstanceIdentifier of its envelope. */
  readonly instanceIdentifier: string;
  readonly seller: AnsweredParty;
  readonly buyer: AnsweredParty;
}

interface AnsweredParty {
  /** `9930:de123456789` */
  readonly participant: string;
  readonly name: string;
}

/** UBL ApplicationResponse in one of three forms. */
interface WrittenAnswer {
  readonly documentType: string;
  readonly content: string;
}

/** Participants of the sandbox's two access points, scheme 0242. */
const SEATS = { c2: '000001', c3: '000002' } as const;

export const write = (spec: AnswerSpec, about: Answered): WrittenAnswer => FORMS[spec.kind](spec, about);

const FORMS: Readonly<Record<AnswerSpec['kind'], (spec: AnswerSpec, about: Answered) => WrittenAnswer>> = {
  'invoice-response': (spec, about) =>
    application(INVOICE_RESPONSE, [
      party('SenderParty', about.buyer),
      party('ReceiverParty', about.seller),
      `<cac:DocumentResponse><cac:Response>${element('cbc:ResponseCode', spec.code)}`,
      element('cbc:EffectiveDate', today()),
      ...statuses(spec),
      '</cac:Response><cac:DocumentReference>',
      element('cbc:ID', about.number),
      about.issueDate && element('cbc:IssueDate', about.issueDate),
      element('cbc:DocumentTypeCode', about.typeCode),
      '</cac:DocumentReference></cac:DocumentResponse>',
    ]),
  mls: (spec, about) =>
    application(MESSAGE_LEVEL_STATUS, [
      seat('SenderParty', SEATS.c3),
      seat('ReceiverParty', SEATS.c2),
      ...levelResponse(spec, element('cbc:ID', about.instanceIdentifier)),
    ]),
  mlr: (spec, about) =>
    application(MESSAGE_LEVEL_RESPONSE, [
      endpointOnly('SenderParty', about.buyer),
      endpointOnly('ReceiverParty', about.seller),
      ...levelResponse(spec, element('cbc:ID', about.instanceIdentifier)),
    ]),
};

function application({ documentType: type, process }: Offer, parts: readonly string[]): WrittenAnswer {
  const now = new Date().toISOString();
  const content = [
    '<?xml version="1.0" encoding="UTF-8"?>\n<ApplicationResponse xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2"' +
      ' xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"' +
      ' xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">',
    element('cbc:CustomizationID', documentType(type)?.customization ?? ''),
    element('cbc:ProfileID', process),
    element('cbc:ID', randomUUID()),
    element('cbc:IssueDate', now.slice(0, 10)),
    element('cbc:IssueTime', `${now.slice(11, 19)}Z`),
    ...parts,
    '</ApplicationResponse>\n',
  ].join('');
  return { documentType: type, content };
}

const element = (name: string, value: string, attribute = ''): string =>
  `<${name}${attribute}>${escape(value)}</${name}>`;

const today = (): string => new Date().toISOString().slice(0, 10);

const party = (role: string, who: AnsweredParty): string =>
  `<cac:${role}>${endpoint(who)}<cac:PartyLegalEntity>${element('cbc:RegistrationName', who.name)}</cac:PartyLegalEntity></cac:${role}>`;

const endpointOnly = (role: string, who: AnsweredParty): string =>
  `<cac:${role}>${endpoint(who)}</cac:${role}>`;

const seat = (role: string, number: string): string =>
  endpointOnly(role, { participant: `0242:${number}`, name: '' });

function endpoint({ participant }: AnsweredParty): string {
  const [scheme = '', ...value] = participant.split(':');
  return element('cbc:EndpointID', value.join(':'), ` schemeID="${escape(scheme)}"`);
}

/** The reason, and what the buyer asks for. */
function statuses({ reason, text, action }: AnswerSpec): readonly string[] {
  const status = (list: string, code: string, words: string): string =>
    `<cac:Status>${element('cbc:StatusReasonCode', code, ` listID="${list}"`)}${words && element('cbc:StatusReason', words)}</cac:Status>`;
  return [
    reason ? status('OPStatusReason', reason, text ?? '') : '',
    action ? status('OPStatusAction', action, '') : '',
  ];
}

/** A error names line and reason; without a line it is `NA`. */
function levelResponse({ code, reason, text = '' }: AnswerSpec, reference: string): readonly string[] {
  const line = reason
    ? [
        `<cac:LineResponse><cac:LineReference>${element('cbc:LineID', 'NA')}</cac:LineReference><cac:Response>`,
        element('cbc:ResponseCode', code),
        element('cbc:Description', text),
        `<cac:Status>${element('cbc:StatusReasonCode', reason)}</cac:Status></cac:Response></cac:LineResponse>`,
      ]
    : [];
  return [
    `<cac:DocumentResponse><cac:Response>${element('cbc:ResponseCode', code)}`,
    reason ? element('cbc:Description', text) : '',
    `</cac:Response><cac:DocumentReference>${reference}</cac:DocumentReference>`,
    ...line,
    '</cac:DocumentResponse>',
  ];
}
