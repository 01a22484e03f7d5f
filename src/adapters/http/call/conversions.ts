import { type Layer, verdictOf } from 'en16931-rules/vocabulary/layer.ts';
import type { Judged } from '../../../application/checking/check-converted.ts';
import type { Schema } from './contract.ts';
import { findingEntry, judgedLayer } from './reports.ts';

/** A conversion as callers read it. */
export const conversionEntry = ({
  source,
  document,
  file,
  findings,
  losses,
  furtherLosses,
  differences,
  furtherDifferences,
  totals,
  attachments,
  layers,
}: Judged): Schema<'Conversion'> => ({
  source,
  ...(document && { document: document as never }),
  ...(file && {
    file: { media_type: file.mediaType, content_base64: Buffer.from(file.bytes).toString('base64') },
  }),
  ...(layers && verdictEntry(layers)),
  findings: findings.map(findingEntry),
  losses: [...losses],
  further_losses: furtherLosses,
  differences: [...differences],
  further_differences: furtherDifferences,
  totals,
  attachments: [...attachments],
});

const verdictEntry = (layers: readonly Layer[]) => ({
  valid: verdictOf(layers).verdict === 'valid',
  layers: layers.map(judgedLayer),
});
