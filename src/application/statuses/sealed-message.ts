/** What is sealed of a status. */
export interface StatusMessage {
  readonly message: Uint8Array;
  /** Identifiers of the sending party, by which its credential is chosen. */
  readonly partyIds: readonly string[];
}

export const messageText = ({ message, partyIds }: StatusMessage): string =>
  JSON.stringify({ message: new TextDecoder().decode(message), partyIds });

export function messageOf(text: string): StatusMessage {
  const { message, partyIds } = JSON.parse(text) as { message: string; partyIds: readonly string[] };
  return { message: new TextEncoder().encode(message), partyIds };
}
