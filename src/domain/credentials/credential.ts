import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import { DAY_MS } from '../lifecycle/day-counts.ts';
import type { Environment, Route } from '../vocabulary/route.ts';

/** A client's log-in at a route (contract 2.8). Its value is sealed and never shown. */
export interface Credential {
  /** `crd_` and 32 hex digits. */
  readonly id: string;
  readonly client: string;
  readonly route: Route;
  readonly kind: string;
  readonly issuedBy: string;
  /** `YYYY-MM-DD`. */
  readonly issuedOn: string;
  /** `YYYY-MM-DD`; the last day on which it is used. */
  readonly expiresOn?: string;
  readonly environment: Environment;
  /** The seller of the credential: VAT id, NIP, SIREN or company id. A credential without one serves all sellers without their own. */
  readonly legalEntity?: string;
  /** Sealed under the client's data key. */
  readonly sealedValue: string;
  readonly createdAt: Date;
  /** What the route had against it at the last daily look; absent if nothing. */
  readonly problem?: Text;
  readonly revokedAt?: Date;
}

/** How long before its end a credential is reported. */
const EXPIRY_NOTICE_DAYS = 30;

/** Neither revoked nor past its last day. */
export const isLive = ({ revokedAt, expiresOn }: Credential, now: Date): boolean =>
  revokedAt === undefined && (expiresOn === undefined || expiresOn >= dayOf(now));

/** Today and the last day of the period in which an end is reported. */
export const noticePeriod = (now: Date): { readonly from: string; readonly to: string } => ({
  from: dayOf(now),
  to: dayOf(new Date(now.getTime() + EXPIRY_NOTICE_DAYS * DAY_MS)),
});

/** Whether both have the same use, which only one live credential of a client may have. */
export const sameUse = (one: Credential, other: Credential): boolean =>
  one.client === other.client &&
  one.route === other.route &&
  one.kind === other.kind &&
  one.legalEntity === other.legalEntity;

/** Live credentials of the seller, else those without a seller; the newest first (decisions, "choice"). */
export function fitting(
  credentials: readonly Credential[],
  sellerIds: readonly string[],
  now: Date,
): readonly Credential[] {
  const live = credentials.filter((one) => isLive(one, now));
  const seller = new Set(sellerIds.flatMap(entityForms));
  const tagged = live.filter(
    ({ legalEntity }) =>
      legalEntity !== undefined && entityForms(legalEntity).some((form) => seller.has(form)),
  );
  const fit = tagged.length > 0 ? tagged : live.filter(({ legalEntity }) => legalEntity === undefined);
  return [...fit].sort((one, other) => Number(other.createdAt) - Number(one.createdAt));
}

/** The id as it is, and without the country before it; blanks and case make no difference. */
function entityForms(id: string): readonly string[] {
  const whole = id.replaceAll(/\s/g, '').toUpperCase();
  const bare = whole.replace(/^[A-Z]{2}(?=U?\d)/, '');
  return bare === whole ? [whole] : [whole, bare];
}
