import { say } from 'en16931-rules/vocabulary/message.ts';
import type { CatalogueEntry } from '../../domain/catalogue/entry.ts';
import type { Finding, NonEmpty } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { joinedByCause } from '../../domain/findings/related.ts';
import { type Origin, senderCorrects, whoFixes } from '../../domain/catalogue/who-fixes.ts';
import { whatRuleSays } from '../../domain/catalogue/what-rule-says.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import type { Catalogue } from '../../ports/catalogue.ts';

/** A finding with the catalogue's entry for its code. The finding's own texts win: they are about this case. */
export function explainFinding(finding: Finding, catalogue: Catalogue, origin: Origin = 'built'): Finding {
  const entry = catalogue.find(finding.code);
  const inOwnWords = tellInOwnWords(finding, entry);
  const owner = whoFixes(finding, origin, entry?.whoFixes);
  const about = { ...entry, code: finding.code };
  const whose = { whoFixes: owner, ...(senderCorrects(about, owner, origin) && { senderCanFix: true }) };
  if (!entry) return { ...inOwnWords, ...whose };
  const { fixHint, term } = entry;
  return { fixHint, ...(term !== undefined && { term }), ...inOwnWords, ...whose };
}

/** The catalogue's title for the message of an official pack, if its rule was not told in our words with the figures of the case. */
function tellInOwnWords(finding: Finding, entry: CatalogueEntry | undefined): Finding {
  const { officialMessage, ...inOwnWords } = finding;
  if (officialMessage === undefined || officialMessage !== finding.message)
    return { ...finding, ...(entry && whatRuleSays(finding, entry)) };
  return entry && !entry.isPublished
    ? { ...finding, message: say('networks.sentence', { text: entry.title }) }
    : inOwnWords;
}

export const explainLayers = (
  layers: readonly Layer[],
  catalogue: Catalogue,
  origin: Origin,
): readonly Layer[] =>
  layers.map((layer) => ({
    ...layer,
    findings: layer.findings.map((finding) => explainFinding(finding, catalogue, origin)),
  })) as readonly Layer[];

/** The terms that the rules name, if the catalogue knows them. */
export const withTerms = (layers: readonly Layer[], catalogue: Catalogue): readonly Layer[] =>
  layers.map((layer) => ({
    ...layer,
    findings: layer.findings.map((finding) => {
      const term = finding.term ?? catalogue.find(finding.code)?.term;
      return term === undefined ? finding : { ...finding, term };
    }),
  })) as readonly Layer[];

/**
 * The same failure with its findings explained and joined; any other error unchanged.
 * @param summary of a submission, as far as it was read before it was refused.
 */
export function explainFailure(
  error: unknown,
  catalogue: Catalogue,
  origin: Origin = 'built',
  summary?: InvoiceSummary,
): unknown {
  if (!(error instanceof CallFailed) || error.failure.kind !== 'validation-failed') return error;
  const findings = explainFindings(error.failure.findings, catalogue, origin);
  return new CallFailed({
    kind: 'validation-failed',
    findings: findings as unknown as NonEmpty<Finding>,
    ...(summary && { summary }),
  });
}

/** The findings of the intake, as callers read them. */
export function explainFindings(
  findings: readonly Finding[],
  catalogue: Catalogue,
  origin: Origin = 'built',
): readonly Finding[] {
  const [joined] = joinedByCause([
    { findings: findings.map((one) => explainFinding(one, catalogue, origin)) },
  ]);
  return joined?.findings ?? [];
}
