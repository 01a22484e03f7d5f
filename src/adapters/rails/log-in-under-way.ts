import { say } from 'en16931-rules/vocabulary/message.ts';
import type { StatusMapping } from '../../domain/sending/status-mapping.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import { LOG_IN_PAUSE_SECONDS } from '../../ports/sessions.ts';

export const LOG_IN_UNDER_WAY = {
  networkStatus: 'log-in under way',
  source: 'this service',
  meaning: 'later',
  message: say('connections.log-in-under-way'),
} as const satisfies StatusMapping;

/** The answer to a call whose session another process opens. */
export const AWAIT_LOG_IN: { readonly failed: RailAnswer } = {
  failed: { mapping: LOG_IN_UNDER_WAY, retryAfterSeconds: LOG_IN_PAUSE_SECONDS },
};
