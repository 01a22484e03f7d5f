import { say } from 'en16931-rules/vocabulary/message.ts';
import type { RequestHandler } from 'express';
import { badRequest } from '../../../application/requests/request-finding.ts';
import { callOf } from './call.ts';
import { onlyHeader } from './headers.ts';

/**
 * Refuses requests that Node's parser accepts and the service does not understand, and closes the connection: the start of the
 * next request is unknown.
 */
export const speakPlainHttp: RequestHandler = (req, res, next) => {
  const error = otherVersion(req.httpVersion) ?? otherCoding(req.headers['transfer-encoding']);
  if (!error) return next();
  res.set('Connection', 'close');
  next(error);
};

const otherVersion = (version: string) =>
  version === '1.1' || version === '1.0'
    ? undefined
    : badRequest('request', say('calls.http-is-not-supported-use-http-1-1', { version }));

/** RFC 9112 section 6.1: an unknown coding must not be guessed. */
const otherCoding = (coding: string | undefined) =>
  coding === undefined || coding.trim().toLowerCase() === 'chunked'
    ? undefined
    : badRequest('Transfer-Encoding', say('calls.transfer-encoding-may-be-chunked-and-nothing-else'));

/** RFC 9112 section 3.2. HTTP/1.0 has no Host. */
export const needOneHost: RequestHandler = (req, _res, next) => {
  const { times } = onlyHeader(req, 'host');
  const allowed = times === 1 || (times === 0 && req.httpVersion === '1.0');
  next(allowed ? undefined : badRequest('Host', say('calls.host-must-be-given-once')));
};

/** RFC 9112 section 3.2.2: a request may carry an absolute URL, of which only the path counts here. */
export const useOriginForm: RequestHandler = (req, _res, next) => {
  const origin = /^https?:\/\/[^/?#]*/i.exec(req.url)?.[0];
  const path = origin && req.url.slice(origin.length);
  if (path !== undefined) req.originalUrl = req.url = path.startsWith('/') ? path : `/${path}`;
  next();
};

/** RFC 9110 section 9.3.2: HEAD is answered like GET. Node leaves out the body. */
export const headAsGet: RequestHandler = (req, res, next) => {
  if (req.method === 'HEAD') {
    req.method = 'GET';
    callOf(res).isHead = true;
  }
  next();
};

/** Methods as the header Allow lists them. */
export const withHead = (methods: readonly string[]): readonly string[] =>
  methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
