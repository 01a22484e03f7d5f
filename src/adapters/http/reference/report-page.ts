import { WORDS } from '../../../domain/page/words.ts';
import type { comingEntry, findingEntry, reportEntry } from '../call/reports.ts';
import { type Html, markup, page } from './page.ts';

export type Report = ReturnType<typeof reportEntry> & {
  readonly warnings?: readonly Found[] | undefined;
  readonly next?: readonly Coming[] | undefined;
};
type Coming = ReturnType<typeof comingEntry>;
type Layer = Report['layers'][number];
type Found = ReturnType<typeof findingEntry>;

/** A report as one page to read or print: the findings first, then the layers. */
export const reportPage = (report: Report): string =>
  page(`${verdictOf(report.valid, report.layers)} (${report.route})`, reportBody(report));

export function reportBody({ valid, route, layers, documents, warnings = [], next = [] }: Report): Html {
  const found = [...warnings, ...layers.flatMap(({ findings }) => findings)];
  return markup`<h1>${verdictOf(valid, layers)}</h1>
      <p>Route <code>${route}</code>${documents.map(
        ({ kind, sha256 }) => markup`<br />Document <code>${kind}</code>, SHA-256 <code>${sha256}</code>`,
      )}</p>
      ${SEVERITIES.map(({ severity, heading }) =>
        section(
          heading,
          found.filter((one) => one.severity === severity),
        ),
      )}
      <h2>What was checked</h2>
      <table>
        <tr>
          <th>Layer</th>
          <th>Outcome</th>
          <th>Rules</th>
        </tr>
        ${layers.map(layerRow)}
      </table>
      ${next.map(comingSection)}`;
}

/** What changes once another pack is in force. */
function comingSection({ day, packs, valid, appear, disappear, change }: Coming): Html {
  const named = packs.map(({ pack }) => (pack ? `${pack.id} ${pack.version}` : '')).join(', ');
  const verdict = valid ? 'passes all checks' : 'does not pass the checks';
  const isSame = appear.length + disappear.length + change.length === 0;
  return markup`<h2>From ${day}: ${named}</h2>
      <p>On that day the invoice ${verdict}.${isSame ? ' Its findings are the same.' : ''}</p>
      ${section('New', appear)}
      ${change.map((one) => markup`<p>Now ${one.finding.severity}, before ${one.was}:</p>${finding(one.finding)}`)}
      ${section('No longer found', disappear)}`;
}

const SEVERITIES = [
  { severity: 'error', heading: 'To be corrected' },
  { severity: 'warning', heading: 'Warnings' },
  { severity: 'information', heading: 'Remarks' },
] as const;

function verdictOf(valid: boolean, layers: readonly Layer[]): string {
  if (valid) return 'The invoice passes all checks';
  return layers.some(({ outcome }) => outcome === 'invalid')
    ? 'The invoice does not pass the checks'
    : 'Not all checks could be run';
}

const section = (heading: string, found: readonly Found[]): Html =>
  found.length === 0
    ? markup``
    : markup`<h2>${heading} (${found.length})</h2>
        ${found.map(finding)}`;

const finding = ({ code, message, fix_hint: hint, who_fixes, ...more }: Found): Html =>
  markup`<p>
    <strong>${message}</strong><br />
    ${hint !== undefined && !message.includes(hint) ? markup`${hint}<br />` : ''}
    ${more.official_message === undefined ? '' : markup`<q>${more.official_message}</q><br />`}
    ${more.truncated === undefined ? '' : markup`${more.truncated} more are not listed.<br />`}
    ${placeOf(more)} <span class="muted">${whoCorrects(who_fixes, more.sender_can_fix)} <a href="/codes/${encodeURIComponent(code)}">${code}</a></span>
  </p>`;

/** The contract gives some findings to the service that only the sender can correct. */
function whoCorrects(owner: Found['who_fixes'], senderCanFix = false): string {
  const who = senderCanFix ? 'erp' : owner;
  return who ? `To be corrected by ${WORDS.en.owners[who]}.` : '';
}

function placeOf({ field, term, location }: Pick<Found, 'field' | 'term' | 'location'>): Html {
  const line = location?.line === undefined ? undefined : `line ${location.line}`;
  const parts = [field ?? location?.xpath, term, line].filter((part) => part !== undefined);
  return parts.length === 0 ? markup`` : markup`<code>${parts.join(', ')}</code><br />`;
}

const layerRow = ({ layer, format, outcome, pack, reason }: Layer): Html =>
  markup`<tr>
    <td><code>${layer}</code>${format ? ` (${format})` : ''}</td>
    <td>${OUTCOMES[outcome]}${reason ? `: ${reason}` : ''}</td>
    <td>${pack ? `${pack.id} ${pack.version}, ${pack.origin}` : ''}</td>
  </tr>`;

const OUTCOMES: Readonly<Record<Layer['outcome'], string>> = {
  valid: 'passed',
  invalid: 'not passed',
  not_run: 'not run',
};
