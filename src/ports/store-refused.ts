/**
 * This process cannot use the store. The message is one sentence for the operator who starts it and names the setting; it is printed
 * without a stack trace.
 */
export class StoreRefused extends Error {
  constructor(
    readonly reason: StoreRefusedReason,
    message: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StoreRefused';
  }
}

export type StoreRefusedReason =
  | 'unreachable'
  | 'in-use'
  | 'not-a-store'
  | 'damaged-log'
  | 'newer-store'
  | 'older-store'
  | 'other-environment'
  | 'wrong-master-key';
