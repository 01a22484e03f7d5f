import type { Server } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { Translator } from '../../domain/words/translator.ts';
import type { ApiDeps } from './call/api-deps.ts';
import { apiServer } from './api-server.ts';
import { agentHandlers } from './agents/agents.ts';
import { auditHandlers } from './audit/audit.ts';
import { batchHandlers } from './batch/batch.ts';
import { callOf } from './call/call.ts';
import { speakLanguage } from './call/in-language.ts';
import { innerCall } from './call/inner-call.ts';
import { webhookHandlers } from './webhooks/webhooks.ts';
import { eventHandlers } from './events/events.ts';
import { exportHandlers } from './exports/exports.ts';
import { serveConsole } from './console/console.ts';
import { clientHandlers } from './clients/clients.ts';
import { handleCallbacks } from './callbacks/callbacks.ts';
import { readCode } from './codes/codes.ts';
import { calendarHandlers } from './calendar/calendar.ts';
import { careHandlers } from './care/care.ts';
import { checkHandlers } from './validation/checks.ts';
import { limitConnections } from './connection-limit.ts';
import { connectionHandlers } from './connections/connections.ts';
import { serveConsents } from './connections/consents.ts';
import { convertHandlers } from './convert/convert.ts';
import { credentialHandlers } from './credentials/credentials.ts';
import { describeService } from './reference/describe-service.ts';
import type { OpenOperationId, OperationId, OperationReply } from './call/contract.ts';
import type { Handlers, HandlerContext, OpenCall, OperationCall } from './call/handlers.ts';
import { answerOnce } from './call/idempotent.ts';
import { invoiceHandlers } from './invoices/invoices.ts';
import { packHandlers } from './packs/packs.ts';
import { radarHandlers } from './radar/radar.ts';
import { refusalHandlers } from './refusals/refusals.ts';
import { summaryHandlers } from './summaries/summaries.ts';
import { openShare, openSharedPage, shareHandlers } from './shares/shares.ts';
import { endSession, readSession, sessionHandlers } from './sessions/sessions.ts';
import { serveSignIn } from './sessions/sign-in.ts';
import { routeHandlers } from './routes/routes.ts';
import { clockHandlers } from './clock/clock.ts';
import { workerHandlers } from './workers/workers.ts';
import { proofHandlers, signingKeys } from './proof/proof.ts';
import { registrationHandlers } from './registrations/registrations.ts';
import { receivedHandlers } from './received/received.ts';
import { reportHandlers } from './reports/reports.ts';
import { lookUpHandlers } from './lookup/lookup.ts';
import { keyHandlers } from './keys/keys.ts';
import { statusHandlers } from './statuses/statuses.ts';
import { answerError } from './call/answer-error.ts';
import { begin } from './call/begin.ts';
import { admit, admitKeyless, checkKey, countCalls, findPath, needPath, takeBody } from './call/pipeline.ts';
import { headAsGet, needOneHost, speakPlainHttp, useOriginForm } from './call/plain-http.ts';
import { answer, type FileReply, type Reply } from './call/answer.ts';
import { sendReply, sendStream } from './call/reply.ts';
import { handlerView } from './call/validator-view.ts';
import { traceCalls } from './call/trace-calls.ts';
import { SampledLines } from './call/sampled-lines.ts';
import { securityHeaders } from './reference/security-headers.ts';

/**
 * The API of openapi.yaml. The steps run in the order of checks that callers see: path, key (401), method (405), scope (403),
 * rate (429), size (413), content type (415), shape (400). The handlers check tenancy, idempotency and the invoice.
 * @returns a server that does not listen yet.
 */
export function createApi(deps: ApiDeps): Server {
  const { description } = deps;
  const { operations } = description;
  for (const { id, scope, planned } of operations.all)
    if (scope && !planned && !Object.hasOwn(HANDLERS, id))
      throw new Error(`openapi.yaml: nothing handles ${id}`);
  const lines = new SampledLines(deps.log);
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.enable('strict routing').enable('case sensitive routing');
  app.set('query parser', 'simple').set('trust proxy', deps.settings.trustProxy);
  app.use(
    begin(deps, lines),
    speakLanguage(deps),
    securityHeaders,
    speakPlainHttp,
    needOneHost,
    useOriginForm,
    headAsGet,
    findPath(operations),
    admitKeyless(deps),
    onlyRead(describeService(deps)),
    onlyRead(serveConsole(deps)),
    onlyRead(serveSignIn(deps)),
    onlyRead(serveConsents(deps)),
    needPath,
    countCalls(deps),
  );
  if (deps.tracing) app.use(traceCalls(deps.tracing));
  if (deps.answers) app.use(deps.answers);
  app.use(handleCallbacks(deps));
  app.use(checkKey(deps), admit(deps), takeBody(deps), description.requests);
  app.use(handle(deps, app));
  app.use(answerError(deps));
  const server = apiServer(
    app,
    { problemBase: deps.settings.problemBase, words: new Translator('en', deps.words.in('en')) },
    () => deps.ids.next('req'),
  );
  limitConnections(server, deps.log);
  return server.on('close', () => lines.close());
}

/** Express answers OPTIONS by itself where a page is; like any other method, it is answered as an unknown path is. */
const onlyRead =
  (pages: RequestHandler): RequestHandler =>
  (req, res, next) =>
    req.method === 'GET' || req.method === 'HEAD' ? pages(req, res, next) : next();

const HANDLERS: Handlers = {
  ...invoiceHandlers,
  ...checkHandlers,
  ...convertHandlers,
  ...calendarHandlers,
  ...careHandlers,
  ...keyHandlers,
  ...lookUpHandlers,
  ...packHandlers,
  ...radarHandlers,
  ...workerHandlers,
  ...clockHandlers,
  ...routeHandlers,
  ...sessionHandlers,
  ...shareHandlers,
  ...refusalHandlers,
  ...summaryHandlers,
  ...receivedHandlers,
  ...registrationHandlers,
  ...connectionHandlers,
  ...reportHandlers,
  ...credentialHandlers,
  ...eventHandlers,
  ...clientHandlers,
  ...exportHandlers,
  ...webhookHandlers,
  ...agentHandlers,
  ...auditHandlers,
  ...batchHandlers,
  ...proofHandlers,
  ...statusHandlers,
};

function handle(deps: ApiDeps, app: Express): RequestHandler {
  const { useCases, digests, settings, share, agents, words } = deps;
  const { problemBase } = settings;
  const { keepRefusal } = useCases;
  const ports = { answerOnce: useCases.answerOnce, keepRefusal, digests, problemBase };
  return async (request, res) => {
    const { requestId, operation, parameters, caller, body, confirmKey, confirming, translator } =
      callOf(res);
    if (!operation || !body || !parameters || !translator)
      throw new Error('a step of the pipeline is missing');
    const { query } = request;
    if (!caller)
      return sendReply(
        res,
        await answerOpen(operation.id as OpenOperationId, deps, {
          requestId,
          request,
          parameters,
          query,
          translator,
        }),
      );
    const once: HandlerContext['once'] = async (call, repeatable, work) => {
      await answerOnce(ports, call, repeatable, res, work);
      return undefined;
    };
    if (caller.kind === 'client' && operation.changes)
      await useCases.admitClient.run(caller.client, 'change');
    const checked = handlerView(body.json, request.body);
    const reply = await answerCall(
      operation.id as OperationId,
      { requestId, request, parameters, query, caller, raw: body, body: checked, translator },
      { useCases, words, settings, share, agents, once, inner: (sent) => innerCall(app, request, sent) },
    );
    // An answer given once under its key has waited for it beside the claim.
    if (reply) await confirming;
    if (reply && 'stream' in reply) await sendStream(res, reply, confirmKey);
    else if (reply) await sendReply(res, reply);
  };
}

/** The description has been checked: it names the operation, and path, query and body have its shape. */
const answerCall = <Id extends OperationId>(
  id: Id,
  call: Unshaped<OperationCall<Id>>,
  ports: HandlerContext,
): Promise<Reply | undefined> => HANDLERS[id](call as OperationCall<Id>, ports);

type Unshaped<ShapedCall> = Omit<ShapedCall, 'parameters' | 'query' | 'body'> & {
  readonly parameters: unknown;
  readonly query: unknown;
  readonly body?: unknown;
};

/** Calls without a key. */
const OPEN: { readonly [Id in OpenOperationId]: OpenHandler<Id> } = {
  readHealth: health,
  readSession,
  endSession,
  readSigningKeys: signingKeys,
  readCode,
  openShare,
  openSharedPage,
};

type OpenHandler<Id extends OpenOperationId> = (
  deps: ApiDeps,
  call: OpenCall<Id>,
) => Promise<OperationReply<Id> | FileReply>;

function answerOpen<Id extends OpenOperationId>(
  id: Id,
  deps: ApiDeps,
  call: Unshaped<OpenCall<Id>>,
): Promise<Reply> {
  if (!Object.hasOwn(OPEN, id)) throw new Error(`openapi.yaml: nothing handles ${id} without a key`);
  return OPEN[id](deps, call as OpenCall<Id>);
}

async function health(
  { useCases, settings }: ApiDeps,
  { query }: OpenCall<'readHealth'>,
): Promise<OperationReply<'readHealth'>> {
  const { status, checks } = await useCases.reportHealth.run(query.without);
  const { version, environment, partySearch } = settings;
  const json = { status, version, environment, party_search: partySearch, checks };
  return status === 'ok' ? answer(200, json) : answer(503, json);
}
