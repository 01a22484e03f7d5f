import type { Block, Card, Cell, Fact, Page, PartyBox, Sums, Table } from '../../../domain/page/page.ts';
import { type Html, markup } from './page.ts';

/** The invoice's page as HTML: the same texts as in its PDF, without payment codes and pictures. */
export const invoiceHtml = ({ head, blocks, language }: Page): Html =>
  markup`<article class="paper" lang="${language}" aria-label="The invoice">
    <header><p><strong>${head.sender}</strong></p><p><strong>${head.kind}</strong><br />${head.number}</p></header>
    ${blocks.map(blockHtml)}
  </article>`;

function blockHtml(block: Block): Html {
  switch (block.block) {
    case 'parties':
      return markup`<section class="two">${block.parties.map(partyHtml)}</section>`;
    case 'card':
      return cardHtml(block);
    case 'table':
      return markup`<section>${tableHtml(block)}</section>`;
    case 'sums':
      return markup`<section>${sumsHtml(block)}</section>`;
    case 'beside':
      return markup`<section>${tableHtml(block.left)}${sumsHtml(block.right)}</section>`;
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

const partyHtml = ({ heading, name, lines, small }: PartyBox): Html =>
  markup`<div><p class="small">${heading}</p><p><strong>${name}</strong></p>${lines.map(
    (line) => markup`<p>${line}</p>`,
  )}${small.map((line) => markup`<p class="small">${line}</p>`)}</div>`;

/** A card that only has codes is left out. */
function cardHtml({ tone, heading, facts, texts }: Card): Html {
  if (facts.length === 0 && texts.length === 0) return markup``;
  return markup`<section>${heading === undefined ? '' : markup`<h3>${heading}</h3>`}${
    facts.length > 0
      ? markup`<dl class="${tone === 'box' ? 'box' : 'box plain'}">${facts.map(factHtml)}</dl>`
      : ''
  }${texts.map((text) => markup`<p>${text}</p>`)}</section>`;
}

const factHtml = ({ label, value }: Fact): Html => markup`<div><dt>${label}</dt><dd>${value}</dd></div>`;

function tableHtml({ heading, columns, rows }: Table): Html {
  const sides = columns.map(({ align }) => align);
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${heading}"><table><tr>${columns.map(
    ({ title, align }) => markup`<th scope="col" class="${align}">${title}</th>`,
  )}</tr>${rows.map(
    ({ cells }) =>
      markup`<tr>${cells.map((cell, n) => markup`<td class="${sides[n] ?? 'left'}">${cellHtml(cell)}</td>`)}</tr>`,
  )}</table></div>`;
}

const cellHtml = ({ text, strong, small }: Cell): Html =>
  markup`${strong ? markup`<strong>${text}</strong>` : text}${small.map((line) => markup`<br /><span class="small">${line}</span>`)}`;

const sumsHtml = ({ rows }: Sums): Html =>
  markup`<dl class="sums">${rows.map(
    ({ label, value, strong }) =>
      markup`<dt class="${strong ? 'strong' : ''}">${label}</dt><dd class="${strong ? 'strong' : ''}">${value}</dd>`,
  )}</dl>`;

/** The amount due: the last of the sums. */
export function amountOf({ blocks }: Page): string | undefined {
  const sums = blocks.flatMap((block) =>
    block.block === 'sums' ? [block] : block.block === 'beside' ? [block.right] : [],
  );
  return sums.at(-1)?.rows.at(-1)?.value;
}

/** Seller and buyer, in this order. */
export const partiesOf = ({ blocks }: Page): readonly PartyBox[] =>
  blocks.flatMap((block) => (block.block === 'parties' ? block.parties : []));
