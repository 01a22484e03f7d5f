import type { Environment, Route } from '../vocabulary/route.ts';

/** What logs a client in at a route (contract 2.8). Its value is sealed and never shown. */
export interface Credential {
  /** `crd_` and 32 hex digits. */
  readonly id: string;
  readonly client: string;
  readonly route: Route;
  readonly kind: string;
  readonly issuedBy: string;
  /** `YYYY-MM-DD`. */
  readonly issuedOn: string;
  /** `YYYY-MM-DD`; its last day. */
  readonly expiresOn?: string;
  readonly environment: Environment;
  /** The seller that it is for: VAT id, NIP, SIREN or company id. Without one it serves every other. */
  readonly legalEntity?: string;
  /** Under the client's data key. */
  readonly sealedValue: string;
  readonly createdAt: Date;
  readonly revokedAt?: Date;
}

/** How long before its end somebody is told of a credential. */
export const EXPIRY_NOTICE_DAYS = 30;

/** Neither revoked nor past its last day. */
export const isLive = ({ revokedAt, expiresOn }: Credential, now: Date): boolean =>
  revokedAt === undefined && (expiresOn === undefined || expiresOn >= dayOf(now));

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** What may stand once among live credentials of a client. */
export const sameUse = (one: Credential, other: Credential): boolean =>
  one.client === other.client &&
  one.route === other.route &&
  one.kind === other.kind &&
  one.legalEntity === other.legalEntity;

/** Live ones of its seller, else untagged ones; the newest of them first (decisions, "choice"). */
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

/** As it stands, and without the country before it; blanks and case make no difference. */
function entityForms(id: string): readonly string[] {
  const whole = id.replaceAll(/\s/g, '').toUpperCase();
  const bare = whole.replace(/^[A-Z]{2}(?=U?\d)/, '');
  return bare === whole ? [whole] : [whole, bare];
}
