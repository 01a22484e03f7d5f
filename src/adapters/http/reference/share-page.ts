import { overlayText } from '../../../domain/words/overlay-text.ts';
import { nameOfLayer } from '../../../domain/words/layer-name.ts';
import type { Translator } from '../../../domain/words/translator.ts';
import { localDeadline, zoneFor } from '../../../domain/lifecycle/deadlines.ts';
import type { SharedReport } from '../../../application/sharing/open-share.ts';
import {
  canSenderFix,
  type Finding,
  isError,
  type Owner,
  whoActs,
} from 'en16931-rules/vocabulary/finding.ts';
import type { Page } from '../../../domain/page/page.ts';
import { stateText } from '../../../domain/proof/proof-page.ts';
import { clockIn } from '../../../domain/page/clock-in.ts';
import { Wording } from '../../../domain/page/wording.ts';
import { WORDS } from '../../../domain/page/words.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { Report } from './report-page.ts';
import { MARK } from './mark.ts';
import { BAR_STYLE } from './page-style.ts';
import { document, Html, markup } from './page.ts';
import type { Mark } from './finding-places.ts';
import { breakable, invoiceHtml, partiesOf } from './invoice-html.ts';
import { SHARE_STYLE } from './share-style.ts';

/** One style element, so that one hash allows it. */
export const SHARED_STYLE = BAR_STYLE + SHARE_STYLE;

/** The only script of our pages: without it there is no button. The Content-Security-Policy holds its hash. */
export const PRINT_SCRIPT =
  "const button = document.getElementById('print'); button.hidden = false; button.onclick = () => window.print();";

const head = new Html(`<meta name="robots" content="noindex, nofollow"><style>${SHARED_STYLE}</style>`);

/** The report for one reader: what is wrong, whose it is, and the invoice beside it. */
export function sharePage(report: SharedReport, token: string, words: Translator): string {
  const { say } = words;
  const { share, findings, page } = report;
  // The number, as the reader knows it; the reference of the ERP if the page has none.
  const reference = page.head.number === '' ? report.reference : page.head.number;
  const errors = findings.filter(isError);
  const rest = findings.filter((finding) => !isError(finding));
  const heading = { reference, errors, state: report.state };
  const title = titleOf(heading, words);
  return document(
    title,
    head,
    markup`<p class="running">${reference === undefined ? say('pages.report-about-one-invoice') : say('pages.report-about', { reference })}</p>
    <header class="top"><strong>${new Html(MARK)}${say('pages.report-about-one-invoice')}</strong>
      <p>${say('pages.for-one-reader-the-link-works-until', { time: timeText(share.expiresAt, report, words) })}</p>
      <button type="button" id="print" hidden>${say('pages.print')}</button><a href="/share/${token}/page">${say('pages.page-as-pdf')}</a></header>
    <main class="sheet"><div>
      ${verdictOf(report, words)}<h1>${headingOf(heading, words)}</h1>${noteOf(report, words)}${facts(report, words)}
      ${errors.map((finding, n) => card(finding, n + 1, 'h2', report, words))}
      ${rest.length > 0 ? markup`<h2>${say('pages.remarks-nothing-to-correct')}</h2>${rest.map((finding, n) => card(finding, n + 1, 'h3', report, words))}` : ''}
      ${checksOf(report, words)}
    </div><aside aria-label="${say('pages.the-invoice-as-it-is')}">${invoiceHtml(
      report.page,
      errors.map((finding, n) => markOf(finding, n + 1, words)),
      say('pages.the-invoice'),
    )}
      <p class="note">${say(captionOf(report))}</p></aside></main>
    <footer class="foot">${footOf(report, words)}</footer><script>${new Html(PRINT_SCRIPT)}</script>`,
    words.language,
  );
}

/** Stands for an element in a sentence (Unicode 15, section 23.8: OBJECT REPLACEMENT CHARACTER). */
const ELEMENT = '\ufffc';

interface Heading {
  readonly reference: string | undefined;
  readonly errors: readonly Finding[];
  readonly state: SharedReport['state'];
}

/** The title. Its number goes to a line of its own before it breaks, with the mark that follows it. */
function headingOf(heading: Heading, words: Translator): Html | string {
  if (heading.reference === undefined) return titleOf(heading, words);
  const [before, after = ''] = titleOf({ ...heading, reference: ELEMENT }, words).split(ELEMENT);
  const mark = after.split(' ', 1)[0]!;
  return markup`${before}<span class="unbroken">${heading.reference}${mark}</span>${after.slice(mark.length)}`;
}

export const endedPage = (words: Translator): string =>
  document(
    words.say('pages.this-link-does-not-work'),
    head,
    markup`<header class="top"><strong>${new Html(MARK)}${words.say('pages.report-about-one-invoice')}</strong></header>
    <main class="sheet"><div><h1>${words.say('pages.this-link-does-not-work-or-no-longer')}</h1>
    <p>${words.say('pages.links-work-for-at-most-seven-days-and')}</p></div></main>`,
    words.language,
  );

function titleOf({ reference, errors, state }: Heading, { say }: Translator): string {
  const what = reference === undefined ? say('pages.the-invoice') : say('pages.invoice', { reference });
  if (errors.length === 0) return what;
  const { length } = errors.filter((finding) => isCorrection(finding, state));
  if (length === 0) {
    const [owner, ...others] = new Set(errors.map((one) => whoActs(one.whoFixes, one.senderCanFix)));
    return say(others.length > 0 ? 'pages.nothing-to-correct' : `pages.nothing-to-correct-${owner}`, {
      what,
    });
  }
  const n = String(length);
  return length === 1
    ? say('pages.needs-one-correction', { what })
    : say('pages.needs-corrections', { what, n });
}

/** The owners of what no change of the invoice removes. */
const OTHERS: ReadonlySet<Owner | undefined> = new Set(['us', 'client', 'buyer', 'route'] satisfies Owner[]);

/** The sender is to change the invoice. What was given up is to be looked for first, by the sender, too. */
const isCorrection = ({ whoFixes, senderCanFix = false }: Finding, state: Heading['state']): boolean =>
  !OTHERS.has(whoFixes) || (senderCanFix && state !== 'dead_letter');

function captionOf({ isReceived, findings }: SharedReport): string {
  if (isReceived) return 'pages.the-invoice-as-its-sender-wrote-it';
  return findings.some(isError)
    ? 'pages.the-invoice-as-the-buyer-would-see-it'
    : 'pages.the-invoice-as-the-buyer-would-see-it-2';
}

/** Of which document the printed report is. */
function footOf(report: SharedReport, words: Translator): Html {
  const { sha256, takenInAt } = report;
  const time = words.say('pages.taken-in', { time: timeText(takenInAt, report, words) });
  return sha256 === undefined
    ? markup`${time}`
    : markup`${time} · ${words.say('tables.document_sha256')} <code>${sha256}</code>`;
}

const BAD: ReadonlySet<string> = new Set(['validation_failed', 'rejected', 'source_error', 'dead_letter']);

/** Who accepted it or refused it is said: the network, or the buyer. */
function verdictOf(report: SharedReport, words: Translator): Html {
  const { state, buyerStatus } = report;
  const { say } = words;
  const isBad = state === undefined || BAD.has(state);
  const word = stateWord(report, words);
  const answer =
    buyerStatus === undefined ? '' : say('proof.buyer', { answer: say(`proof.buyer-${buyerStatus}`) });
  return markup`${isBad ? markup`<span class="pill bad"><span aria-hidden="true">⚠</span>${word}</span>` : markup`<span class="pill mute">${word}</span>`}${
    answer === '' ? '' : markup` <span class="pill mute">${answer}</span>`
  }`;
}

function stateWord({ state, route, isReceived }: SharedReport, words: Translator): string {
  if (state === undefined) return words.say('pages.not-taken');
  if (isReceived && state === 'validation_failed') return words.say('pages.failed-the-checks');
  return stateText({ state, route: route ?? '' }, words);
}

/** The words of the one who made the link. */
const noteOf = ({ note }: SharedReport, { say }: Translator): Html =>
  note === undefined
    ? markup``
    : markup`<section class="said"><h2>${say('pages.note-for-you')}</h2><p>${note}</p></section>`;

const lastMoment = (route: SharedReport['route'], deadlineAt: Date): Date =>
  route ? (localDeadline(route, deadlineAt)?.at ?? deadlineAt) : deadlineAt;

function facts(report: SharedReport, words: Translator): Html {
  const { page, route, deadlineAt, isReceived = false } = report;
  const { say } = words;
  const [seller, buyer] = partiesOf(page);
  const entries = [
    [say('pages.from-2'), seller?.name ?? page.head.sender],
    [say('pages.to'), buyer?.name],
    [say('pages.issued'), page.issueDate === undefined ? undefined : dayText(page.issueDate, words)],
    [say('pages.amount'), page.due && dueText(page.due, words)],
    [say('pages.route'), route === undefined ? say('pages.not-chosen') : say(`proof.${route}`)],
    [
      say('pages.must-be-sent-by'),
      isReceived
        ? undefined
        : deadlineAt
          ? timeText(lastMoment(route, deadlineAt), report, words)
          : say('pages.no-legal-deadline'),
    ],
  ] as const;
  const known = entries.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
  return markup`<dl class="facts">${known.map(([label, value]) => markup`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Corrections stand below the heading of the page, remarks below one of their own. */
function card(
  finding: Finding,
  no: number,
  heading: 'h2' | 'h3',
  { isReceived }: SharedReport,
  words: Translator,
): Html {
  const { say, text } = words;
  const [open, close] = [new Html(`<${heading} class="what">`), new Html(`</${heading}>`)];
  const { code, severity, fixHint, field, term, location, truncated, related, overlay } = finding;
  const hint = fixHint === undefined ? '' : text(fixHint);
  const message = withoutHint(text(finding.message), hint);
  const line = location && !isRoot(location.xpath) ? location.line : undefined;
  const place = [
    term && termText(term, words),
    line === undefined ? undefined : say('pages.line', { n: String(line) }),
  ]
    .filter(Boolean)
    .join(', ');
  const rows: readonly (readonly [string, Html | string | undefined])[] = [
    [say('tables.who_acts'), isReceived ? whoActsThere(finding, words) : whoCorrects(finding, words)],
    [say('pages.erp-field'), field === undefined ? undefined : markup`<code>${field}</code>`],
    [say('pages.place'), place],
    [
      say('pages.rule'),
      markup`<a href="/codes/${encodeURIComponent(code)}"><code>${code}</code></a> ${finding.source}`,
    ],
    [say('pages.also-breaks'), related && breakable(related.map((one) => one.code).join(', '))],
  ];
  return markup`<section class="card ${severity === 'error' ? '' : 'warn'}"><b aria-hidden="true">${no}</b><div>
    <p class="sev">${WORDS[words.language].severities[severity]}</p>${open}${breakable(message)}${close}
    ${hint === '' || message.includes(hint) ? '' : markup`<p>${breakable(hint)}</p>`}
    ${overlay === undefined ? '' : markup`<p><em>${overlayText(overlay, words)}</em></p>`}
    ${truncated === undefined ? '' : markup`<p>${say('pages.and-more-of-this-kind', { n: truncated })}</p>`}
    <dl>${rows.map(([label, value]) => (value ? markup`<dt>${label}</dt><dd>${value}</dd>` : ''))}</dl></div></section>`;
}

function markOf(finding: Finding, no: number, words: Translator): Mark {
  const { term } = finding;
  const place = term === undefined ? {} : { place: termText(term, words) };
  return { finding, no, label: words.say('pages.finding', { n: no }), language: words.language, ...place };
}

/** `Elektronische Adresse des Käufers (BT-49)`; the code alone of a term without a name. */
function termText(term: string, { text, language }: Translator): string {
  const name = text({ say: `terms.${term}`, english: term });
  return name === term ? term : `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)} (${term})`;
}

/** Some messages end with their hint, which stands below the heading. */
const withoutHint = (message: string, hint: string): string =>
  hint !== '' && message !== hint && message.endsWith(hint) ? message.slice(0, -hint.length).trim() : message;

/** What is missing is reported at the root, which is true and does not help. */
const isRoot = (xpath: string): boolean => /^\/[^/]+$/.test(xpath);

const OWNERS: Readonly<Record<Owner, string>> = {
  erp: 'pages.you',
  us: 'tables.who_acts-us',
  business: 'pages.you-and-the-buyer',
  client: 'pages.your-administrator',
  buyer: 'tables.who_acts-buyer',
  route: 'tables.who_acts-route',
};

/** The reader of a link to an invoice that came is not its sender. */
function whoActsThere({ whoFixes, senderCanFix }: Finding, { say }: Translator): Html | undefined {
  const owner = whoActs(whoFixes, senderCanFix);
  return owner && markup`<strong>${say(`tables.who_acts-${owner}`)}</strong>`;
}

/** The reader of a link is the one who can correct the invoice. */
function whoCorrects({ whoFixes, senderCanFix }: Finding, { say }: Translator): Html | undefined {
  if (!whoFixes) return undefined;
  if (whoFixes === 'erp')
    return markup`<strong>${say('pages.you')}</strong> ${say('pages.correct-it-in-the-erp-or-its-master')}`;
  // The hint above says what: it may be to ask the receiver.
  if (canSenderFix(whoFixes, senderCanFix)) return markup`<strong>${say('pages.you')}</strong>`;
  return markup`<strong>${say(OWNERS[whoFixes])}</strong>`;
}

const OUTCOMES = {
  valid: { word: 'pages.passed', tone: 'ok', icon: '✓' },
  invalid: { word: 'pages.not-passed', tone: 'bad', icon: '⚠' },
  not_run: { word: 'pages.did-not-run', tone: 'mute', icon: '–' },
} as const;

function checksOf({ checks }: SharedReport, words: Translator): Html {
  const { say } = words;
  if (!checks) return markup``;
  const { layers } = JSON.parse(new TextDecoder().decode(checks)) as Report;
  return markup`<h2>${say('pages.what-was-checked')}</h2><table class="checks"><tr><th scope="col">${say('pages.check')}</th><th scope="col">${say('pages.rules')}</th><th scope="col">${say('pages.result')}</th></tr>${layers.map(
    ({ layer, pack, outcome, findings }) => {
      const { word, tone, icon } = OUTCOMES[outcome];
      const counted =
        outcome !== 'invalid'
          ? say(word)
          : findings.length === 1
            ? say('pages.one-finding')
            : say('pages.findings', { n: findings.length });
      return markup`<tr><td>${nameOfLayer(layer, words)}</td><td>${pack ? `${pack.id} ${pack.version}` : '–'}</td><td class="${tone}"><span aria-hidden="true">${icon}</span> ${counted}</td></tr>`;
    },
  )}</table>`;
}

const localeOf = ({ language }: Translator): string => (language === 'en' ? 'en-GB' : language);

const dayText = (day: string, words: Translator): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(localeOf(words), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

const dueText = ({ amount, currency }: NonNullable<Page['due']>, { language }: Translator): string =>
  new Wording(language).money(new Decimal(amount), currency);

function timeText(
  at: Date,
  { route, page }: Pick<SharedReport, 'route' | 'page'>,
  words: Translator,
): string {
  const { sellerCountry } = page;
  const { day, time, zone } = clockIn(zoneFor({ route, sellerCountry }, at), at, words.language);
  return `${dayText(day, words)}, ${time.slice(0, 'hh:mm'.length)} ${zone}`;
}
