import { sentences, type Text } from 'en16931-rules/vocabulary/message.ts';
import { X509Certificate } from 'node:crypto';
import type { Outbound, OutboundAnswer } from '../../ports/outbound.ts';
import type {
  DocumentKindAsked,
  LookedUp,
  Participants,
  SmpOfParticipant,
} from '../../ports/participants.ts';
import { DOCUMENT_SCHEME, PARTICIPANT_SCHEME } from './identifiers.ts';
import { type Asked, readMetadata } from './service-metadata.ts';
import { hasSubject, readSigned } from './signed-answer.ts';
import { Sml } from './sml.ts';

export interface LookUpSettings {
  readonly zone: string;
  /** `<host>:<port>`; the default is the system's resolvers. */
  readonly dns?: string;
  /** The CA certificates for SMPs, PEM, one after the other. */
  readonly trusted: () => Promise<string>;
  /** SMPs may have addresses that clients may not name: those of the sandbox are on this machine. */
  readonly isLocal?: boolean;
  readonly dnsTimeoutMs?: number;
  readonly smpTimeoutMs?: number;
  readonly now?: () => Date;
}

/** Ten times the size of a long answer. */
const MAX_BYTES = 128 * 1024;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

const unknown = (reason: Text): LookedUp => ({ registered: 'unknown', reason });

/** Asks DNS for the participant's SMP, and the SMP for the document type. */
export class PeppolParticipants implements Participants {
  private readonly sml: Sml;
  private readonly now: () => Date;

  constructor(
    private readonly outbound: Outbound,
    private readonly settings: LookUpSettings,
  ) {
    const { zone, dns, dnsTimeoutMs = 2_000, now = () => new Date() } = settings;
    this.now = now;
    this.sml = new Sml({ zone, timeoutMs: dnsTimeoutMs, ...(dns !== undefined && { server: dns }) });
  }

  async smpOf(participant: string, sender?: string): Promise<SmpOfParticipant> {
    const smp = await this.sml.smpOf(participant, sender);
    if (smp.kind !== 'smp') return smp;
    const answer = await this.call(`${smp.url}/${segment(PARTICIPANT_SCHEME, participant)}`);
    return answer.outcome === 'answered' && answer.status === 404 ? { kind: 'none' } : smp;
  }

  async lookUp(participant: string, kind: DocumentKindAsked): Promise<LookedUp> {
    const smp = await this.sml.smpOf(participant, kind.sender);
    if (smp.kind === 'none') return { registered: 'no' };
    if (smp.kind === 'unknown')
      return { ...unknown(smp.reason), ...(smp.isZoneDoubtful && { isZoneDoubtful: true }) };
    const services = `${segment(PARTICIPANT_SCHEME, participant)}/services`;
    const url = `${smp.url}/${services}/${segment(DOCUMENT_SCHEME, kind.documentType)}`;
    try {
      return await this.ask(url, { participant, ...kind });
    } catch (error) {
      return unknown(error instanceof Error ? error.message : 'unreadable answer');
    }
  }

  /** @param signer subject of the required certificate after a redirect; there is no second redirect. */
  private async ask(url: string, question: Asked, signer?: string): Promise<LookedUp> {
    const answer = await this.call(url);
    const failed = failureIn(answer);
    if (failed || answer.outcome !== 'answered') return failed ?? unknown(answer.outcome);
    const xml = new TextDecoder('utf-8', { fatal: true }).decode(answer.body);
    const signed = readSigned(xml, await this.trusted(), this.now());
    if (signer !== undefined && !hasSubject(signed.signer, signer))
      return unknown('signed by another than the redirect names');
    const metadata = readMetadata(signed.content, question, this.now());
    if (metadata.says === 'endpoint')
      return { registered: 'yes', endpoint: metadata.url, ...(metadata.isInactive && { isInactive: true }) };
    if (metadata.says === 'no-endpoint') return { registered: 'no' };
    return signer === undefined
      ? this.ask(metadata.url, question, metadata.subject)
      : unknown('a second redirect');
  }

  private call(url: string): Promise<OutboundAnswer> {
    return this.outbound.call({
      method: 'GET',
      url,
      namedBy: this.settings.isLocal ? 'operator' : 'client',
      timeoutMs: this.settings.smpTimeoutMs ?? 5_000,
      maxBytes: MAX_BYTES,
    });
  }

  /** Read each time: the operator may replace it, and the sandbox creates its own when it starts. */
  private async trusted(): Promise<readonly X509Certificate[]> {
    const pems = (await this.settings.trusted()).match(CERTIFICATE) ?? [];
    return pems.map((pem) => new X509Certificate(pem));
  }
}

const segment = (scheme: string, value: string): string => encodeURIComponent(`${scheme}::${value}`);

/** Answers of an SMP that does not know the participant or document type, or does not accept the identifier. */
const NOT_THERE: ReadonlySet<number> = new Set([400, 404]);

function failureIn(answer: OutboundAnswer): LookedUp | undefined {
  if (answer.outcome !== 'answered') return unknown(sentences(`SMP ${answer.outcome}:`, answer.reason));
  if (NOT_THERE.has(answer.status)) return { registered: 'no' };
  return answer.status === 200 ? undefined : unknown(`SMP status ${answer.status}`);
}
