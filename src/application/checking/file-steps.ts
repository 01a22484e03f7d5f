import type { FileReading } from '../../domain/findings/file-reading.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import { type Outcome, outcomeOf } from '../../domain/findings/layer.ts';
import { FILE_KIND, FILE_KINDS_OF, type FileKind } from '../../domain/vocabulary/file-kinds.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { FileSource, Known, OwnStep, StepResult, Subject } from './subject.ts';

type ReadsFile = (source: FileSource) => Promise<FileReading>;

/** What is done with a finished file before the official layers: nothing is mapped, it goes on as it is. */
export const fileSteps = (reads: ReadsFile): readonly OwnStep<FileSource>[] => [
  { layer: 'xml-safety', source: 'XML-safety', atOnce: true, stops: true, take: xmlSafety(reads) },
];

const xmlSafety =
  (reads: ReadsFile) =>
  async ({ source, route }: Subject<FileSource>, known: Known): Promise<StepResult> => {
    const { bytes } = source;
    const read = await reads(source);
    const outcome = outcomeOn(route, read);
    if (read.reading !== 'read' || outcome.outcome !== 'valid') return { outcome, known };
    const kind = FILE_KIND[read.facts.syntax];
    return {
      outcome,
      known: { ...known, document: { kind, mediaType: 'application/xml', bytes, ...read.facts } },
    };
  };

function outcomeOn(route: Route, read: FileReading): Outcome {
  switch (read.reading) {
    case 'refused':
      return outcomeOf(read.findings);
    case 'not_run':
      return { outcome: 'not_run', code: 'KOSIT-RUN', reason: read.reason, findings: [] };
    case 'read': {
      const kind = FILE_KIND[read.facts.syntax];
      return outcomeOf(FILE_KINDS_OF[route].includes(kind) ? [] : [otherKind(route, kind)]);
    }
    default:
      return read satisfies never;
  }
}

const NAMES: Readonly<Record<FileKind, string>> = { ubl: 'UBL', cii: 'CII', fa3: 'FA(3)' };

const otherKind = (route: Route, kind: FileKind): Finding => ({
  code: 'EI-XML-TYPE',
  severity: 'error',
  source: 'XML-safety',
  message: `The file is ${NAMES[kind]}; ${route} takes ${FILE_KINDS_OF[route].map((one) => NAMES[one]).join(' or ')}.`,
  whoFixes: 'erp',
  location: { xpath: '/' },
});
