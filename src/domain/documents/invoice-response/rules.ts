import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { ENDPOINT_RULES } from './endpoint-rules.ts';
import {
  type InvoiceResponse,
  RESPONSE_ACTIONS,
  RESPONSE_REASONS,
  type RespondingParty,
} from './invoice-response.ts';

/** A published rule on T111 that a response can break. What the writer always writes has no row. */
interface ResponseRule {
  /** As OpenPeppol names it. */
  readonly rule: string;
  /** In words for the one who wants the response sent. */
  readonly says: Text;
  readonly isBroken: (response: InvoiceResponse) => boolean;
}

type BrokenRule = Pick<ResponseRule, 'rule' | 'says'>;

/**
 * Electronic address schemes of T111, 2026.5 (`PEPPOL-T111-B00902`): fewer than EN 16931 has.
 * https://github.com/OpenPEPPOL/poacc-upgrade-3, structure/codelist/eas.xml
 */
const SCHEMES: ReadonlySet<string> = new Set(
  `0002 0007 0009 0060 0088 0096 0097 0106 0130 0135 0142 0151 0183 0184 0188 0190 0191 0192 0195 0196 0198 0199 0200
   0201 0204 0208 0209 0210 0211 0216 0218 0221 0225 0230 0235 0240 0242 0244 0245 0246 0248 9910 9913 9914 9915 9918
   9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942
   9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959`.split(/\s+/),
);

const CODES: ReadonlySet<string> = new Set(['AB', 'IP', 'UQ', 'CA', 'RE', 'AP', 'PD']);
const NEED_CLARIFICATION: ReadonlySet<string> = new Set(['UQ', 'CA', 'RE']);
const CLARIFICATIONS: ReadonlySet<string> = new Set([...RESPONSE_REASONS, ...RESPONSE_ACTIONS]);

const PARTIES = [
  { role: 'sender', party: 'buyer', address: 'BT-49', name: 'BT-44', rules: ['B00902', 'B01401'] },
  { role: 'receiver', party: 'seller', address: 'BT-34', name: 'BT-27', rules: ['B02102', 'B02601'] },
] as const;

const ofParties: readonly ResponseRule[] = PARTIES.flatMap(({ role, party, address, name, rules }) => [
  {
    rule: `PEPPOL-T111-${rules[0]}`,
    says: say('documents.scheme-of-electronic-address-is-not-allowed', { party, address }),
    isBroken: (response) => !SCHEMES.has(response[role].endpoint.scheme),
  },
  {
    rule: `PEPPOL-T111-${rules[1]}`,
    says: say('documents.invoice-names-no', { party, term: name }),
    isBroken: (response) => isEmpty(response[role].name),
  },
  ...ENDPOINT_RULES.map(({ rule, scheme, says, isValid }) => ({
    rule,
    says: say('documents.electronic-address-of-scheme', { party, address, scheme, says }),
    isBroken: (response: InvoiceResponse) => isOf(response[role], scheme) && !isValid(idOf(response[role])),
  })),
]);

const RULES: readonly ResponseRule[] = [
  ...ofParties,
  {
    rule: 'PEPPOL-COMMON-R001',
    says: say('documents.invoice-has-no-number'),
    isBroken: ({ invoice }) => isEmpty(invoice.number),
  },
  {
    rule: 'PEPPOL-COMMON-R030',
    says: say('documents.date-of-invoice-is-not-date'),
    isBroken: ({ invoice }) => invoice.issueDate !== undefined && !isDate(invoice.issueDate),
  },
  {
    rule: 'PEPPOL-T111-B04201',
    says: say('documents.type-of-invoice-is-not-code-of-untdid'),
    isBroken: ({ invoice }) => !/^[1-9]\d{0,2}$/.test(invoice.typeCode),
  },
  {
    rule: 'PEPPOL-T111-B03001',
    says: say('documents.status-has-no-code-in-invoice-responses'),
    isBroken: ({ code }) => !CODES.has(code),
  },
  {
    rule: 'PEPPOL-T111-B03301',
    says: say('documents.reason-is-in-none-of-code-lists-opstatusreason'),
    isBroken: ({ clarification, wish }) =>
      [clarification?.code, wish].some((code) => code !== undefined && !CLARIFICATIONS.has(code)),
  },
  {
    rule: 'PEPPOL-T111-R001',
    says: say('documents.status-needs-reason'),
    isBroken: ({ code, clarification }) => NEED_CLARIFICATION.has(code) && clarification?.code === undefined,
  },
  {
    rule: 'PEPPOL-T111-R002',
    says: say('documents.reason-oth-needs-note'),
    isBroken: ({ clarification }) => clarification?.code === 'OTH' && isEmpty(clarification.text),
  },
  {
    rule: 'PEPPOL-T111-R004',
    says: say('documents.reason-ppd-needs-note'),
    isBroken: ({ clarification }) => clarification?.code === 'PPD' && isEmpty(clarification.text),
  },
  {
    // As its text has it; its test, exists() of a comparison, is always true.
    rule: 'PEPPOL-T111-R005',
    says: say('documents.only-status-pd-may-have-reason-ppd'),
    isBroken: ({ code, clarification }) => clarification?.code === 'PPD' && code !== 'PD',
  },
];

/** Rules of T111 (OpenPeppol 2026.5) that a response breaks. A response that breaks none is written. */
export const brokenRules = (response: InvoiceResponse): readonly BrokenRule[] =>
  RULES.filter(({ isBroken }) => isBroken(response)).map(({ rule, says }) => ({ rule, says }));

/** For the test that each row is broken by a case. */
export const RESPONSE_RULES: readonly string[] = [...new Set(RULES.map(({ rule }) => rule))];

const isEmpty = (value: string | undefined): boolean => (value ?? '').trim() === '';
const isOf = ({ endpoint }: RespondingParty, scheme: string): boolean => endpoint.scheme === scheme;
const idOf = ({ endpoint }: RespondingParty): string => endpoint.id.trim();

function isDate(value: string): boolean {
  const at = new Date(`${value}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}
