import type { Submission } from '../../domain/sending/submission.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';

/** What an event shows of the route. */
export function routeFacts(
  { submission }: { readonly submission?: Submission },
  { raw }: Pick<RailAnswer, 'raw'>,
  { namesSubmissions }: Pick<Rail, 'namesSubmissions'>,
) {
  // The name by which the route knows the submission; undefined until the route has given one.
  const submissionId = submission?.reference ?? (namesSubmissions ? undefined : submission?.id);
  return { ...(submissionId !== undefined && { submissionId }), ...(raw !== undefined && { raw }) };
}
