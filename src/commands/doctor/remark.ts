/** What was looked at. `look`: it works, and somebody should look at it. */
export interface Remark {
  readonly about: string;
  readonly verdict: 'ok' | 'look' | 'wrong';
  readonly says: string;
  /** What to do; nothing if left out. */
  readonly remedy?: string;
}

export const ok = (about: string, says: string): Remark => ({ about, verdict: 'ok', says });

export const look = (about: string, says: string, remedy: string): Remark => ({
  about,
  verdict: 'look',
  says,
  remedy,
});

export const wrong = (about: string, says: string, remedy: string): Remark => ({
  about,
  verdict: 'wrong',
  says,
  remedy,
});
