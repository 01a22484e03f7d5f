import type { RequestHandler } from 'express';
import { badRequest } from '../../../application/refusals/request-finding.ts';
import { onlyHeader } from './headers.ts';

/** What Node's parser lets pass although the service does not understand it. What follows cannot be told apart then: it hangs up. */
export const speakPlainHttp: RequestHandler = (req, res, next) => {
  const refusal = otherVersion(req.httpVersion) ?? otherCoding(req.headers['transfer-encoding']);
  if (!refusal) return next();
  res.set('Connection', 'close');
  next(refusal);
};

const otherVersion = (version: string) =>
  version === '1.1' || version === '1.0'
    ? undefined
    : badRequest('request', `HTTP/${version} is not spoken here; HTTP/1.1 is.`);

/** RFC 9112 section 6.1: a coding that is not understood must not be guessed at. */
const otherCoding = (coding: string | undefined) =>
  coding === undefined || coding.trim().toLowerCase() === 'chunked'
    ? undefined
    : badRequest('Transfer-Encoding', 'Transfer-Encoding may be chunked and nothing else.');

/** RFC 9112 section 3.2; HTTP/1.0 knew no Host. */
export const needOneHost: RequestHandler = (req, _res, next) => {
  const { times } = onlyHeader(req, 'host');
  const allowed = times === 1 || (times === 0 && req.httpVersion === '1.0');
  next(allowed ? undefined : badRequest('Host', 'Host must be given once.'));
};

/** RFC 9112 section 3.2.2: a request may name its whole address; only the path is ours to read. */
export const useOriginForm: RequestHandler = (req, _res, next) => {
  const path = /^https?:\/\/[^/?#]*([^]*)$/i.exec(req.url)?.[1];
  if (path !== undefined) req.originalUrl = req.url = path.startsWith('/') ? path : `/${path}`;
  next();
};

/** RFC 9110 section 9.3.2: HEAD is answered like GET without the body, which Node leaves out by itself. */
export const headAsGet: RequestHandler = (req, _res, next) => {
  if (req.method === 'HEAD') req.method = 'GET';
  next();
};

/** Methods as the header Allow lists them. */
export const withHead = (methods: readonly string[]): readonly string[] =>
  methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
