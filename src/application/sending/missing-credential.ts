import { say } from 'en16931-rules/vocabulary/message.ts';
import { profileOf } from '../../domain/routes/all.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../domain/sending/status-mapping.ts';
import type { Route } from '../../domain/vocabulary/route.ts';

/** No live credential logs in on the route. Its hints name the kinds that would, the call, and the page with the form of the value. */
export function missingCredential(route: Route): StatusMapping {
  const { credentials, offline } = profileOf(route);
  const values = {
    kinds: credentials.kinds.filter((kind) => kind !== offline?.credentialKind).join(', '),
    page: `/docs/routes/${route.toLowerCase()}.md#the-credential`,
  };
  return {
    ...COMMON_STATUSES.credentialMissing,
    fixHint: say('findings.credential-missing.hint', values),
    hintAtLast: say('findings.credential-missing.hint-at-last', values),
  };
}
