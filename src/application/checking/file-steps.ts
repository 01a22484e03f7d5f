import { choice, say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { checkFilePlausibility } from '../../domain/checks/pre-check/file-plausibility.ts';
import { levelOf } from 'en16931-rules/vocabulary/facturx.ts';
import { saysPdf } from 'en16931-rules/vocabulary/pdf-header.ts';
import type { FileReading } from '../../domain/findings/file-reading.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { type Outcome, outcomeOf } from 'en16931-rules/vocabulary/layer.ts';
import { lastDayToFile } from '../../domain/lifecycle/deadlines.ts';
import { profileOf } from '../../domain/routes/all.ts';
import { notReportedFile } from '../../domain/routes/sales-beside.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { FILE_KIND, type FileKind } from 'en16931-rules/vocabulary/file-kinds.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { ExaminedDocument, FileSource, Progress, OwnStep, StepResult, Subject } from './subject.ts';

type ReadsFile = (source: FileSource) => Promise<FileReading>;
type Read = Extract<FileReading, { readonly reading: 'read' }>;

/** The steps of a finished file before the official layers: nothing is mapped, the file goes on unchanged. */
export const fileSteps = (reads: ReadsFile): readonly OwnStep<FileSource>[] => [
  { layer: 'xml-safety', source: 'XML-safety', atOnce: true, stops: true, take: xmlSafety(reads) },
  {
    layer: 'pre-check',
    source: 'pre-check',
    atOnce: true,
    stops: false,
    when: ({ source }) => source.arrival !== undefined,
    isQuiet: () => true,
    take: preCheck,
  },
];

const xmlSafety =
  (reads: ReadsFile) =>
  async ({ source, route }: Subject<FileSource>, progress: Progress): Promise<StepResult> => {
    const { bytes } = source;
    const read = await reads(source);
    const outcome = outcomeOn(route, read, source);
    if (read.reading !== 'read') return { outcome, progress };
    const known = { ...progress, summary: read.summary };
    if (outcome.outcome !== 'valid') return { outcome, progress: known };
    return { outcome, progress: { ...known, document: documentOf(read, bytes) } };
  };

/** What looks wrong: the thread that read the file has found most of it, and does not know the day. */
function preCheck({ source: { arrival }, route }: Subject<FileSource>, progress: Progress): StepResult {
  const { doubts: findings = [], issueDate, addressing } = progress.document ?? {};
  const doubts = [...findings, ...(route && addressing ? notReportedFile(addressing, route) : [])];
  if (!issueDate) return { outcome: outcomeOf(doubts), progress };
  const fileBy = route === null ? undefined : lastDayToFile(route, issueDate);
  const ofDay = checkFilePlausibility({ issueDate }, { day: arrival?.day, fileBy });
  return { outcome: outcomeOf([...doubts, ...ofDay]), progress };
}

function documentOf(
  { facts, addressing, doubts, purchase, embedded }: Read,
  bytes: Uint8Array,
): ExaminedDocument {
  const read = { bytes, ...facts, addressing, ...(doubts && { doubts }), ...(purchase && { purchase }) };
  return embedded
    ? { kind: 'pdf', mediaType: 'application/pdf', ...read, embedded }
    : { kind: FILE_KIND[facts.syntax], mediaType: 'application/xml', ...read };
}

function outcomeOn(route: Route | null, read: FileReading, { bytes, isReceived }: FileSource): Outcome {
  switch (read.reading) {
    case 'refused':
      return outcomeOf(read.findings);
    case 'not_run':
      return {
        outcome: 'not_run',
        code: saysPdf(bytes) ? 'EI-PDF-CHECK' : 'KOSIT-RUN',
        reason: read.reason,
        findings: [],
      };
    case 'read': {
      const reason = reasonAgainst(route, read, isReceived);
      return outcomeOf(reason === undefined ? [] : [wrongKindFinding(reason, wayOut(route, read))]);
    }
    default:
      return read satisfies never;
  }
}

const NAMES: Readonly<Record<FileKind, Text>> = {
  ubl: 'UBL',
  cii: 'CII',
  fa3: 'FA(3)',
  'fa-rr': 'FA_RR(1)',
  pdf: say('calls.pdf-with-invoice-in-it'),
};

/** As people call it. */
export const nameOfKind = (kind: string): Text => rowOf(NAMES, kind) ?? kind;

/** Why a route does not accept a file; undefined if it does, and without a route. */
function reasonAgainst(route: Route | null, { facts, embedded }: Read, isReceived = false): Text | undefined {
  if (route === null) return undefined;
  const inside = FILE_KIND[facts.syntax];
  const kind = embedded ? 'pdf' : inside;
  const { fileKinds, alsoDelivers, hybrids } = profileOf(route);
  if (!fileKinds.includes(kind) && !(isReceived && alsoDelivers.includes(kind))) {
    const taken = fileKinds.map((one) => NAMES[one]);
    return say('calls.file-is-accepts', {
      kind: NAMES[kind],
      route,
      formats: choice(taken),
    });
  }
  if (!embedded) return undefined;
  if (inside !== 'cii')
    return say('calls.invoice-in-pdf-is-pdf-may-contain-only', { element: NAMES[inside] });
  const level = levelOf(facts.specification)?.level;
  const isLeftOut = level !== undefined && hybrids?.levelsNotTaken.includes(level);
  return isLeftOut ? say('calls.invoice-in-pdf-is-of-level-which-is', { level, route }) : undefined;
}

/** What to do with it, if the route says more than the kinds that it accepts. */
const wayOut = (route: Route | null, { facts, embedded }: Read): Text | undefined =>
  route === null || embedded ? undefined : profileOf(route).otherFiles[FILE_KIND[facts.syntax]];

const wrongKindFinding = (message: Text, fixHint: Text | undefined): Finding => ({
  code: 'EI-XML-TYPE',
  severity: 'error',
  source: 'XML-safety',
  message,
  ...(fixHint && { fixHint }),
  whoFixes: 'erp',
  location: { xpath: '/' },
});
