import type { RouteMessage } from './route-messages.ts';

/** A call to the service in a route's name. */
export interface Callback {
  readonly body: Uint8Array;
  readonly headers: CallbackHeaders;
}

/** Lower-case names; a repeated header is left out. */
export type CallbackHeaders = Readonly<Record<string, string | undefined>>;

/** The hint that there is news; the route itself is asked for its content. */
export interface CallbackHint {
  /** The submission of the news, if it is one of ours. */
  readonly submissionId?: string;
  /** The messages of the call itself, for a route that proves its calls. */
  readonly messages?: readonly RouteMessage[];
}
