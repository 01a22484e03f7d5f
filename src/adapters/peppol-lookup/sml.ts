import { baseAddress } from 'en16931-rules/vocabulary/base-address.ts';
import { createHash } from 'node:crypto';
import type { NaptrRecord } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isUrl } from '../../domain/is-url.ts';
import type { SmpOfParticipant } from '../../ports/participants.ts';
import { PARTICIPANT_SCHEME } from './identifiers.ts';

interface SmlSettings {
  readonly zone: string;
  /** `<host>:<port>` of the resolver; the default is the system's. */
  readonly server?: string;
  /** The time limit of one query, which is made twice. */
  readonly timeoutMs: number;
}

/** The register of participants, queried by DNS (`routes/peppol.md` 3.1). */
export class Sml {
  constructor(private readonly settings: SmlSettings) {}

  /**
   * The SMP of a participant. An internal resolver, and a zone that is wrong or has moved, know no name at all, so a missing one counts
   * only if DNS knows another participant.
   */
  async smpOf(participant: string, sender?: string): Promise<SmpOfParticipant> {
    const resolver = await this.resolver().catch(() => undefined);
    if (!resolver) return { kind: 'unknown', reason: 'the resolver has no address' };
    try {
      return smpAmong(await resolver.resolveNaptr(nameOf(participant, this.settings.zone)));
    } catch (error) {
      const code = codeOf(error);
      if (code === NO_RECORD) return { kind: 'none' };
      if (code !== NO_NAME) return { kind: 'unknown', reason: `DNS ${code}` };
      return (await this.hasParticipants(resolver, sender)) ? { kind: 'none' } : DOUBTFUL;
    }
  }

  private async hasParticipants(resolver: Resolver, sender: string | undefined): Promise<boolean> {
    const { zone } = this.settings;
    const hasSender = async (): Promise<boolean> =>
      sender !== undefined && (await resolver.resolveNaptr(nameOf(sender, zone)).then(() => true, never));
    // RFC 8020: a name that does not exist has none below it; RFC 4592 section 2.2.2: one with names below it exists.
    const hasAny = (): Promise<boolean> =>
      resolver.resolveSoa(`${PARTICIPANT_SCHEME}.${zone}`).then(
        () => true,
        (error: unknown) => codeOf(error) === NO_RECORD,
      );
    return (await Promise.all([hasSender(), hasAny()])).includes(true);
  }

  private async resolver(): Promise<Resolver> {
    const { server, timeoutMs } = this.settings;
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
    if (server !== undefined) resolver.setServers([await addressOf(server)]);
    return resolver;
  }
}

/** Resolves the name of a resolver to its present address. */
async function addressOf(server: string): Promise<string> {
  const [, host = '', port = ''] = /^([^[\]:]+):(\d+)$/.exec(server) ?? [];
  if (host === '' || isIP(host) !== 0) return server;
  const { address, family } = await lookup(host);
  return family === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}

/** Codes of Node: the name does not exist; it has no such record. */
const [NO_NAME, NO_RECORD] = ['ENOTFOUND', 'ENODATA'] as const;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'DNS';
const never = (): boolean => false;

const DOUBTFUL: SmpOfParticipant = {
  kind: 'unknown',
  reason: 'DNS knows no participant of this zone',
  isZoneDoubtful: true,
};

/** SHA-256 of the value in lower case, as base32 without padding in lower case, below the scheme. */
export function nameOf(participant: string, zone: string): string {
  const hash = createHash('sha256').update(participant.toLowerCase(), 'utf8').digest();
  return `${base32(hash)}.${PARTICIPANT_SCHEME}.${zone}`;
}

// RFC 4648 §6. Node has no encoder for it.
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

function base32(bytes: Uint8Array): string {
  let [text, bits, length] = ['', 0, 0];
  for (const byte of bytes) {
    length = (length << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET.charAt((length >> (bits - 5)) & 31);
    length &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET.charAt((length << (5 - bits)) & 31);
}

function smpAmong(records: readonly NaptrRecord[]): SmpOfParticipant {
  const [first] = records
    .filter(({ flags, service }) => /^u$/i.test(flags) && service === 'Meta:SMP')
    .sort((a, b) => a.order - b.order || a.preference - b.preference);
  if (!first) return { kind: 'none' };
  // The pattern covers the whole name in both known forms. No other pattern is evaluated, because it is external input.
  const url = /^!(?:\.\*|\^\.\*\$)!([^!\s]+)!$/.exec(first.regexp)?.[1];
  return url === undefined || !isUrl(url)
    ? { kind: 'unknown', reason: 'DNS record unreadable' }
    : { kind: 'smp', url: baseAddress(url) };
}
