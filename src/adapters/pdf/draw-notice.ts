import type { Notice, Remark } from '../../domain/page/page.ts';
import { heightOf, LEFT, type Looks, type SetLine, setLines, type Sheets, WIDTH } from './sheets.ts';
import type { Tag } from './tag.ts';
import type { Style } from './wrap.ts';

const INDENT = 12;

export function remarkLines(looks: Looks, remark: Remark, width: number): readonly SetLine[] {
  const { severity, title, message, hint, facts } = remark;
  const colour = severity === 'error' ? looks.wrong : looks.warned;
  const strong: Style = { ...looks.cellStrong, colour };
  return [
    ...setLines(title, strong, width),
    ...setLines(message, looks.cell, width),
    ...(hint ? setLines(`${hint.label}: ${hint.value}`, looks.cell, width) : []),
    ...facts.flatMap(({ label, value }) => setLines(`${label}: ${value}`, looks.small, width)),
  ];
}

/** The findings in words, above the invoice. */
export function drawNotice(sheets: Sheets, tag: Tag, { heading, intro, remarks }: Notice): void {
  const { looks } = sheets;
  const title = setLines(heading, { ...looks.heading, size: 13, colour: looks.wrong }, WIDTH - 2 * INDENT);
  const opening = setLines(intro, looks.text, WIDTH - 2 * INDENT);
  sheets.need(heightOf(title) + heightOf(opening) + 40);
  const upper = sheets.y;
  const height = heightOf(title) + heightOf(opening) + 14;
  sheets.ground(LEFT, upper, WIDTH, height, '#fdf0f0');
  sheets.ground(LEFT, upper, 4, height, looks.wrong);
  sheets.y += 7;
  const h2 = tag.child('H2');
  sheets.flow(h2, title, LEFT + INDENT);
  h2.end();
  const paragraph = tag.child('P');
  sheets.flow(paragraph, opening, LEFT + INDENT);
  paragraph.end();
  sheets.y = upper + height + 6;
  const list = tag.child('L');
  for (const remark of remarks) drawRemark(sheets, list, remark);
  list.end();
}

function drawRemark(sheets: Sheets, list: Tag, remark: Remark): void {
  const { looks } = sheets;
  const lines = remarkLines(looks, remark, WIDTH - 2 * INDENT);
  const height = heightOf(lines) + 4;
  sheets.need(height);
  if (height <= sheets.left)
    sheets.ground(LEFT, sheets.y, 2, height, remark.severity === 'error' ? looks.wrong : looks.warned);
  sheets.y += 2;
  const item = list.child('LI');
  const body = item.child('LBody', { lang: 'en' });
  sheets.flow(body, lines, LEFT + INDENT);
  body.end();
  item.end();
  sheets.space(8);
}
