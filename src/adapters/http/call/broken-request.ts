import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { Server } from 'node:http';
import { inOtherWords } from '../../../domain/words/texts.ts';
import type { Translator } from '../../../domain/words/translator.ts';
import { requestFinding } from '../../../application/requests/request-finding.ts';
import type { AnswersInTurn } from './answers-in-turn.ts';
import { toProblem } from './problem.ts';

interface Answering {
  readonly problemBase: string;
  /** English: what the caller reads is not known. */
  readonly words: Translator;
}

/** Errors of Node's HTTP parser by code. Any other error means that the bytes are not HTTP. */
const REASONS: Readonly<Record<string, Text>> = {
  HPE_HEADER_OVERFLOW: say('calls.headers-are-too-long'),
  ERR_HTTP_REQUEST_TIMEOUT: say('calls.request-did-not-arrive-in-time'),
};

/**
 * Answers bytes that are not HTTP, and headers over 16 KB, with a problem, and closes the connection. Its earlier requests are answered
 * first (RFC 9112 section 9.3.2): an earlier answer would pass for that to an accepted invoice.
 */
export function answerBrokenRequests(
  server: Server,
  turns: Pick<AnswersInTurn, 'whenOver'>,
  { problemBase, words }: Answering,
  newRequestId: () => string,
): void {
  server.on('clientError', (error: Error & { readonly code?: string }, socket) => {
    // The caller has hung up.
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    socket.pause();
    const detail = REASONS[error.code ?? ''] ?? say('calls.request-is-not-valid-http');
    const problem = problemFor(detail, { problemBase, words });
    turns.whenOver(socket, () => socket.end(answerWith(problem, newRequestId())));
  });
}

function problemFor(detail: Text, { problemBase, words }: Answering): string {
  const errors = [requestFinding('request', detail)];
  const { body } = toProblem({ kind: 'bad-request', detail, errors }, problemBase);
  return JSON.stringify(inOtherWords(body, words.text));
}

function answerWith(text: string, requestId: string): string {
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}
