/** How the ending of an invoice number changes a network's behaviour. */
export interface Played {
  /** Only the first time that the document is sent. */
  readonly once?: true;
}

/**
 * Exact case, at the very end of the number; the longest ending that fits.
 * @param time how often the document has been sent, this time included.
 */
export function endingIn<E extends Played>(
  endings: Readonly<Record<string, E>>,
  number: string,
  time: number,
): E | undefined {
  const [ending] = Object.keys(endings)
    .filter((end) => number.endsWith(end))
    .sort((one, other) => other.length - one.length);
  const matchingEnding = ending === undefined ? undefined : endings[ending];
  return matchingEnding?.once && time > 1 ? undefined : matchingEnding;
}
