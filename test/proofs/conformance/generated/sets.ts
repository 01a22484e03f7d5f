import { english } from '../../../support/words.ts';
import { planFor } from '../../../../src/adapters/piscina/plan.ts';
import { checkRoute } from '../../../../src/domain/routes/check-route.ts';
import type { DocumentBuilder } from '../../../../src/domain/documents/document-builder.ts';
import { isError } from 'en16931-rules/vocabulary/finding.ts';
import { parseCanonical } from '../../../../src/domain/invoice/parse-canonical.ts';
import { readJson } from '../../../../src/domain/json/read-json.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { BuiltDocument } from '../../../../src/domain/documents/built-document.ts';
import { Draws } from './draws.ts';
import { marketInvoice } from './market-invoices.ts';
import { MARKETS, type Market } from './markets.ts';
import type { InstalledEntry } from 'en16931-rules/packs/manifest.ts';
import { DEFAULT_XSD_ENGINE } from 'en16931-rules/pool/task.ts';
import { Occurrences } from './occurrences.ts';
import type { ReferencePool } from '../reference-pool.ts';

/** One syntax of one route. */
export interface GeneratedSet {
  readonly name: string;
  readonly market: Market;
  readonly valid: number;
  /** Refused before a document was built, by members that the generator does not control. */
  readonly refusedEarly: number;
  /** Documents of ours that the official rules refuse, or did not check. */
  readonly faults: readonly string[];
  readonly occurrences: Occurrences;
}

export interface Wanted {
  readonly seed: number;
  /** Valid documents in each set. */
  readonly count: number;
}

interface Tools {
  readonly documents: DocumentBuilder;
  readonly pool: Pick<ReferencePool, 'run'>;
  /** The entries of the packs in use. */
  readonly entries: readonly InstalledEntry[];
}

/** Every syntax of every route. */
export async function generatedSets(wanted: Wanted, tools: Tools): Promise<readonly GeneratedSet[]> {
  const sets: GeneratedSet[] = [];
  for (const market of MARKETS)
    for (const format of market.formats) sets.push(await generatedSet(market, format, wanted, tools));
  return sets;
}

/** A third of the invoices for Romania is refused at once, and with some seeds more than half of 24. */
const MAX_TRIES = 4;

async function generatedSet(
  market: Market,
  format: Format,
  { seed, count }: Wanted,
  tools: Tools,
): Promise<GeneratedSet> {
  const draws = new Draws(seed);
  const occurrences = new Occurrences();
  const faults: string[] = [];
  const judged: Promise<boolean>[] = [];
  let [taken, tries] = [0, 0];
  for (; taken < count && tries < count * MAX_TRIES; tries += 1) {
    const document = marketInvoice(market, draws);
    const built = await builtOf(document, market, format, tools.documents);
    if (typeof built === 'string') faults.push(`${built} of ${JSON.stringify(document)}`);
    if (!built || typeof built === 'string') continue;
    taken += 1;
    occurrences.count(document);
    const judge = async (): Promise<boolean> => {
      const wrong = await faultOf(built, market, tools);
      if (wrong !== undefined) faults.push(`${wrong} of ${JSON.stringify(document)}`);
      return wrong === undefined;
    };
    judged.push(judge());
  }
  const verdicts = await Promise.all(judged);
  return {
    name: `${market.route} ${format}`,
    market,
    valid: verdicts.filter((isValid) => isValid).length,
    refusedEarly: tries - taken,
    faults,
    occurrences,
  };
}

/** @returns undefined if the service refuses the invoice at once with a reason; a fault if it cannot build it. */
async function builtOf(
  document: unknown,
  { route }: Market,
  format: Format,
  documents: DocumentBuilder,
): Promise<BuiltDocument | string | undefined> {
  const read = readJson(JSON.stringify(document));
  const parsed = read.ok ? parseCanonical(read.value) : undefined;
  if (!parsed?.ok) return undefined;
  const { invoice } = parsed;
  const found = [...checkRoute(invoice, route, format), ...documents.limits(invoice, route, format)];
  if (found.some(isError)) return undefined;
  const built = await documents.build(invoice, route, format);
  return built.ok
    ? built.document
    : `not built: ${built.findings.map(({ message }) => english(message)).join(' ')}`;
}

async function faultOf(
  { bytes, syntax, specification: customization, issueDate }: BuiltDocument,
  { route }: Market,
  { pool, entries }: Tools,
): Promise<string | undefined> {
  const document = { bytes, syntax, customization, route, issueDate };
  const { layers, severities } = planFor(document, entries, ENGINES, new Date());
  const answer = await pool.run(bytes, layers, severities);
  if (typeof answer === 'string') return answer;
  const wrong = answer.layers.filter(({ outcome }) => outcome !== 'valid');
  if (wrong.length === 0) return undefined;
  return wrong
    .map((layer) =>
      layer.outcome === 'not_run'
        ? `${layer.layer} did not run: ${english(layer.reason)}`
        : `${layer.layer}: ${layer.findings
            .filter(isError)
            .map(({ code, message }) => `${code} ${english(message)}`)
            .join('; ')}`,
    )
    .join(' | ');
}

const ENGINES = { environment: 'production', ruleEngine: 'compiled', xsdEngine: DEFAULT_XSD_ENGINE } as const;
