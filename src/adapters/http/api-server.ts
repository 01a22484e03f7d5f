import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { AnswersInTurn } from './call/answers-in-turn.ts';
import { answerBrokenRequests } from './call/broken-request.ts';

/**
 * Creates requests and responses with the prototypes that Express otherwise sets on each of them. V8 of Node 20 gives an object
 * whose prototype changes a layout of its own, which makes every member access slow: a tenth of the time of an intake.
 */
export function apiServer(
  app: Express,
  answering: Parameters<typeof answerBrokenRequests>[2],
  newRequestId: () => string,
): Server {
  class ApiRequest extends IncomingMessage {}
  class ApiResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(ApiRequest.prototype, app.request) as Express['request'];
  app.response = Object.setPrototypeOf(ApiResponse.prototype, app.response) as Express['response'];
  // Node's own answers to a missing Host and an unknown Expect are not problem documents, so the app answers both. It also
  // answers `Expect: 100-continue` itself.
  const options = {
    IncomingMessage: ApiRequest,
    ServerResponse: ApiResponse,
    requireHostHeader: false,
  };
  const server = createServer(options);
  answerBrokenRequests(server, new AnswersInTurn(server, app), answering, newRequestId);
  return server;
}
