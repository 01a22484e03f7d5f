import type { Document } from '../engine/xml/document.ts';
import { stringValue } from '../engine/xml/values.ts';
import { kositPage } from './kosit-page.ts';
import { resource, type Scenario, scenarioOf } from './kosit-scenarios.ts';
import { element, text } from './markup.ts';
import {
  type DocumentData,
  type KositFacts,
  type KositReport,
  type Level,
  type Marked,
  type ReportedMessage,
  type Step,
  unreadable,
} from './report-facts.ts';
import { OpenTexts } from './open-texts.ts';
import { childrenAt } from './tree.ts';

const DOCUMENT_NAMESPACES = {
  'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ubl': 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
} as const;

const NAMESPACES = {
  'xmlns:html': 'http://www.w3.org/1999/xhtml',
  'xmlns:in': 'http://www.xoev.de/de/validator/framework/1/createreportinput',
  'xmlns:rep': 'http://www.xoev.de/de/validator/varl/1',
  'xmlns:s': 'http://www.xoev.de/de/validator/framework/1/scenarios',
  'xmlns:svrl': 'http://purl.oclc.org/dsdl/svrl',
  'xmlns:xd': 'http://www.oxygenxml.com/ns/doc/xsl',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
};

/**
 * The report on a document in the form of KoSIT's validator with its configuration for XRechnung: VARL with a page in HTML.
 * A document that has no scenario there is rejected by the report, whatever other rules say of it.
 */
export function writeKositReport(facts: KositFacts): KositReport {
  const { engine, time, name, hash, file } = facts;
  const open = new OpenTexts();
  const document = 'document' in file ? file.document : undefined;
  const scenario = document && scenarioOf(document);
  const fault = 'unreadable' in file ? unreadable(name, open.mark(file.unreadable)) : undefined;
  const steps = [...(scenario ? stepsOf(scenario, facts, open) : []), readingStep(fault)];
  const data = document && scenario && dataOf(document);
  const isValid = scenario !== undefined && steps.every(isClean);
  const accepted =
    scenario !== undefined &&
    !steps.some(({ messages }) => messages.some(({ adjusted }) => adjusted === 'error'));
  const timestamp = time.toISOString();
  const results = steps.map(({ markup }) => markup);
  const page = kositPage({
    engine,
    name,
    steps,
    scenario,
    data,
    timestamp,
    document: document ?? fault ?? '',
    namespaces: DOCUMENT_NAMESPACES,
  });
  const xml = element(
    'rep:report',
    { ...NAMESPACES, varlVersion: '1.0.0', valid: String(isValid) },
    element('rep:engine', {}, element('rep:name', {}, text(engine))),
    element('rep:timestamp', {}, timestamp),
    identification(name, hash),
    scenario && data
      ? element('rep:scenarioMatched', {}, scenario.markup(facts.packs), documentData(data), ...results)
      : element('rep:noScenarioMatched', {}, ...results),
    element(
      'rep:assessment',
      {},
      element(accepted ? 'rep:accept' : 'rep:reject', {}, element('rep:explanation', {}, page)),
    ),
  );
  return { xml: `<?xml version="1.0" encoding="UTF-8"?>${xml}`, accepted, texts: open.texts };
}

const identification = (name: string, hash: string): string =>
  element(
    'rep:documentIdentification',
    {},
    element(
      'rep:documentHash',
      {},
      element('rep:hashAlgorithm', {}, 'SHA-256'),
      element('rep:hashValue', {}, hash),
    ),
    element('rep:documentReference', {}, text(name)),
  );

const isClean = ({ messages }: Step): boolean => messages.every(({ level }) => level === 'information');

function stepsOf({ steps, levels }: Scenario, facts: KositFacts, open: OpenTexts): readonly Step[] {
  const adjusted = new Map(levels);
  return facts.steps.slice(0, steps.length).map((messages, at) => {
    const id = at === 0 ? 'val-xsd' : `val-sch.${at}`;
    const { name } = steps[at]!;
    const marked = messages.map((message) => ({ ...message, text: open.mark(message.text) }));
    return stepWith(id, name, marked, resource(steps[at]!), adjusted);
  });
}

const readingStep = (fault: string | undefined): Step => {
  const messages =
    fault === undefined ? [] : [{ level: 'error', code: 'generic-error', text: fault } as const];
  return stepWith('val-xml', '', messages, '', new Map());
};

function stepWith(
  id: string,
  title: string,
  messages: readonly Marked<ReportedMessage>[],
  source: string,
  adjusted: ReadonlyMap<string, Level>,
): Step {
  const named = messages.map((message, at) => ({
    ...message,
    id: `${id}.${at + 1}`,
    adjusted: adjusted.get(message.code) ?? message.level,
  }));
  const valid = String(named.every(({ level }) => level === 'information'));
  const markup = element('rep:validationStepResult', { id, valid }, source, ...named.map(messageMarkup));
  return { id, title, messages: named, markup };
}

function messageMarkup({
  id,
  level,
  xpath,
  line,
  column,
  code,
  text: content,
}: Step['messages'][number]): string {
  const place = { xpathLocation: xpath, lineNumber: line?.toString(), columnNumber: column?.toString() };
  return element('rep:message', { id, level, ...place, code }, text(content));
}

const UBL_PARTY = `{${DOCUMENT_NAMESPACES['xmlns:cac']}}`;
const UBL = `{${DOCUMENT_NAMESPACES['xmlns:cbc']}}`;
const RSM = `{${DOCUMENT_NAMESPACES['xmlns:rsm']}}`;
const RAM = `{${DOCUMENT_NAMESPACES['xmlns:ram']}}`;
const UDT = `{${DOCUMENT_NAMESPACES['xmlns:udt']}}`;
const CII = `${RSM}CrossIndustryInvoice`;

const PLACES: Readonly<Record<keyof DocumentData, readonly (readonly string[])[]>> = {
  seller: [
    [
      ...['*', `${UBL_PARTY}AccountingSupplierParty`, `${UBL_PARTY}Party`],
      ...[`${UBL_PARTY}PartyLegalEntity`, `${UBL}RegistrationName`],
    ],
    [
      ...[CII, `${RSM}SupplyChainTradeTransaction`, `${RAM}ApplicableHeaderTradeAgreement`],
      ...[`${RAM}SellerTradeParty`, `${RAM}Name`],
    ],
  ],
  id: [
    ['*', `${UBL}ID`],
    [CII, `${RSM}ExchangedDocument`, `${RAM}ID`],
  ],
  issueDate: [
    ['*', `${UBL}IssueDate`],
    [CII, `${RSM}ExchangedDocument`, `${RAM}IssueDateTime`, `${UDT}DateTimeString`],
  ],
};

function dataOf(document: Document): DocumentData {
  const values = (what: keyof DocumentData): readonly string[] =>
    PLACES[what].flatMap((path) => childrenAt(document, path)).map((node) => stringValue(document, node));
  return { seller: values('seller'), id: values('id'), issueDate: values('issueDate') };
}

const documentData = ({ seller, id, issueDate }: DocumentData): string =>
  element(
    'rep:documentData',
    DOCUMENT_NAMESPACES,
    ...seller.map((value) => element('seller', {}, text(value))),
    ...id.map((value) => element('id', {}, text(value))),
    ...issueDate.map((value) => element('issueDate', {}, text(value))),
  );
