/** Scheme of every participant and of every process. */
export const PARTICIPANT_SCHEME = 'iso6523-actorid-upis';
export const PROCESS_SCHEME = 'cenbii-procid-ubl';

/** With or without the scheme before it. */
export function participantFrom(text: string): string | undefined {
  const value = text.trim().replace(new RegExp(`^${PARTICIPANT_SCHEME}::`, 'i'), '');
  return /^\d{4}:\S{1,50}$/.test(value) ? value.toLowerCase() : undefined;
}
