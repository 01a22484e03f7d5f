import { say, sentences } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { ROUTE_PROFILES } from '../../routes/all.ts';
import { PLAUSIBILITY_CODES } from './plausibility.ts';
import { REPEATED_NUMBER, SAME_AS_EARLIER } from './repeated-number.ts';
import { UNUSUAL_TOTAL } from './usual-total.ts';
import { VAT_OF_DAY } from './vat-of-day.ts';

/** What a client's record makes of a content that looks wrong. */
type DoubtMode = 'warn' | 'refuse' | 'off';

/** By code; `warn` where a code is left out. */
export type DoubtModes = Readonly<Record<string, DoubtMode>>;

/** Found at the intake alone: a later check does not look at other invoices. */
const BESIDE_OTHERS = [
  REPEATED_NUMBER.code,
  SAME_AS_EARLIER.code,
  UNUSUAL_TOTAL.code,
  ...ROUTE_PROFILES.flatMap(({ doubts }) => doubts?.refusedCredit.code ?? []),
];

/** The codes that have a mode. */
const DOUBT_CODES: ReadonlySet<string> = new Set([
  ...PLAUSIBILITY_CODES,
  ...BESIDE_OTHERS,
  VAT_OF_DAY.code,
  ...ROUTE_PROFILES.flatMap(({ reports }) => reports?.notReported.code ?? []),
]);

const isDoubt = ({ code, source }: Finding): boolean => source === 'pre-check' && DOUBT_CODES.has(code);

export const hasDoubt = (findings: readonly Finding[]): boolean => findings.some(isDoubt);

export const isBesideOthers = ({ code }: Finding): boolean => BESIDE_OTHERS.includes(code);

/** The findings as the client wants them: a doubt may refuse, or be left out. */
export const byModes = (findings: readonly Finding[], modes: DoubtModes): readonly Finding[] =>
  findings.flatMap((finding): readonly Finding[] => {
    if (!isDoubt(finding)) return [finding];
    const mode = modes[finding.code] ?? 'warn';
    if (mode === 'off') return [];
    return [mode === 'refuse' ? asError(finding) : finding];
  });

const asError = (finding: Finding): Finding => ({
  ...finding,
  severity: 'error',
  fixHint: sentences(finding.fixHint, say('checks.record-of-client-refuses-such-invoices')),
});

/** The intake has judged the doubts; a later check repeats those that it kept. */
export const asAtIntake = (findings: readonly Finding[], remaining: readonly Finding[]): readonly Finding[] =>
  findings.filter((finding) => !isDoubt(finding) || remaining.some(({ code }) => code === finding.code));
