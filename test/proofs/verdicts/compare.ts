/**
 * What a program finds in a document, a line each; empty if it accepts the document. `<layer> did not run` names a layer without a
 * verdict.
 */
export type Verdict = readonly string[];

/** A document of a corpus, with the name that a report prints. */
export interface Named<D> {
  readonly name: string;
  readonly document: D;
}

export type Corpus<D> = Iterable<Named<D>> | AsyncIterable<Named<D>>;

/** Our code, or the judge: the verdict on a document; undefined if there is none. */
export type Engine<D> = (document: D) => Verdict | undefined | Promise<Verdict | undefined>;

/** How two verdicts differ: `+BR-01` only the engine finds, `-BR-02` only the judge; empty if they agree. */
export type Terms = (ours: Verdict, judged: Verdict) => readonly string[];

/** A difference with a known cause. */
export interface Exception {
  /** Part of the document's name; every document if left out. */
  readonly of?: RegExp;
  /** A line of the difference, with its sign. */
  readonly difference: RegExp;
  /** More verdicts than this may not differ so; any number if left out. */
  readonly atMost?: number;
  readonly cause: string;
}

/** A proof of verdicts: corpus × engines × judge, with what is excused. */
export interface Comparison<D> {
  readonly corpus: Corpus<D>;
  /** By the name that a report prints. */
  readonly engines: Readonly<Record<string, Engine<D>>>;
  readonly judge: Engine<D>;
  /** The same findings, unless stated otherwise. */
  readonly by?: Terms;
  readonly exceptions?: readonly Exception[];
}

interface Difference<D> extends Named<D> {
  readonly engine: string;
  readonly lines: readonly string[];
}

export interface Report<D> {
  /** Documents on which the judge has a verdict. */
  readonly compared: number;
  /** Documents that the judge refuses. */
  readonly refused: number;
  readonly notJudged: number;
  /** Verdicts of the engines without a finding. */
  readonly accepted: number;
  /** Verdicts of the engines that differ only by known causes. */
  readonly excused: number;
  /** How many documents the judge has each finding in. */
  readonly findings: ReadonlyMap<string, number>;
  readonly differences: readonly Difference<D>[];
}

export const NOT_RUN = 'did not run';

/** The same findings, each as often. */
const sameFindings: Terms = (ours, judged) => [
  ...without(ours, judged).map((line) => `+${line}`),
  ...without(judged, ours).map((line) => `-${line}`),
];

/** Both accept or both refuse, for whatever reason. */
export const sameAcceptance: Terms = (ours, judged) =>
  ours.length > 0 === judged.length > 0 ? [] : sameFindings(ours, judged);

/** The same findings in every layer that ran on both sides. A finding begins with its layer. */
export const sameLayers: Terms = (ours, judged) => {
  const lost = [...ours, ...judged].filter(isNotRun).map((line) => line.slice(0, -NOT_RUN.length));
  const compared = (verdict: Verdict): Verdict =>
    verdict.filter((line) => !lost.some((layer) => line.startsWith(layer)));
  return sameFindings(compared(ours), compared(judged));
};

const isNotRun = (line: string): boolean => line.endsWith(` ${NOT_RUN}`);

function without(lines: Verdict, others: Verdict): Verdict {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Runs every engine on every document that the judge can judge. An engine without a verdict on such a document differs. */
export async function compare<D>({
  corpus,
  engines,
  judge,
  by = sameFindings,
  exceptions = [],
}: Comparison<D>): Promise<Report<D>> {
  let [compared, refused, notJudged, accepted, excused] = [0, 0, 0, 0, 0];
  const uses = new Map<Exception, number>();
  /** Each exception counts once per verdict, however many of its lines it excuses. */
  const unexcused = (name: string, all: Verdict): Verdict => {
    const used = new Set<Exception>();
    const lines = all.filter((line) => {
      const known = exceptions.find((one) => isExcused(one, name, line));
      if (known) used.add(known);
      return !known || (uses.get(known) ?? 0) >= (known.atMost ?? Infinity);
    });
    for (const known of used) uses.set(known, (uses.get(known) ?? 0) + 1);
    return lines;
  };
  const findings = new Map<string, number>();
  const differences: Difference<D>[] = [];
  for await (const { name, document } of corpus) {
    const judged = await judge(document);
    if (judged === undefined) {
      notJudged += 1;
      continue;
    }
    compared += 1;
    const found = new Set(judged.filter((line) => !isNotRun(line)));
    if (found.size > 0) refused += 1;
    for (const line of found) findings.set(line, (findings.get(line) ?? 0) + 1);
    for (const [engine, run] of Object.entries(engines)) {
      const ours = await run(document);
      const all = ours === undefined ? ['no verdict'] : by(ours, judged);
      const lines = unexcused(name, all);
      if (ours?.length === 0) accepted += 1;
      if (lines.length > 0) differences.push({ name, document, engine, lines });
      else if (all.length > 0) excused += 1;
    }
  }
  return { compared, refused, notJudged, accepted, excused, findings, differences };
}

const isExcused = ({ of, difference }: Exception, name: string, line: string): boolean =>
  (of?.test(name) ?? true) && difference.test(line);
