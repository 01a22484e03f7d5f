import type { Converted } from '../../../ports/converter.ts';
import { answer } from '../call/answer.ts';
import type { Schema } from '../call/contract.ts';
import type { Handlers } from '../call/handlers.ts';
import { findingEntry } from '../call/reports.ts';

export const convertHandlers = {
  convertInvoice: async ({ raw, query }, { useCases }) => {
    const { to, attachments } = query;
    const form = raw.mediaType === 'application/json' ? 'canonical' : 'file';
    const converted = await useCases.convertInvoice.run({ bytes: raw.bytes, form, to, attachments });
    return answer(200, conversion(converted));
  },

  convertSent: async ({ caller, parameters, query }, { useCases }) => {
    const converted = await useCases.convertSent.run(caller, parameters.id, query.attachments);
    return answer(200, conversion(converted));
  },

  convertReceived: async ({ caller, parameters, query }, { useCases }) => {
    const converted = await useCases.convertReceived.run(caller, parameters.id, query.attachments);
    return answer(200, conversion(converted));
  },
} satisfies Partial<Handlers>;

const conversion = ({
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
