/** The answer of a handler. */
export type Reply = JsonReply | FileReply;

export interface JsonReply<Status extends number = number, Json = unknown> {
  readonly status: Status;
  readonly json: Json;
  /** Headers `Set-Cookie`. */
  readonly cookies?: readonly string[];
}

export type FileReply =
  | { readonly status: number; readonly file?: Uint8Array; readonly headers: Headers }
  | { readonly status: number; readonly stream: Streamed; readonly headers: Headers };

/** An answer in JSON. Its type is taken from where it goes, so a member that openapi.yaml does not describe is no more accepted than a wrong one. */
export const answer = <Status extends number, Json>(
  status: Status,
  json: NoInfer<Json>,
): JsonReply<Status, Json> => ({ status, json });

/** A body that is written while it is sent. */
export interface Streamed {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** @param isWhole true once the last byte has been sent. */
  ended(isWhole: boolean): Promise<void>;
}

type Headers = Readonly<Record<string, string>>;
