import type { RatePolicy } from '../../../domain/failures.ts';

/**
 * `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-11 (May 2026, work in progress). A policy there has one
 * window, so each window of ours is a policy: `"submit-60s";q=600;w=60`.
 */
export const policyHeader = (policies: readonly RatePolicy[]): string =>
  policies
    .flatMap(({ name, windows }) => windows.map((window) => ({ name, ...window })))
    .map(({ name, seconds, limit }) => `"${named(name, seconds)}";q=${limit};w=${seconds}`)
    .join(', ');

const named = (policy: string, seconds: number): string => `${policy}-${seconds}s`;

/** Of a refused call: nothing remains until the time of `Retry-After`. */
export function rateLimitHeaders(refused: {
  readonly retryAfterSeconds: number;
  readonly policy?: RatePolicy;
}): Readonly<Record<string, string>> {
  const { policy, retryAfterSeconds } = refused;
  const wait = Math.max(1, Math.ceil(retryAfterSeconds));
  // A full window frees up at its end, so the wait is not longer than the window.
  const full = policy?.windows
    .toSorted((one, other) => one.seconds - other.seconds)
    .find(({ seconds }) => seconds >= wait);
  if (!policy || !full) return {};
  return {
    'RateLimit-Policy': policyHeader([policy]),
    RateLimit: `"${named(policy.name, full.seconds)}";r=0;t=${wait}`,
  };
}
