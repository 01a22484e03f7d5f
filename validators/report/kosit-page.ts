import type { Document, Node } from '../engine/xml/document.ts';
import { normalizeSpace, stringValue, textNodes } from '../engine/xml/values.ts';
import type { Scenario } from './kosit-scenarios.ts';
import { KOSIT_STYLE } from './kosit-style.ts';
import { type Attributes, element, text } from './markup.ts';
import type { DocumentData, KositFacts, Step } from './report-facts.ts';

/** What the page in a report shows. Its labels are those of KoSIT's configuration for XRechnung (Apache-2.0; ADR 48). */
interface PageFacts extends Pick<KositFacts, 'engine' | 'name'> {
  /** Parsed, or why it cannot be. */
  readonly document: Document | string;
  readonly scenario: Scenario | undefined;
  readonly data: DocumentData | undefined;
  readonly steps: readonly Step[];
  readonly timestamp: string;
  readonly namespaces: Attributes;
}

export function kositPage(facts: PageFacts): string {
  const messages = facts.steps.flatMap((step) => step.messages);
  return element(
    'html',
    { xmlns: 'http://www.w3.org/1999/xhtml', 'data-report-type': 'report' },
    element(
      'head',
      {},
      element('title', {}, 'Prüfbericht'),
      element('meta', { charset: 'utf-8' }),
      element('style', {}, text(KOSIT_STYLE)),
    ),
    element(
      'body',
      {},
      element('h1', {}, 'Prüfbericht'),
      metadata(facts),
      conformance(facts.scenario, messages),
      ...(messages.length > 0 ? results(facts.steps, messages) : []),
      assessment(facts.scenario, messages),
      element('p', { class: 'important' }, 'Inhalt des Rechnungsdokuments:'),
      element('table', { class: 'document' }, ...content(facts)),
      element('p', { class: 'info' }, text(`Dieser Prüfbericht wurde erstellt mit ${facts.engine}.`)),
    ),
  );
}

type Messages = Step['messages'];

function metadata({ name, timestamp, scenario, data, namespaces }: PageFacts): string {
  const recognised = scenario ? text(scenario.name) : element('b', { class: 'error' }, 'unbekannt');
  return element(
    'div',
    { class: 'metadata' },
    element('p', { class: 'important' }, 'Angaben zum geprüften Dokument'),
    element(
      'dl',
      {},
      ...term('Referenz:', text(name)),
      ...term('Zeitpunkt der Prüfung:', germanTime(timestamp)),
      ...term('Erkannter Dokumenttyp:', recognised),
    ),
    data
      ? element(
          'dl',
          namespaces,
          ...data.seller.flatMap((value) => term('Erkannter Rechnungssteller:', text(value))),
          ...data.id.flatMap((value) => term('Erkannte Rechnungsnummer:', text(value))),
          ...data.issueDate.flatMap((value) => term('Erkanntes Rechnungsdatum:', text(value))),
        )
      : '',
  );
}

const term = (label: string, value: string): readonly string[] => [
  element('dt', {}, label),
  element('dd', {}, value),
];

/** `27.11.2026 0:57:16`, in UTC. */
function germanTime(timestamp: string): string {
  const [, year, month, day, hour, rest] = /^(\d+)-(\d+)-(\d+)T(\d+):(\d+:\d+)/.exec(timestamp)!;
  return `${Number(day)}.${Number(month)}.${year} ${Number(hour)}:${rest}`;
}

const countOf = (messages: Messages, level: string): number =>
  messages.filter((message) => message.level === level).length;

const bold = (label: string): string => element('b', {}, label);

function conformance(scenario: Scenario | undefined, messages: Messages): string {
  const [errors, warnings] = [countOf(messages, 'error'), countOf(messages, 'warning')];
  const refused = [bold('nicht konform'), ' zu den formalen Vorgaben.'];
  const sentence = !scenario
    ? ['Das geprüfte Dokument entspricht keinem zulässigen Dokumenttyp und ist damit ', ...refused]
    : errors + warnings > 0
      ? [`Das geprüfte Dokument enthält ${errors} Fehler / ${warnings} Warnungen. Es ist `, ...refused]
      : [
          'Das geprüfte Dokument enthält weder Fehler noch Warnungen. Es ist konform zu den formalen Vorgaben.',
        ];
  return element('p', { class: 'important' }, bold('Konformitätsprüfung: '), ...sentence);
}

function assessment(scenario: Scenario | undefined, messages: Messages): string {
  if (!scenario)
    return element(
      'p',
      { class: 'important error' },
      'Bewertung: Es wird empfohlen das Dokument zurückzuweisen. Da kein Pruefszenario gegriffen hat.',
    );
  if (messages.some(({ adjusted }) => adjusted === 'error'))
    return element(
      'p',
      { class: 'important error' },
      'Bewertung: Es wird empfohlen das Dokument zurückzuweisen.',
    );
  const isTolerated = countOf(messages, 'error') > 0;
  return element(
    'p',
    { class: 'important' },
    isTolerated
      ? 'Bewertung: Es wird empfohlen das Dokument anzunehmen und zu verarbeiten, da die vorhandenen Fehler derzeit toleriert werden.'
      : 'Bewertung: Es wird empfohlen das Dokument anzunehmen und weiter zu verarbeiten.',
  );
}

/** Two tables: the messages of each step by level, and each message. */
function results(steps: readonly Step[], messages: Messages): readonly string[] {
  const levels = ['error', 'warning', 'information'];
  return [
    element('p', {}, 'Übersicht der Validierungsergebnisse:'),
    table(
      ['Prüfschritt', 'Fehler', 'Warnungen', 'Informationen'].map((label) => element('th', {}, label)),
      steps.map(({ id, title, messages: own }) =>
        element(
          'tr',
          {},
          element('td', {}, text(`${title} (${id})`)),
          ...levels.map((level) => element('td', { style: 'width: 30mm;' }, String(countOf(own, level)))),
        ),
      ),
    ),
    element('p', {}, 'Validierungsergebnisse im Detail:'),
    table(
      [
        element('th', { style: 'width: 30mm;' }, 'Pos'),
        element('th', { style: 'width: 25mm;' }, 'Code'),
        element('th', { style: 'width: 25mm;' }, 'Adj. Grad'),
        element('th', {}, 'Text'),
      ],
      messages.map(messageRows),
    ),
  ];
}

const table = (head: readonly string[], rows: readonly string[]): string =>
  element(
    'table',
    { class: 'tbl-errors' },
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows),
  );

function messageRows({ id, code, adjusted, text: message, xpath, line, column }: Messages[number]): string {
  const place = [
    xpath === undefined ? '' : `Pfad: ${xpath}`,
    line === undefined ? '' : ` Zeile: ${line}`,
    column === undefined ? '' : ` Spalte: ${column}`,
  ].join('');
  const wide = (value: string): string => element('td', { rowspan: '2' }, text(value));
  return [
    element(
      'tr',
      { class: adjusted },
      ...[id, code, adjusted].map(wide),
      element('td', {}, text(normalizeSpace(message))),
    ),
    element('tr', { class: adjusted }, element('td', {}, text(place))),
  ].join('');
}

/** A row for each element of the document. */
function content({ document }: PageFacts): readonly string[] {
  if (typeof document === 'string') return [contentRow(1, 1, 'error-message', [value(document)])];
  const levels = new Int32Array(document.count);
  const rows: string[] = [];
  for (let node = 1; node < document.count; node += 1) {
    const level = (levels[node] = levels[document.parent[node]!]! + 1);
    const parts = [...textNodes(document, node).map(value), ...attributesOf(document, node)];
    rows.push(contentRow(node, level, document.localNameOf(node), parts));
  }
  return rows;
}

const value = (of: string): string => element('div', { class: 'val' }, text(of));

function contentRow(number: number, level: number, title: string, parts: readonly string[]): string {
  const id = String(number).padStart(4, '0');
  return element(
    'tr',
    { class: 'row', id },
    element('td', { class: 'pos' }, id),
    element('td', { class: `element level${level}`, title }, ...parts),
  );
}

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

function attributesOf(document: Document, element_: Node): readonly string[] {
  const shown: string[] = [];
  for (let at = document.firstAttribute[element_]!; at < document.firstAttribute[element_ + 1]!; at += 1) {
    const { namespace, local } = document.nameOf(~at);
    if (namespace !== XSI || local !== 'schemaLocation')
      shown.push(element('div', { class: 'attribute', title: local }, text(stringValue(document, ~at))));
  }
  return shown;
}
