/** How a proof ended. A proof that the budget cut off has shown nothing, whatever its tests printed before. */
export type Played =
  | { readonly end: 'ran'; readonly passed: number; readonly failed: number; readonly skipped: number }
  | { readonly end: 'cut off'; readonly failed: number };

export interface Rotation {
  /** Each proof that ran, and how it ended. */
  readonly ran: ReadonlyMap<string, Extract<Played, { end: 'ran' }>>;
  /** Proofs that were not reached or were cut off. */
  readonly notRun: readonly string[];
  /** Tests that failed in a proof before it was cut off. */
  readonly failedInCut: number;
  /** The proof that the next run starts with. */
  readonly next: string;
}

export interface Turn {
  /** The proof to start with; the first if it is unknown. */
  readonly start: string | undefined;
  /** @returns the time left; no proof starts at 0. */
  left(): number;
  play(proof: string, withinMs: number): Promise<Played>;
}

/** Runs one proof after another until the budget is used or each has run once. */
export async function rotate(proofs: readonly string[], { start, left, play }: Turn): Promise<Rotation> {
  const first = Math.max(0, proofs.indexOf(start ?? ''));
  const order = [...proofs.slice(first), ...proofs.slice(0, first)];
  const ran = new Map<string, Extract<Played, { end: 'ran' }>>();
  const cut: string[] = [];
  let failedInCut = 0;
  for (const [index, proof] of order.entries()) {
    const notRun = [...cut, ...order.slice(index)];
    if (left() <= 0) return { ran, notRun, failedInCut, next: proof };
    const isFirst = index === 0 && order.length > 1;
    const played = await play(proof, isFirst ? left() / 2 : left());
    if (played.end === 'ran') {
      ran.set(proof, played);
      continue;
    }
    failedInCut += played.failed;
    if (!isFirst) return { ran, notRun, failedInCut, next: proof };
    // One that takes longer leaves the others half of the budget; only a larger one shows it.
    cut.push(proof);
  }
  return { ran, notRun: cut, failedInCut, next: order[0] ?? '' };
}

/** `90s`, `10m`, `1h`. @throws Error that names the error. */
export function milliseconds(budget: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(s|m|h)$/.exec(budget) ?? [];
  if (number === undefined) throw new Error(`--budget ${budget} is no time; write 90s, 10m or 1h`);
  return Number(number) * { s: 1000, m: 60_000, h: 3_600_000 }[unit as 's' | 'm' | 'h'];
}

const MAX_SEED = 2 ** 31 - 1;

/** @param text a seed, which stays what it is, or any other text, such as a commit hash. @returns an integer of at most `MAX_SEED`. */
export function seedOf(text: string): number {
  if (/^\d{1,10}$/.test(text) && Number(text) <= MAX_SEED) return Number(text);
  // FNV-1a, 32 bits.
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  return hash >>> 1;
}
