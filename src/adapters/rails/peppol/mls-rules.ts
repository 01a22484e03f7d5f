import { all, type Element } from '../../xml/xml-tree.ts';

const text = (from: Element, path: string): string => all(from, path)[0]?.text ?? '';
const isOneOf = (codes: string, code: string): boolean => codes.split(' ').includes(code);

const DOCUMENT = 'DocumentResponse';
/** Identifier of a service provider. */
const SEAT = /^\d{6}(-[0-9A-Z_]{3,12}(\.[0-9A-Z\-._~]{3,24})?)?$/i;
const ZONE = /([+-]\d{2}:\d{2}|Z)$/;

interface MlsRule {
  readonly rule: string;
  readonly holds: (response: Element) => boolean;
}

const ofParty = (role: string, [value, scheme]: readonly [string, string]): readonly MlsRule[] => [
  { rule: value, holds: (response) => SEAT.test(text(response, `${role}/EndpointID`)) },
  {
    rule: scheme,
    holds: (response) => all(response, `${role}/EndpointID`)[0]?.attributes.get('schemeID') === '0242',
  },
];

const codeOf = (response: Element): string => text(response, `${DOCUMENT}/Response/ResponseCode`);
const linesOf = (response: Element): readonly Element[] => all(response, `${DOCUMENT}/LineResponse`);
const lineResponsesOf = (response: Element): readonly Element[] =>
  linesOf(response).flatMap((line) => all(line, 'Response'));
const lineCodesOf = (response: Element): readonly string[] =>
  lineResponsesOf(response).map((line) => text(line, 'Status/StatusReasonCode'));
const hasFailure = (response: Element): boolean =>
  lineCodesOf(response).some((code) => isOneOf('BV FD SV', code));

/**
 * The rules on a message level status (OpenPEPPOL eDEC MLS, Schematron 1.0.1). Rules on one value share a row under the id of the strictest
 * one; the reader has checked SCH-MLS-01.
 */
const RULES: readonly MlsRule[] = [
  { rule: 'SCH-MLS-02', holds: (response) => text(response, 'ProfileID') === 'urn:peppol:edec:mls' },
  { rule: 'SCH-MLS-03', holds: (response) => text(response, 'ID') !== '' },
  { rule: 'SCH-MLS-04', holds: (response) => text(response, 'IssueDate').length === 10 },
  { rule: 'SCH-MLS-06', holds: (response) => ZONE.test(text(response, 'IssueTime')) },
  ...ofParty('SenderParty', ['SCH-MLS-09', 'SCH-MLS-11']),
  ...ofParty('ReceiverParty', ['SCH-MLS-14', 'SCH-MLS-16']),
  { rule: 'SCH-MLS-17', holds: (response) => all(response, DOCUMENT).length === 1 },
  { rule: 'SCH-MLS-19', holds: (response) => isOneOf('AP AB RE', codeOf(response)) },
  {
    rule: 'SCH-MLS-21',
    holds: (response) =>
      codeOf(response) !== 'RE' || text(response, `${DOCUMENT}/Response/Description`) !== '',
  },
  { rule: 'SCH-MLS-22', holds: (response) => all(response, `${DOCUMENT}/DocumentReference`).length === 1 },
  { rule: 'SCH-MLS-24', holds: (response) => codeOf(response) !== 'RE' || hasFailure(response) },
  { rule: 'SCH-MLS-25', holds: (response) => codeOf(response) === 'RE' || !hasFailure(response) },
  { rule: 'SCH-MLS-26', holds: (response) => text(response, `${DOCUMENT}/DocumentReference/ID`) !== '' },
  {
    rule: 'SCH-MLS-27',
    holds: (response) => linesOf(response).every((line) => text(line, 'LineReference/LineID') !== ''),
  },
  {
    rule: 'SCH-MLS-29',
    holds: (response) => lineResponsesOf(response).every((line) => text(line, 'Description') !== ''),
  },
  {
    rule: 'SCH-MLS-31',
    holds: (response) => lineCodesOf(response).every((code) => isOneOf('BV BW FD SV', code)),
  },
];

/** The published rules that a message level status breaks; one that breaks a rule is not an answer. */
export const brokenMlsRules = (response: Element): readonly string[] =>
  RULES.filter(({ holds }) => !holds(response)).map(({ rule }) => rule);
