import { answer } from '../call/answer.ts';
import { conversionEntry } from '../call/conversions.ts';
import type { Handlers } from '../call/handlers.ts';

export const convertHandlers = {
  convertInvoice: async ({ caller, raw, query }, { useCases }) => {
    const { to, attachments } = query;
    const form = raw.mediaType === 'application/json' ? 'canonical' : 'file';
    const order = { bytes: raw.bytes, form, to, attachments } as const;
    const converted = await useCases.convertInvoice.run(caller, order);
    return answer(200, conversionEntry(converted));
  },

  convertSent: async ({ caller, parameters, query }, { useCases }) => {
    const converted = await useCases.convertSent.run(caller, parameters.id, query.attachments);
    return answer(200, conversionEntry(converted));
  },

  convertReceived: async ({ caller, parameters, query }, { useCases }) => {
    const converted = await useCases.convertReceived.run(caller, parameters.id, query.attachments);
    return answer(200, conversionEntry(converted));
  },
} satisfies Partial<Handlers>;
