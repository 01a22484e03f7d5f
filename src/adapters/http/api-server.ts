import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { answerBrokenRequests } from './call/broken-request.ts';

/**
 * Requests and responses are made with the prototypes that Express gives them otherwise one by one. V8 of Node 20 keeps a
 * layout of its own for each object whose prototype was changed, and then every member is looked up the long way: a tenth of
 * the time of an intake.
 */
export function apiServer(app: Express, problemBase: string, newRequestId: () => string): Server {
  class ApiRequest extends IncomingMessage {}
  class ApiResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(ApiRequest.prototype, app.request) as Express['request'];
  app.response = Object.setPrototypeOf(ApiResponse.prototype, app.response) as Express['response'];
  // Node's own answers to a missing Host and to an unknown Expect are no problem documents: the app answers both. It also says
  // itself when a caller who asks first may send its body.
  const options = {
    IncomingMessage: ApiRequest,
    ServerResponse: ApiResponse,
    requireHostHeader: false,
  };
  const server = createServer(options, app).on('checkExpectation', app).on('checkContinue', app);
  answerBrokenRequests(server, problemBase, newRequestId);
  return server;
}
