import { decode, encode, type NaptrAnswer, RECURSION_AVAILABLE, AUTHORITATIVE_ANSWER } from 'dns-packet';
import { PARTICIPANT_SCHEME } from '../identifiers.ts';
import type { Names, Participant } from '../participants.ts';

const TTL_SECONDS = 60;

/** Response codes (RFC 1035 4.1.1), in the field of the flags. */
const NXDOMAIN = 3;

const RECORD = { order: 100, preference: 10, flags: 'U', services: 'Meta:SMP' } as const;

/** A participant's name in any zone: `<hash>.iso6523-actorid-upis.<zone>`. The name above them exists without records. */
const NAME = new RegExp(`^([a-z2-7]{52})\\.${PARTICIPANT_SCHEME}\\..+$`);
const ABOVE = new RegExp(`^${PARTICIPANT_SCHEME}\\..+$`);

/**
 * Answers NAPTR queries about participants.
 * @param smpOf base address in the record of a registered participant.
 * @param report is called with each query: type, name and code of the answer (null without an answer).
 */
export function dnsResponder(
  names: Names,
  smpOf: (who: Participant | undefined) => string,
  report: (type: string, name: string, rcode: number | null) => void,
): (message: Buffer) => Buffer | undefined {
  return (message) => {
    const query = read(message);
    const question = query?.questions?.[0];
    if (!query || !question || query.type !== 'query') return undefined;
    const name = question.name.toLowerCase().replace(/\.$/, '');
    const hash = NAME.exec(name)?.[1];
    const known = hash === undefined ? undefined : names.behind(hash);
    if (known?.dns === 'silent') {
      report(question.type, question.name, null);
      return undefined;
    }
    const isParticipant = hash !== undefined && known?.dns !== 'none';
    const exists = isParticipant || ABOVE.test(name);
    const record: NaptrAnswer = {
      type: 'NAPTR',
      name: question.name,
      ttl: TTL_SECONDS,
      data: { ...RECORD, regexp: `!.*!${smpOf(known)}!`, replacement: '.' },
    };
    report(question.type, question.name, exists ? 0 : NXDOMAIN);
    return encode({
      type: 'response',
      id: query.id ?? 0,
      flags: AUTHORITATIVE_ANSWER | RECURSION_AVAILABLE | (exists ? 0 : NXDOMAIN),
      questions: [question],
      answers: isParticipant && question.type === 'NAPTR' ? [record] : [],
    });
  };
}

function read(message: Buffer): ReturnType<typeof decode> | undefined {
  try {
    return decode(message);
  } catch {
    return undefined;
  }
}
