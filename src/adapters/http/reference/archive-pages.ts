import type { ProofWords } from '../../../domain/proof/proof-page.ts';
import { Wording } from '../../../domain/page/wording.ts';
import type { ArchiveIndex, IndexFile, IndexRow, IndexSum, PageWriter } from '../../../ports/page-writer.ts';
import { invoiceHtml } from './invoice-html.ts';
import { Html, markup } from './page.ts';
import { BAR_STYLE } from './page-style.ts';
import { proofBody } from './proof-html.ts';
import { SHARE_STYLE } from './share-style.ts';

const INDEX_STYLE = `
.index { margin: 0 auto; max-width: 1440px; padding: 32px 24px 48px; } .index p { color: var(--text2); margin: 0 0 4px; }
.index nav { display: flex; flex-wrap: wrap; gap: 8px 24px; margin: 16px 0 24px; }
.list { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; overflow-x: auto; }
.list table { border-collapse: collapse; width: 100%; } .list th, .list td { border-top: 1px solid var(--line); font-size: 13px; line-height: 18px;
padding: 8px 12px; text-align: left; vertical-align: top; } .list tr:first-child th { border: 0; color: var(--text2); font-size: 12px; font-weight: 500; }
.list td { overflow-wrap: anywhere; } .list .day, .list .sum { white-space: nowrap; } .list .sum { text-align: right; } .list b { font-weight: 600; }
.list small { color: var(--text2); display: block; font-size: 12px; line-height: 16px; } .list td a { display: inline-block; margin-right: 12px; } .list th:nth-child(4) { text-align: right; }
.list td:first-child, .list td:nth-child(3) { min-width: 160px; }
.list .gone { color: var(--warn); }
.index .what { color: var(--text); font-weight: 600; margin: -12px 0 12px; } .index h2 { font-size: 16px; }
.sums { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; margin: 0 0 24px; max-width: 800px; overflow-x: auto; }
.sums table { border-collapse: collapse; width: 100%; } .sums th, .sums td { border: 0; font-size: 13px; line-height: 18px; padding: 6px 12px; text-align: right; vertical-align: top; white-space: nowrap; }
.sums tr > :first-child { text-align: left; white-space: normal; } .sums thead th { color: var(--text2); font-size: 12px; font-weight: 500; } .sums .of th { border-top: 1px solid var(--line);
font-weight: 600; padding-top: 10px; } .sums .of small { color: var(--text2); font-weight: 400; margin-left: 12px; } .sums .all > * { border-top: 1px solid var(--line); font-weight: 600; }
.sums ~ p { margin-bottom: 16px; }
@media (max-width: 640px) { .sums tr { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); padding: 0 6px; } .sums tr > :first-child { grid-column: 1 / -1; }
.sums tr > td + td, .sums .all td { padding-top: 0; } .sums thead tr > :first-child { display: none; } .sums th, .sums td { font-size: 12px; padding: 6px; } .sums .all > * { border: 0; } .index { padding: 20px 16px 32px; } .list tr:first-child { display: none; } .list tr { border-top: 1px solid var(--line); display: block;
padding: 12px 16px; } .list tr:nth-child(2) { border: 0; } .list td { border: 0; display: block; padding: 0; } .list .sum { text-align: left; }
.list td a { padding: 6px 0; } }
@media print { .list, .sums { border: 0; overflow: visible; } .list tr, .sums tbody { break-inside: avoid; } .index nav { display: none; } .index { max-width: none; padding: 0; } }
`;

/** What a page may do that stands in a folder of somebody: show itself. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const headOf = (title: string): Html =>
  markup`<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${title}</title>
<meta name="viewport" content="width=device-width"><style>${new Html(BAR_STYLE + SHARE_STYLE + INDEX_STYLE)}</style></head>`;

const offline = (title: string, language: string, body: Html): string =>
  `<!doctype html>${markup`<html lang="${language}">${headOf(title)}<body>${body}</body></html>`.text}`;

/** Pages of an archive. */
export const ARCHIVE_PAGES: PageWriter = {
  invoice: (page) =>
    offline(
      page.title,
      page.language,
      markup`<main class="one">${invoiceHtml(page, [], page.head.kind)}</main>`,
    ),
  proof: (page, proof, words) => offline(page.title, page.language, proofBody(page, proof, words)),
  index: indexPage,
};

function* indexPage(index: ArchiveIndex, { language, say }: ProofWords): Generator<string> {
  const wording = new Wording(language);
  const { company, period, about, files, sums, notes, rows } = index;
  const title = `${company} · ${say('archive.title')}`;
  const columns = [
    wording.label('number'),
    wording.label('issueDate'),
    `${wording.label('seller')}, ${wording.label('buyer')}`,
    wording.label('withVat'),
    say('tables.route'),
    say('tables.state'),
    say('archive.files'),
  ];
  yield `<!doctype html><html lang="${language}">${headOf(title).text}<body>`;
  yield markup`<main class="index"><h1>${company}</h1><p class="what">${[say('archive.title'), ...period].join(' · ')}</p>
${about.map((text) => markup`<p>${text}</p>`)}<nav>${files.map(link)}</nav>${sums.length > 0 ? sumsHtml(sums, wording, say) : ''}
${notes.map((text) => markup`<p>${text}</p>`)}<div class="list"><table><tr>${columns.map((name) => markup`<th scope="col">${name}</th>`)}</tr>`
    .text;
  for (const row of rows) yield rowHtml(row, wording).text;
  yield '</table></div></main></body></html>\n';
}

/** Each group of invoices is a body of the table. */
const sumsHtml = (sums: readonly IndexSum[], wording: Wording, say: ProofWords['say']): Html =>
  markup`<h2>${say('archive.sums')}</h2><div class="sums"><table><thead><tr><th scope="col">${wording.label('rate')}</th>
${(['withoutVat', 'vatTotal', 'withVat'] as const).map((name) => markup`<th scope="col">${wording.label(name)}</th>`)}</tr></thead>
${sums.map(
  ({
    name,
    currency,
    invoices,
    rates,
    amounts,
  }) => markup`<tbody><tr class="of"><th scope="rowgroup" colspan="4">${name} · ${currency}<small>${invoices}</small></th></tr>
${rates.map((rate) => markup`<tr><td>${rate.name}</td>${rate.amounts.map(sumCell)}</tr>`)}
<tr class="all"><th scope="row">${wording.label('totals')}</th>${amounts.map(sumCell)}</tr></tbody>`,
)}</table></div>`;

const sumCell = (amount: string): Html => markup`<td>${amount}</td>`;

const rowHtml = (row: IndexRow, wording: Wording): Html =>
  markup`
<tr><td><b>${row.number}</b><small>${row.direction}</small></td><td class="day">${wording.statedDay(row.issueDate)}</td>
<td>${row.seller}<small>${row.buyer}</small></td><td class="sum">${row.total}</td><td>${row.network}<small>${row.numberOfNetwork}</small></td>
<td>${row.state}</td><td>${row.files.map(link)}${row.missing.map((text) => markup`<small class="gone">${text}</small>`)}</td></tr>`;

/** Paths of an archive are in ASCII without any character that an address escapes. */
const link = ({ label, path }: IndexFile): Html => markup`<a href="${path}">${label}</a> `;
