import { participantOf } from '../../../domain/routing/peppol-document.ts';

/** The scheme of every participant and every process. */
export const PARTICIPANT_SCHEME = 'iso6523-actorid-upis';
export const PROCESS_SCHEME = 'cenbii-procid-ubl';

/** With or without the scheme as prefix. */
export function participantFrom(text: string): string | undefined {
  const value = text.trim().replace(new RegExp(`^${PARTICIPANT_SCHEME}::`, 'i'), '');
  const [, scheme = '', id = ''] = /^(\d{4}):(.*)$/s.exec(value) ?? [];
  return participantOf({ scheme, id });
}
