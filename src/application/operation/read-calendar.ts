import type { Caller } from '../../domain/access/caller.ts';
import { type Credential, noticePeriod } from '../../domain/credentials/credential.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import type { InstalledRules, RulePacks } from '../../ports/rule-packs.ts';
import { listedClient, packsShownTo } from '../access/tenancy.ts';

interface Ports {
  readonly credentialStore: Pick<CredentialStore, 'expiring'>;
  readonly packs: RulePacks;
  readonly clock: Clock;
}

/** What happens on a day, `YYYY-MM-DD`. The day on which something ends is its last one. */
export type CalendarRow =
  | { readonly day: string; readonly change: 'ends'; readonly credential: Credential }
  | { readonly day: string; readonly change: 'begins' | 'ends'; readonly pack: InstalledRules };

/** Credentials of one answer. */
const MAX_CREDENTIALS = 500;

/** What begins or ends soon, while there is time to act (extension). */
export class ReadCalendar {
  constructor(private readonly ports: Ports) {}

  /** The soonest first. @throws CallFailed `not-found` when a client key names another client. */
  async run(caller: Caller, named: string | undefined): Promise<readonly CalendarRow[]> {
    const { credentialStore, packs, clock } = this.ports;
    const client = listedClient(caller, named);
    const { from, to } = noticePeriod(clock.now());
    const credentials = await credentialStore.expiring(from, to, MAX_CREDENTIALS, client);
    const rows: readonly CalendarRow[] = [
      ...credentials.map(
        (credential) => ({ day: credential.expiresOn!, change: 'ends', credential }) as const,
      ),
      ...packRows(packsShownTo(caller, await packs.entries())),
    ];
    return rows
      .filter(({ day }) => day >= from && day <= to)
      .sort((one, other) => (one.day < other.day ? -1 : 1));
  }
}

/** A pack has an entry for each syntax; it begins once. */
function packRows(entries: readonly InstalledRules[]): readonly CalendarRow[] {
  const rows = entries.flatMap((pack) => [
    ...(pack.validFrom === null ? [] : [{ day: pack.validFrom, change: 'begins', pack } as const]),
    ...(pack.validUntil === null ? [] : [{ day: pack.validUntil, change: 'ends', pack } as const]),
  ]);
  const nameOf = ({ day, change, pack }: (typeof rows)[number]): string =>
    [day, change, pack.layer, pack.id, pack.version, pack.origin].join(' ');
  return [...new Map(rows.map((row) => [nameOf(row), row])).values()];
}
