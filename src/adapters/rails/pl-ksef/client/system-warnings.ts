import { Newest } from '../../../../domain/newest.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { Log } from '../../../../ports/log.ts';

const HOUR_MS = 3_600_000;
const MAX_KEPT = 100;
const LONGEST = 500;

/** `X-System-Warning: [code]: message`, several joined by a bar (CIRFMF/ksef-docs). Each is logged once an hour. */
export class SystemWarnings {
  private readonly warnedAt = new Newest<number>(MAX_KEPT);

  constructor(
    private readonly log: Pick<Log, 'warn'> | undefined,
    private readonly clock: Clock,
  ) {}

  tell(header: string | undefined, path: string): void {
    for (const text of (header ?? '').split('|')) {
      const warning = text.trim().slice(0, LONGEST);
      if (warning !== '') this.tellOnce(warning, path);
    }
  }

  private tellOnce(warning: string, path: string): void {
    const now = this.clock.now().getTime();
    const warnedAt = this.warnedAt.get(warning);
    if (warnedAt !== undefined && now - warnedAt < HOUR_MS) return;
    this.warnedAt.set(warning, now);
    this.log?.warn({ route: 'PL-KSEF', call: path.replace(/\?.*/s, ''), warning }, 'KSeF warns');
  }
}

/** `[sig-001]: …`: the signature of a log-in is accepted now, and will be refused some day (CIRFMF/ksef-docs). */
const ABOUT_SIGNATURES = /\[sig-\d+\][^|]*/i;

/** The warning about the signature of the call; undefined if there is none. */
export const signatureWarningIn = (header: string | undefined): string | undefined =>
  ABOUT_SIGNATURES.exec(header ?? '')?.[0].trim();
