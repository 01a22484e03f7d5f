import { type Finding, firstFindings } from '../vocabulary/finding.ts';
import { LAYER_SOURCES } from '../layers/layer-selection.ts';
import { ABOUT_BYTES } from './bytes.ts';
import { ABOUT_CONTENT } from './content.ts';
import type { FileRule, KsefFile } from './file-rule.ts';

/** Each row is a rule of the ministry's page on the checking of invoices, 9 April 2026. */
const RULES: readonly FileRule[] = [...ABOUT_BYTES, ...ABOUT_CONTENT];

/** A file that breaks its schema may break a rule a hundred thousand times. */
const MAX_OF_ONE_RULE = 100;

/** Findings that make KSeF refuse a file although it follows its schema. */
export const ksefFileFindings = (file: KsefFile): readonly Finding[] =>
  RULES.flatMap(({ code, breaches }) =>
    firstFindings(
      breaches(file).map(({ severity = 'error', ...breach }) => ({
        code,
        severity,
        source: LAYER_SOURCES['ksef-file'],
        ...breach,
      })),
      MAX_OF_ONE_RULE,
    ),
  );
