import { say } from '../vocabulary/message.ts';
import type { Finding, NonEmpty } from '../vocabulary/finding.ts';
import type { Layer } from '../vocabulary/layer.ts';
import type { CheckAnswer, CheckOrder } from './task.ts';

/** No invoice can be extracted from a PDF: one finding reports that, and no rule runs. */
export function withoutInvoice(findings: NonEmpty<Finding>, { layers }: CheckOrder): CheckAnswer {
  return {
    layers: layers.map(({ layer, source, advisory }): Layer => ({
      layer,
      source,
      pack: null,
      durationMs: 0,
      ...(advisory && { advisory }),
      ...(layer === 'pdf'
        ? { outcome: 'invalid', findings }
        : { outcome: 'not_run', reason: say('pool.no-invoice-can-be-taken-out'), findings: [] }),
    })),
    differences: [],
    faults: [],
  };
}
