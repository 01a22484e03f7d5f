import type { Converted } from '../../../ports/converter.ts';
import type { Schema } from './contract.ts';
import { findingEntry } from './reports.ts';

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
}: Converted): Schema<'Conversion'> => ({
  source,
  ...(document && { document: document as never }),
  ...(file && {
    file: { media_type: file.mediaType, content_base64: Buffer.from(file.bytes).toString('base64') },
  }),
  findings: findings.map(findingEntry),
  losses: [...losses],
  further_losses: furtherLosses,
  differences: [...differences],
  further_differences: furtherDifferences,
  totals,
  attachments: [...attachments],
});
