import { type Finding, whoActs } from 'en16931-rules/vocabulary/finding.ts';
import type { Worded } from 'en16931-rules/vocabulary/message.ts';
import type { Fact, Notice, Remark } from './page.ts';
import { fact } from './facts.ts';
import type { PageText } from './page-text.ts';
import type { Wording } from './wording.ts';

type WordedFinding = Worded<Finding>;

/** The path of a finding's line in the caller's document, or in a finished file of each syntax. */
const LINE_PLACES = [
  { like: /^lines\[(\d\d*)\]/, from: 0 },
  { like: /\/(?:\w\w*:)?(?:InvoiceLine|CreditNoteLine)\[(\d\d*)\]/, from: 1 },
  { like: /\/(?:\w\w*:)?IncludedSupplyChainTradeLineItem\[(\d\d*)\]/, from: 1 },
  { like: /\/(?:\w\w*:)?FaWiersz\[(\d\d*)\]/, from: 1 },
] as const;

/** The line that a finding is about, counted from 0. */
export function lineOf({ field, location }: Pick<WordedFinding, 'field' | 'location'>): number | undefined {
  for (const place of [field, location?.xpath])
    for (const { like, from } of LINE_PLACES) {
      const [, position] = like.exec(place ?? '') ?? [];
      if (position !== undefined) return Number(position) - from;
    }
  return undefined;
}

/** The remarks on each line. */
export function remarksByLine(
  findings: readonly WordedFinding[],
  wording: Wording,
): ReadonlyMap<number, readonly Remark<PageText>[]> {
  const lines = new Map<number, Remark<PageText>[]>();
  for (const finding of findings) {
    const line = lineOf(finding);
    if (line !== undefined) lines.set(line, [...(lines.get(line) ?? []), remark(finding, wording)]);
  }
  return lines;
}

/**
 * The reasons of the refusal, as the first block.
 * @param lineIds BT-126 of each line.
 */
export const notice = (
  findings: readonly WordedFinding[],
  lineIds: readonly (string | undefined)[],
  wording: Wording,
): Notice<PageText> => ({
  block: 'notice',
  heading: wording.label('notAccepted'),
  intro: wording.label('notAcceptedIntro'),
  remarks: findings.map((finding) => remark(finding, wording, placeOf(finding, lineIds, wording))),
});

function placeOf(
  finding: WordedFinding,
  lineIds: readonly (string | undefined)[],
  wording: Wording,
): readonly Fact<PageText>[] {
  const line = lineOf(finding);
  const named =
    line === undefined ? undefined : wording.label('line', { id: lineIds[line] ?? String(line + 1) });
  const place = finding.field ?? finding.location?.xpath;
  const owner = whoActs(finding.whoFixes, finding.senderCanFix);
  return [
    ...fact(wording, 'place', [named, place, finding.term].filter((part) => part !== undefined).join(', ')),
    ...fact(wording, 'whoFixes', owner && wording.words.owners[owner]),
  ];
}

function remark(
  finding: WordedFinding,
  wording: Wording,
  facts: readonly Fact<PageText>[] = [],
): Remark<PageText> {
  const { severity, code, message, fixHint } = finding;
  const [hint] = fact(wording, 'whatToDo', fixHint);
  return {
    severity,
    title: `${wording.words.severities[severity]} ${code}`,
    message,
    ...(hint && { hint }),
    facts,
  };
}
