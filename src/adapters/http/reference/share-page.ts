import { localDeadline } from '../../../domain/lifecycle/deadlines.ts';
import type { SharedReport } from '../../../application/sharing/open-share.ts';
import { canSenderFix, type Finding, isError, type Owner } from '../../../domain/findings/finding.ts';
import type { Report } from './report-page.ts';
import { MARK } from './mark.ts';
import { BAR_STYLE } from './page-style.ts';
import { document, Html, markup } from './page.ts';
import { amountOf, invoiceHtml, partiesOf } from './invoice-html.ts';
import { SHARE_STYLE } from './share-style.ts';

/** One style element, so that one hash allows it. */
export const SHARED_STYLE = BAR_STYLE + SHARE_STYLE;

/** The only script of our pages: without it there is no button. The Content-Security-Policy holds its hash. */
export const PRINT_SCRIPT =
  "const button = document.getElementById('print'); button.hidden = false; button.onclick = () => window.print();";

const head = new Html(`<meta name="robots" content="noindex, nofollow"><style>${SHARED_STYLE}</style>`);

/** The report for one reader: what is wrong, whose it is, and the invoice beside it. */
export function sharePage(report: SharedReport, token: string): string {
  const { share, findings, page } = report;
  // The number, as the reader knows it; the reference of the ERP if the page has none.
  const reference = page.head.number === '' ? report.reference : page.head.number;
  const errors = findings.filter(isError);
  const rest = findings.filter((finding) => !isError(finding));
  const title = titleOf(reference, errors);
  return document(
    title,
    head,
    markup`<p class="running">Report about ${reference ?? 'one invoice'}</p>
    <header class="top"><strong>${new Html(MARK)}Report about one invoice</strong>
      <p>For one reader. The link works until ${timeText(share.expiresAt)}.</p>
      <button type="button" id="print" hidden>Print</button><a href="/share/${token}/page">Page as PDF</a></header>
    <main class="sheet"><div>
      ${verdictOf(report)}<h1>${title}</h1>${facts(report)}
      ${errors.map((finding, n) => card(finding, n + 1, 'h2'))}
      ${rest.length > 0 ? markup`<h2>Remarks, nothing to correct</h2>${rest.map((finding, n) => card(finding, n + 1, 'h3'))}` : ''}
      ${checksOf(report)}
    </div><aside aria-label="The invoice as it is">${invoiceHtml(
      report.page,
      errors.map((finding, n) => ({ no: n + 1, finding })),
    )}
      <p class="note">The invoice as the buyer would see it${errors.length > 0 ? ', without a payment code: it is not accepted' : ''}.</p></aside></main>
    <footer class="foot">${footOf(report)}</footer><script>${new Html(PRINT_SCRIPT)}</script>`,
  );
}

export const endedPage = (): string =>
  document(
    'This link does not work',
    head,
    markup`<header class="top"><strong>${new Html(MARK)}Report about one invoice</strong></header>
    <main class="sheet"><div><h1>This link does not work, or no longer</h1>
    <p>Links work for at most seven days and can be revoked. Ask the colleague who sent it for a new one.</p></div></main>`,
  );

function titleOf(reference: string | undefined, errors: readonly Finding[]): string {
  const what = reference === undefined ? 'The invoice' : `Invoice ${reference}`;
  if (errors.length === 0) return what;
  return `${what} needs ${errors.length === 1 ? 'one correction' : `${errors.length} corrections`}`;
}

/** Of which document the printed report is. */
function footOf({ sha256, takenInAt }: SharedReport): Html {
  const time = markup`Taken in ${dayText(takenInAt.toISOString().slice(0, 10))}, ${takenInAt.toISOString().slice(11, 16)} UTC`;
  return sha256 === undefined ? time : markup`${time} · SHA-256 of the document <code>${sha256}</code>`;
}

const BAD: Readonly<Record<string, string>> = {
  validation_failed: 'Failed the checks, not sent',
  rejected: 'Refused by the network',
  source_error: 'Unreadable',
  dead_letter: 'Given up',
};

const OTHERS: Readonly<Record<string, string>> = {
  received: 'Received',
  validated: 'Checked',
  queued: 'Waiting',
  submitting: 'Sending',
  submitted: 'Sent, no verdict yet',
  ready: 'Ready to fetch',
  accepted: 'Accepted',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};

function verdictOf({ state }: SharedReport): Html {
  const bad = state === undefined ? 'Not taken' : BAD[state];
  return bad === undefined
    ? markup`<span class="pill mute">${OTHERS[state ?? ''] ?? state}</span>`
    : markup`<span class="pill bad"><span aria-hidden="true">⚠</span>${bad}</span>`;
}

const lastMoment = (route: SharedReport['route'], deadlineAt: Date): Date =>
  route ? (localDeadline(route, deadlineAt)?.at ?? deadlineAt) : deadlineAt;

function facts({ page, route, deadlineAt }: SharedReport): Html {
  const [seller, buyer] = partiesOf(page);
  const entries = [
    ['From', seller?.name ?? page.head.sender],
    ['To', buyer?.name],
    ['Issued', page.issueDate === undefined ? undefined : dayText(page.issueDate)],
    ['Amount', amountOf(page)],
    ['Route', route ?? 'not chosen'],
    ['Must be sent by', deadlineAt ? timeText(lastMoment(route, deadlineAt)) : 'no legal deadline'],
  ] as const;
  const known = entries.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
  return markup`<dl class="facts">${known.map(([label, value]) => markup`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
}

const SEVERITIES = { error: 'Error', warning: 'Warning', information: 'Remark' } as const;

/** Corrections stand below the heading of the page, remarks below one of their own. */
function card(finding: Finding, no: number, heading: 'h2' | 'h3'): Html {
  const [open, close] = [new Html(`<${heading} class="what">`), new Html(`</${heading}>`)];
  const { code, severity, message, fixHint, field, term, location, truncated, related } = finding;
  const place = [term, location?.line === undefined ? undefined : `line ${location.line}`]
    .filter(Boolean)
    .join(', ');
  const rows: readonly (readonly [string, Html | string | undefined])[] = [
    ['Who acts', whoActs(finding)],
    ['ERP field', field === undefined ? undefined : markup`<code>${field}</code>`],
    ['Place', place],
    ['Rule', markup`<a href="/codes/${encodeURIComponent(code)}"><code>${code}</code></a> ${finding.source}`],
    ['Also breaks', related?.map((one) => one.code).join(', ')],
  ];
  return markup`<section class="card ${severity === 'error' ? '' : 'warn'}"><b aria-hidden="true">${no}</b><div>
    <p class="sev">${SEVERITIES[severity]}</p>${open}${message}${close}
    ${fixHint === undefined || message.includes(fixHint) ? '' : markup`<p>${fixHint}</p>`}
    ${truncated === undefined ? '' : markup`<p>And ${truncated} more of this kind.</p>`}
    <dl>${rows.map(([label, value]) => (value ? markup`<dt>${label}</dt><dd>${value}</dd>` : ''))}</dl></div></section>`;
}

const OWNERS: Readonly<Record<Owner, string>> = {
  erp: 'You',
  us: 'The operator',
  business: 'You and the buyer',
  client: 'Your administrator',
  buyer: 'The buyer',
  route: 'The network',
};

/** The reader of a link is the one who can correct the invoice. */
function whoActs({ whoFixes, senderCanFix }: Finding): Html | undefined {
  if (!whoFixes) return undefined;
  if (canSenderFix(whoFixes, senderCanFix))
    return markup`<strong>You</strong> correct it in the ERP or its master data`;
  return markup`<strong>${OWNERS[whoFixes]}</strong>`;
}

const OUTCOMES = {
  valid: { word: 'passed', tone: 'ok', icon: '✓' },
  invalid: { word: 'not passed', tone: 'bad', icon: '⚠' },
  not_run: { word: 'did not run', tone: 'mute', icon: '–' },
} as const;

function checksOf({ checks }: SharedReport): Html {
  if (!checks) return markup``;
  const { layers } = JSON.parse(new TextDecoder().decode(checks)) as Report;
  return markup`<h2>What was checked</h2><table class="checks"><tr><th scope="col">Check</th><th scope="col">Rules</th><th scope="col">Result</th></tr>${layers.map(
    ({ layer, pack, outcome, findings }) => {
      const { word, tone, icon } = OUTCOMES[outcome];
      const counted =
        outcome === 'invalid' ? `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}` : word;
      return markup`<tr><td>${layer}</td><td>${pack ? `${pack.id} ${pack.version}` : '–'}</td><td class="${tone}"><span aria-hidden="true">${icon}</span> ${counted}</td></tr>`;
    },
  )}</table>`;
}

const dayText = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

const timeText = (at: Date): string =>
  `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })}, ${at.toISOString().slice(11, 16)} UTC`;
