import { counted } from 'en16931-rules/vocabulary/counted.ts';
import { MARK } from '../../adapters/http/reference/mark.ts';
import { document, Html, markup } from '../../adapters/http/reference/page.ts';
import { PAGE_STYLE } from '../../adapters/http/reference/page-style.ts';
import type { JudgedExpectation, JudgedScenario, Result, Scorecard } from './scorecard.ts';

export const RESULT_WORDS: Readonly<Record<Result | Scorecard['result'], string>> = {
  passed: 'passed',
  failed: 'failed',
  incomplete: 'incomplete',
  not_run: 'not run',
  left_out: 'left out',
};

/** Each text reaches a contrast of 4.5:1 on its ground. */
const STYLE = `${PAGE_STYLE}
:root { --good: light-dark(#17693c, #7edba4); --bad: light-dark(#b3261e, #ffa198); --none: light-dark(#725200, #e8c06a); }
.bar { position: static; } .bar .brand span { display: inline !important; }
.passed, .met { --tone: var(--good); } .failed, .broken { --tone: var(--bad); } .incomplete, .not_run, .left_out, .open { --tone: var(--none); }
.verdict { border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: 6px; margin: 16px 0; padding: 12px 16px; }
.verdict h1 { margin: 0 0 2px; } .verdict p { margin: 0; } .verdict .result { font-size: 16px; }
.result { color: var(--tone); font-size: 14px; font-weight: 600; white-space: nowrap; }
.facts { display: grid; gap: 4px 16px; grid-template-columns: max-content 1fr; margin: 16px 0; }
.facts dt { color: var(--text2); } .facts dd { margin: 0; overflow-wrap: anywhere; }
.scenario { border-top: 1px solid var(--line); margin: 0; } .scenario:last-of-type { border-bottom: 1px solid var(--line); }
.scenario > summary { align-items: baseline; display: flex; font-size: 16px; gap: 12px; padding: 10px 0; color: var(--text); list-style: none; }
.scenario > summary::-webkit-details-marker { display: none; }
.scenario > summary::before { color: var(--text2); content: "▸"; flex: none; font-size: 14px; width: 12px; } .scenario[open] > summary::before { content: "▾"; }
.scenario h3 { flex: 1; font-size: 16px; font-weight: 500; margin: 0; } .scenario[open] h3 { font-weight: 600; }
.scenario > div { padding: 0 0 20px 24px; } .scenario > div > p { margin: 0 0 12px; max-width: 46rem; }
code { white-space: nowrap; }
.looks { list-style: none; margin: 0; padding: 0; }
.looks li { display: grid; gap: 2px 24px; grid-template-columns: 5.5rem 1fr 1fr; padding: 6px 0; }
.looks li + li { border-top: 1px dotted var(--line); } .looks .seen { color: var(--text2); overflow-wrap: anywhere; }
.looks .broken .seen, .looks .open .seen { color: var(--text); }
.looks .headings { color: var(--text2); font-size: 14px; }
details { margin: 8px 0 0; } summary { color: var(--accent); cursor: pointer; font-size: 14px; }
.log { font: 13px/1.5 var(--mono); list-style: none; margin: 6px 0 0; overflow-wrap: anywhere; padding: 10px 12px; background: var(--sunken); border-radius: 6px; }
.log time { color: var(--text2); margin-right: 8px; }
pre { background: var(--sunken); border-radius: 6px; overflow-wrap: anywhere; padding: 10px 12px; white-space: pre-wrap; }
@media (max-width: 40rem) { .scenario > div { padding-left: 0; } .looks .headings { display: none; } .looks .seen::before { content: "Seen: "; } .facts { gap: 0; grid-template-columns: 1fr; } .facts dd { margin-bottom: 8px; }
.looks li { grid-template-columns: 1fr; } }
@media print { details::details-content { content-visibility: visible; } .scenario { break-inside: avoid; } }
`;

/** A scorecard to read or print. It needs no service: everything is in the one file. */
export const scorecardPage = (card: Scorecard, { isSigned }: { readonly isSigned: boolean }): string =>
  document(
    `${card.erp}: ${RESULT_WORDS[card.result]}`,
    new Html(`<style>${STYLE}</style>`),
    markup`<header class="bar"><span class="brand" style="display: flex">${new Html(MARK)}<span>Invoice delivery service</span></span></header><main>${head(card)}
    <h2>Scenarios</h2>
    ${card.scenarios.map(section)}
    ${isSigned ? verification(card) : UNSIGNED}</main>`,
  );

/** "12 of 13 scenarios passed; 1 left out". */
export function inWords({ counts, scenarios }: Scorecard): string {
  const others = (['failed', 'not_run', 'left_out'] as const)
    .filter((result) => counts[result] > 0)
    .map((result) => `${counts[result]} ${RESULT_WORDS[result]}`);
  return [`${counts.passed} of ${counted(scenarios.length, 'scenario')} passed`, ...others].join('; ');
}

const minuteOf = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 19)}`;

const head = (card: Scorecard): Html =>
  markup`<div class="verdict ${card.result}"><h1>${card.erp}</h1>
    <p><span class="result">${capital(RESULT_WORDS[card.result])}.</span> ${inWords(card)}.</p></div>
    <p>The ERP submitted invoices at a sandbox that misbehaves on purpose. This card says what was expected of it, and what was seen: by the
    calls that reached the service, and by the answers to webhook deliveries.</p>
    <dl class="facts"><dt>Client</dt><dd>${card.client} (${card.environment})</dd>
    <dt>Watched, UTC</dt><dd>${minuteOf(card.started_at)} to ${minuteOf(card.ended_at)}</dd>
    <dt>Service, kit</dt><dd>${card.service_version}, ${card.kit_version}</dd></dl>`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What has not passed is open. */
const section = (scenario: JudgedScenario): Html => {
  const { name, title, result, situation, number_ending: ending, reason, expectations, log } = scenario;
  return markup`<details class="scenario ${result}" id="${name}"${result === 'failed' ? OPEN : ''}>
    <summary><h3>${title}</h3><span class="result">${RESULT_WORDS[result]}</span></summary><div>
    <p>${situation} <span class="muted">The number ends <code>${ending}</code>.</span></p>
    ${reason === undefined ? '' : markup`<p><span class="result">${capital(RESULT_WORDS[result])}.</span> ${reason}</p>`}
    <ol class="looks"><li class="headings"><span></span><span>Expected</span><span>Seen</span></li>${expectations.map(look)}</ol>
    ${log.length === 0 ? '' : markup`<details><summary>What happened, in order</summary><ol class="log">${log.map(line)}</ol></details>`}
  </div></details>`;
};

const OPEN = new Html(' open');

const LOOK_WORDS: Readonly<Record<JudgedExpectation['result'], string>> = {
  met: 'met',
  broken: 'not met',
  open: 'not seen',
};

const look = ({ expected, result, seen }: JudgedExpectation): Html =>
  markup`<li class="${result}"><span class="result">${LOOK_WORDS[result]}</span><span>${expected}</span><span class="seen">${seen}</span></li>`;

const line = ({ at, text }: JudgedScenario['log'][number]): Html =>
  markup`<li><time>${at.slice(11, 23)}</time>${text}</li>`;

const verification = ({ issued_at: at }: Scorecard): Html =>
  markup`<h2>Verification</h2><p>Made at ${minuteOf(at)} UTC. A page can be changed; what counts is the signed scorecard beside it. With
    the keys of the sandbox that signed it, it is verified and drawn again:</p>
    <pre>ids certify verify scorecard.jws --keys keys.json --page verified.html</pre>
    <p class="muted">The keys are behind <code>/.well-known/jwks.json</code> of that sandbox; fetch them from there.</p>`;

const UNSIGNED = markup`<h2>Verification</h2><p>This scorecard is not signed, so it proves nothing to others.</p>`;
