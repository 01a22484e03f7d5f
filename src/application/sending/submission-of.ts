import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Submission } from '../../domain/sending/submission.ts';
import type { Rail, Rails } from '../../ports/rail/rail.ts';

export function requireSubmission({ id, submission }: Pick<InvoiceRecord, 'id' | 'submission'>): Submission {
  if (!submission) throw new Error(`invoice ${id} has no submission`);
  return submission;
}

export function railOf({ route }: Pick<InvoiceRecord, 'route'>, { rails }: { readonly rails: Rails }): Rail {
  const rail = rails.get(route);
  if (!rail) throw new Error(`the route ${route} has no rail`);
  return rail;
}
