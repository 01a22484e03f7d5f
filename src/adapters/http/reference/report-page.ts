import { WORDS } from '../../../domain/page/words.ts';
import { overlayText } from '../../../domain/words/overlay-text.ts';
import { nameOfLayer } from '../../../domain/words/layer-name.ts';
import type { Translator } from '../../../domain/words/translator.ts';
import type { comingEntry, findingEntry, reportEntry } from '../call/reports.ts';
import { whoActs } from 'en16931-rules/vocabulary/finding.ts';
import type { Worded } from 'en16931-rules/vocabulary/message.ts';
import { wordedBy } from '../../../domain/words/texts.ts';
import { type Html, markup, page } from './page.ts';

export type Report = ReturnType<typeof reportEntry> & {
  readonly warnings?: readonly ReturnType<typeof findingEntry>[] | undefined;
  readonly next?: readonly ReturnType<typeof comingEntry>[] | undefined;
};
type Coming = Worded<ReturnType<typeof comingEntry>>;
type Layer = Worded<Report['layers'][number]>;
type Found = Worded<ReturnType<typeof findingEntry>>;

/** A report as one page to read or print: the findings first, then the layers. */
export const reportPage = (report: Report, words: Translator): string =>
  page(
    `${words.say(verdictOf(report.valid, report.layers))} (${report.route})`,
    reportBody(report, words),
    words,
  );

export function reportBody(english: Report | Worded<Report>, words: Translator): Html {
  const { say } = words;
  const {
    valid,
    route,
    layers,
    documents,
    warnings = [],
    next = [],
  } = wordedBy(english as Report, words.text);
  const matchingFindings = [...warnings, ...layers.flatMap(({ findings }) => findings)];
  return markup`<h1>${say(verdictOf(valid, layers))}</h1>
      <p>${say('pages.route')} <code>${route}</code>${documents.map(
        ({ kind, sha256 }) =>
          markup`<br />${say('pages.document')} <code>${kind}</code>, SHA-256 <code>${sha256}</code>`,
      )}</p>
      ${SEVERITIES.map(({ severity, heading }) =>
        section(
          say(heading),
          matchingFindings.filter((one) => one.severity === severity),
          words,
        ),
      )}
      <h2>${say('pages.what-was-checked')}</h2>
      <table>
        <tr>
          <th>${say('pages.layer')}</th>
          <th>${say('pages.outcome')}</th>
          <th>${say('pages.rules')}</th>
        </tr>
        ${layers.map((layer) => layerRow(layer, words))}
      </table>
      ${next.map((coming) => comingSection(coming, words))}`;
}

/** What changes once another pack is in force. */
function comingSection(coming: Coming, words: Translator): Html {
  const { day, packs, valid, appear, disappear, change, move } = coming;
  const { say } = words;
  const named = packs.map(({ pack }) => (pack ? `${pack.id} ${pack.version}` : '')).join(', ');
  const isSame = appear.length + disappear.length + change.length + move.length === 0;
  return markup`<h2>${say('pages.from', { day, packs: named })}</h2>
      <p>${valid ? say('pages.on-that-day-the-invoice-passes-all-checks') : say('pages.on-that-day-the-invoice-does-not-pass')}${isSame ? ` ${say('pages.its-findings-are-the-same')}` : ''}</p>
      ${section(say('pages.new'), appear, words)}
      ${change.map((one) => markup`<p>${say('pages.now-before', { severity: say(`pages.${one.finding.severity}`), was: say(`pages.${one.was}`) })}</p>${finding(one.finding, words)}`)}
      ${move.map(({ from, ...one }) => markup`<p>${say('pages.now-at-another-place-before-at')} ${placeOf(from, words)}</p>${finding(one.finding, words)}`)}
      ${section(say('pages.no-longer-found'), disappear, words)}`;
}

const SEVERITIES = [
  { severity: 'error', heading: 'pages.to-be-corrected' },
  { severity: 'warning', heading: 'pages.warnings' },
  { severity: 'information', heading: 'pages.remarks' },
] as const;

function verdictOf(valid: boolean, layers: readonly Pick<Layer, 'outcome'>[]): string {
  if (valid) return 'pages.the-invoice-passes-all-checks';
  return layers.some(({ outcome }) => outcome === 'invalid')
    ? 'pages.the-invoice-does-not-pass-the-checks'
    : 'pages.not-all-checks-could-be-run';
}

const section = (heading: string, findings: readonly Found[], words: Translator): Html =>
  findings.length === 0
    ? markup``
    : markup`<h2>${heading} (${findings.length})</h2>
        ${findings.map((one) => finding(one, words))}`;

const finding = (
  { code, message, fix_hint: hint, who_fixes, ...more }: Found,
  words: Translator,
): Html => markup`<p>
    <strong>${message}</strong><br />
    ${hint !== undefined && !message.includes(hint) ? markup`${hint}<br />` : ''}
    ${more.official_message === undefined ? '' : markup`<q>${more.official_message}</q><br />`}
    ${more.overlay === undefined ? '' : markup`<em>${overlayText(more.overlay, words)}</em><br />`}
    ${more.truncated === undefined ? '' : markup`${words.say('pages.more-are-not-listed', { n: more.truncated })}<br />`}
    ${placeOf(more, words)} <span class="muted">${whoCorrects(who_fixes, words, more.sender_can_fix)} <a href="/codes/${encodeURIComponent(code)}">${code}</a></span>
  </p>`;

function whoCorrects(owner: Found['who_fixes'], { say, language }: Translator, senderCanFix = false): string {
  const who = whoActs(owner, senderCanFix);
  return who ? say('pages.to-be-corrected-by', { owner: WORDS[language].owners[who] }) : '';
}

function placeOf(
  { field, term, location }: Pick<Found, 'field' | 'term' | 'location'>,
  { say }: Translator,
): Html {
  const line = location?.line === undefined ? undefined : say('pages.line', { n: String(location.line) });
  const parts = [field ?? location?.xpath, term, line].filter((part) => part !== undefined);
  return parts.length === 0 ? markup`` : markup`<code>${parts.join(', ')}</code><br />`;
}

const layerRow = (
  { layer, format, outcome, pack, reason, indeterminate, own_rules_not_run: own }: Layer,
  words: Translator,
): Html => {
  const { say } = words;
  return markup`<tr>
    <td>${nameOfLayer(layer, words)}${format ? ` (${format})` : ''}</td>
    <td>${say(OUTCOMES[outcome])}${reason ? `: ${reason}` : ''}${indeterminate ? markup`<br />${say('pages.indeterminate-the-published-rules-end-with', { error: indeterminate.error })}` : ''}</td>
    <td>${pack ? `${pack.id} ${pack.version}, ${say(`pages.${pack.origin}`)}` : ''}${own ? markup`<br />${say('pages.own-rules-that-were-not-run', { rules: own.join(', ') })}` : ''}</td>
  </tr>`;
};

const OUTCOMES: Readonly<Record<Layer['outcome'], string>> = {
  valid: 'pages.passed',
  invalid: 'pages.not-passed',
  not_run: 'pages.not-run',
};
