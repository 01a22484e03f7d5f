import type { PackOrigin } from 'en16931-rules/vocabulary/layer.ts';
import type { Compared } from './score.ts';

/** A difference with a known cause: the verdict is the same, and a detail differs. */
interface KnownDifference {
  readonly origin: PackOrigin;
  /** All differences in a layer, as a comparison prints them. */
  readonly detail: RegExp;
  readonly cause: string;
}

const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    origin: 'built-in',
    detail: /^UBL-CR-\d+ warning×\d+, recorded warning×1$/,
    cause:
      'a warning about an unused element (UBL-CR) is counted for each such element here, once for all there',
  },
];

/** @returns the cause of the differences in this layer; undefined if none is known. */
export function causeOf({ origin, comparison }: Compared): string | undefined {
  if (!comparison?.equal) return undefined;
  const causes = comparison.details.map(
    (detail) =>
      KNOWN_DIFFERENCES.find((known) => known.origin === origin && known.detail.test(detail))?.cause,
  );
  const [cause] = causes;
  return causes.every((each) => each === cause) ? cause : undefined;
}

/** Differences without a known cause. */
export const isUnexplained = (compared: Compared): boolean =>
  compared.comparison !== undefined && !compared.comparison.strictlyEqual && causeOf(compared) === undefined;
