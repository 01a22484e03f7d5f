import type { Message } from '../../vocabulary/message.ts';

/** Its reason is a clause without a full stop. */
class Failure extends Error {
  constructor(readonly reason: Message) {
    super(reason.say);
  }
}

/** The file, or a part of it, is no valid PDF. */
export class PdfBroken extends Failure {}

/** Part of the file exceeds the budget, so it has no result. */
export class PdfOverLimit extends Failure {}
