import type { Block, Card, Cell, Fact, Page, PartyBox, Sums, Table } from '../../../domain/page/page.ts';
import { piecesOf } from '../../../domain/page/pieces.ts';
import { FindingPlaces, type Mark } from './finding-places.ts';
import { Html, markup } from './page.ts';

/** The invoice's page as HTML: the same texts as in its PDF, without payment codes and pictures, with rings at the findings. */
export function invoiceHtml(
  { head, blocks, language }: Page,
  marks: readonly Mark[] = [],
  name = 'The invoice',
): Html {
  const places = new FindingPlaces(marks);
  const facts = blocks.find(({ block }) => block === 'card');
  const lines = blocks.find(({ block }) => block === 'table');
  // How to pay follows the sums.
  const after = blocks[blocks.findIndex(({ block }) => block === 'sums' || block === 'beside') + 1];
  const payment = after?.block === 'card' && after !== facts ? after : undefined;
  const marksAt = (block: Block): readonly Mark[] => {
    if (block !== facts) return block === payment ? places.at('payment') : [];
    return [...places.at('facts'), ...(payment ? [] : places.at('payment'))];
  };
  return markup`<article class="paper" lang="${language}" aria-label="${name}">
    <header><p><strong>${head.sender}</strong></p><p>${head.kind}<br /><strong>${head.number}</strong></p></header>
    ${blocks.map((block) => blockHtml(block, block === lines || block.block !== 'table' ? places : NO_PLACES, marksAt(block)))}
  </article>`;
}

const NO_PLACES = new FindingPlaces([]);

function blockHtml(block: Block, places: FindingPlaces, onCard: readonly Mark[]): Html {
  switch (block.block) {
    case 'parties':
      return markup`<section class="two">${block.parties.map((party, n) => partyHtml(party, places.at(n === 0 ? 'seller' : 'buyer')))}</section>`;
    case 'card':
      return cardHtml(block, onCard);
    case 'table':
      return markup`<section>${tableHtml(block, places)}</section>`;
    case 'sums':
      return sumsSection(block, places);
    case 'beside':
      return markup`<section>${tableHtml(block.left, NO_PLACES)}</section>${sumsSection(block.right, places)}`;
    case 'texts':
      return markup`<section><h3>${block.heading}</h3>${block.paragraphs.map(
        ({ label, value }) => markup`<p>${label === undefined ? '' : `${label}: `}${value}</p>`,
      )}</section>`;
    case 'notice':
      return markup``;
    default:
      return block satisfies never;
  }
}

const ringOf = (marks: readonly Mark[]): string => (marks.length > 0 ? ' class="ring"' : '');

const numbers = (marks: readonly Mark[]): readonly Html[] =>
  marks.map(
    ({ no, label, language }) =>
      markup`<b class="no" role="img" lang="${language}" aria-label="${label}">${no}</b> `,
  );

const partyHtml = ({ heading, name, lines, small }: PartyBox, marks: readonly Mark[]): Html =>
  markup`<div${new Html(ringOf(marks))}>${numbers(marks)}<p class="small">${heading}</p><p><strong>${name}</strong></p>${lines.map(
    (line) => markup`<p>${breakable(line)}</p>`,
  )}${small.map((line) => markup`<p class="small">${breakable(line)}</p>`)}</div>`;

/** A text of the page, or about it: what must stay together does. */
export function breakable(text: string): Html {
  const pieces = piecesOf(text);
  const isLabel = (n: number): boolean => pieces[n]?.kind === 'label';
  return markup`${pieces.map(({ text: piece, kind }, n) => {
    if (kind) return markup`<span class="${kind}">${breakableValue(piece)}</span>`;
    // The label of an address and the name of its scheme may be wider than a line together.
    return piece === '\u00a0' && isLabel(n - 1) && isLabel(n + 1) ? ' ' : breakableValue(piece);
  })}`;
}

/** In a narrow column an account number breaks behind the blank of a group, and an address that is longer than the column behind its @. */
const breakableValue = (text: string): Html =>
  markup`${text.split(/(?<=@|[A-Z\d]{4}\u00a0)/).map((part, n) => markup`${new Html(n === 0 ? '' : '<wbr />')}${part}`)}`;

const sumsSection = (sums: Sums, places: FindingPlaces): Html =>
  markup`<section><div${new Html(ringOf(places.at('sums')))}>${numbers(places.at('sums'))}${sumsHtml(sums)}</div></section>`;

/** A card that only has codes is left out. */
function cardHtml({ tone, heading, facts, texts }: Card, marks: readonly Mark[]): Html {
  if (facts.length === 0 && texts.length === 0 && marks.length === 0) return markup``;
  return markup`<section>${heading === undefined ? '' : markup`<h3>${heading}</h3>`}${
    facts.length > 0 || marks.length > 0
      ? markup`<dl class="${tone === 'box' ? 'box' : 'box plain'}">${marks.map(markHtml)}${facts.map(factHtml)}</dl>`
      : ''
  }${texts.map((text) => markup`<p>${text}</p>`)}</section>`;
}

/** What is missing has no place of its own, so that it stands first. */
const markHtml = (mark: Mark): Html =>
  markup`<div class="ring" lang="${mark.language}"><dt>${numbers([mark])}${breakable(mark.place ?? '')}</dt><dd>${mark.finding.field}</dd></div>`;

const factHtml = ({ label, value }: Fact): Html =>
  markup`<div${new Html(isHash(value) ? ' class="wide"' : isLong(value) ? ' class="long"' : '')}><dt>${label}</dt><dd>${breakable(value)}</dd></div>`;

function tableHtml({ heading, columns, rows }: Table, places: FindingPlaces): Html {
  const sides = columns.map(({ align }) => align);
  return markup`<h3>${heading}</h3><div class="scroll" tabindex="0" role="region" aria-label="${heading}"><table><tr>${columns.map(
    ({ title, align }) => markup`<th scope="col" class="${align}">${title}</th>`,
  )}</tr>${rows.map((row, line) => {
    const marks = places.onLine(line);
    return markup`<tr${new Html(ringOf(marks))}>${row.cells.map(
      (cell, n) =>
        markup`<td class="${sides[n] ?? 'left'}" data-head="${columns[n]?.title ?? ''}">${n === 0 ? numbers(marks) : ''}${cellHtml(cell)}</td>`,
    )}</tr>`;
  })}</table></div>`;
}

/** It needs a row of its own. */
const isHash = (text: string): boolean => /^\S{41}\S*$/.test(text);

/** A number that is longer than a column needs two, on a phone the row: a Leitweg-ID. */
const isLong = (text: string): boolean => /^(?=\S*\d)\S{17}\S*$/.test(text);

const cellHtml = ({ text, strong, small }: Cell): Html =>
  markup`${strong ? markup`<strong>${text}</strong>` : text}${small.map((line) => markup`<br /><span class="small">${line}</span>`)}`;

const sumsHtml = ({ rows }: Sums): Html =>
  markup`<dl class="sums">${rows.map(
    ({ label, value, strong }) =>
      markup`<dt class="${strong ? 'strong' : ''}">${label}</dt><dd class="${strong ? 'strong' : ''}">${value}</dd>`,
  )}</dl>`;

/** Seller and buyer, in this order. */
export const partiesOf = ({ blocks }: Page): readonly PartyBox[] =>
  blocks.flatMap((block) => (block.block === 'parties' ? block.parties : []));
