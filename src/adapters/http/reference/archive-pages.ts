import type { ProofWords } from '../../../domain/proof/proof-page.ts';
import { Wording } from '../../../domain/page/wording.ts';
import type { ArchiveIndex, IndexFile, IndexRow, PageWriter } from '../../../ports/page-writer.ts';
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
@media (max-width: 640px) { .index { padding: 20px 16px 32px; } .list tr:first-child { display: none; } .list tr { border-top: 1px solid var(--line); display: block;
padding: 12px 16px; } .list tr:nth-child(2) { border: 0; } .list td { border: 0; display: block; padding: 0; } .list .sum { text-align: left; }
.list td a { padding: 6px 0; } }
@media print { .list { border: 0; } .list tr { break-inside: avoid; } .index { max-width: none; padding: 0; } }
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

function* indexPage({ about, files, rows }: ArchiveIndex, { language, say }: ProofWords): Generator<string> {
  const wording = new Wording(language);
  const title = say('archive.title');
  const columns = [
    wording.label('number'),
    wording.label('issueDate'),
    `${wording.label('seller')}, ${wording.label('buyer')}`,
    wording.label('withVat'),
    say('proof.network'),
    say('archive.state'),
    say('archive.files'),
  ];
  yield `<!doctype html><html lang="${language}">${headOf(title).text}<body>`;
  yield markup`<main class="index"><h1>${title}</h1>${about.map((text) => markup`<p>${text}</p>`)}
<nav>${files.map(link)}</nav><div class="list"><table><tr>${columns.map((name) => markup`<th scope="col">${name}</th>`)}</tr>`
    .text;
  for (const row of rows) yield rowHtml(row, wording).text;
  yield '</table></div></main></body></html>\n';
}

const rowHtml = (row: IndexRow, wording: Wording): Html =>
  markup`
<tr><td><b>${row.number}</b><small>${row.direction}</small></td><td class="day">${wording.statedDay(row.issueDate)}</td>
<td>${row.seller}<small>${row.buyer}</small></td><td class="sum">${row.total}</td><td>${row.network}<small>${row.numberOfNetwork}</small></td>
<td>${row.state}</td><td>${row.files.map(link)}${row.missing.map((text) => markup`<small class="gone">${text}</small>`)}</td></tr>`;

/** Paths of an archive are in ASCII without any character that an address escapes. */
const link = ({ label, path }: IndexFile): Html => markup`<a href="${path}">${label}</a> `;
