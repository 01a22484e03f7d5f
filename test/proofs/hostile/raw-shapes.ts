import { END, type Piece, RESET } from './raw.ts';

/** Bytes for a bare connection, and the allowed answers. */
export interface RawShape {
  readonly name: string;
  readonly sends: readonly Piece[];
  /** The final answers in order, each a pattern of statuses; undefined: any. */
  readonly answers: readonly RegExp[] | undefined;
  /** The service has to close the connection, because the boundary of the next request is unclear. */
  readonly closes?: true;
}

const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n\r\n`;
const HOST = 'Host: ids.example';
const HEALTH = ['GET /health HTTP/1.1', HOST] as const;
const health = (...headers: readonly string[]): string => lines(...HEALTH, ...headers);
/** A request inside another request's body: an answer to it would be request smuggling. */
const INNER = health();

const POST = ['POST /validate HTTP/1.1', HOST, 'Content-Type: application/json'] as const;

/** @param key of a client: without one the service refuses the call before it reads the body. */
export function rawShapes(key: string): readonly RawShape[] {
  const authorization = `Authorization: Bearer ${key}`;
  const post = (...headers: readonly string[]): string => lines(...POST, authorization, ...headers);
  return [
    ...requestLines(),
    ...headerShapes(),
    ...lengths(post),
    ...codings(post),
    ...chunks(post),
    ...bodies(post),
    ...connections(),
  ];
}

const refused = (name: string, ...sends: readonly Piece[]): RawShape => ({
  name,
  sends,
  answers: [/^4../],
  closes: true,
});
const once = (name: string, answer: RegExp, ...sends: readonly Piece[]): RawShape => ({
  name,
  sends,
  answers: [answer],
});

function requestLines(): readonly RawShape[] {
  const line = (first: string): string => lines(first, HOST);
  return [
    once('HTTP/1.0 without Host', /^200$/, lines('GET /health HTTP/1.0')),
    once('an empty line before the request', /^200$/, `\r\n${INNER}`),
    once('the whole address', /^200$/, line('GET http://ids.example/health HTTP/1.1')),
    once('the whole address of another host', /^200$/, line('GET http://other.example/health HTTP/1.1')),
    once('a fragment', /^(200|4..)$/, line('GET /health#a HTTP/1.1')),
    once('a path with bytes beyond ASCII', /^4..$/, line('GET /h\xe9alth HTTP/1.1')),
    once('OPTIONS of everything', /^4..$/, line('OPTIONS * HTTP/1.1')),
    refused('a method that is none', line('FOO /health HTTP/1.1')),
    refused('a method in small letters', line('get /health HTTP/1.1')),
    once('two blanks', /^(200|400)$/, line('GET  /health HTTP/1.1')),
    refused('tabs for blanks', line('GET\t/health\tHTTP/1.1')),
    once('no version', /^(200|400)$/, line('GET /health')),
    refused('HTTP/1.2', line('GET /health HTTP/1.2')),
    refused('HTTP/2.0', line('GET /health HTTP/2.0')),
    refused('HTTP/3.0', line('GET /health HTTP/3.0')),
    refused('a version in small letters', line('GET /health http/1.1')),
    once('another protocol', /^(200|400)$/, line('GET /health RTSP/1.0')),
    refused('a blank in the path', line('GET /hea lth HTTP/1.1')),
    refused('U+0000 in the path', line('GET /hea\0lth HTTP/1.1')),
    refused('a path of 20 KB', line(`GET /${'a'.repeat(20_000)} HTTP/1.1`)),
    refused('bare line feeds', INNER.replaceAll('\r\n', '\n')),
    refused('a bare carriage return', `GET /health HTTP/1.1\r${HOST}\r\n\r\n`),
    refused('a greeting of TLS', Buffer.from('16030100c8010000c40303', 'hex'), '\r\n\r\n'),
    refused('JSON alone', '{"route":"DE-XRECHNUNG"}\r\n\r\n'),
    { name: 'CONNECT', sends: [lines('CONNECT ids.example:443 HTTP/1.1', HOST)], answers: [], closes: true },
  ];
}

function headerShapes(): readonly RawShape[] {
  return [
    refused('no Host', lines('GET /health HTTP/1.1', 'Connection: close')),
    refused('two Hosts', lines(...HEALTH, HOST, 'Connection: close')),
    refused('two Hosts that differ', lines(...HEALTH, 'host: other.example', 'Connection: close')),
    refused('a blank before the colon', health('X-A : b')),
    refused('a name that is empty', health(': b')),
    refused('a line without colon', health('X-A')),
    refused('U+0000 in a value', health('X-A: a\0b')),
    refused('a bare line feed in a value', health('X-A: a\nX-B: b')),
    refused('a folded line at the beginning', lines('GET /health HTTP/1.1', ' folded: b', HOST)),
    refused('20 KB of one header', health(`X-A: ${'a'.repeat(20_000)}`)),
    refused('5,000 headers', health(...Array.from({ length: 5000 }, (_, n) => `X-${n}: b`))),
    once('a folded line', /^(200|400)$/, health('X-A: b', '\tc')),
    once('10 KB of one header', /^200$/, health(`X-A: ${'a'.repeat(10_000)}`)),
    once('bytes beyond ASCII in a value', /^200$/, health('X-A: \xe9')),
    once(
      'an upgrade to a web socket',
      /^200$/,
      health('Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'),
    ),
    once(
      'an upgrade to HTTP/2',
      /^200$/,
      health('Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'),
    ),
    once(
      'two keys',
      /^401$/,
      lines('GET /keys HTTP/1.1', HOST, 'Authorization: Bearer a', 'Authorization: Bearer b'),
    ),
    once('an unknown expectation', /^(200|417)$/, health('Expect: a-miracle')),
  ];
}

type Post = (...headers: readonly string[]) => string;

const LENGTHS = [
  '+5',
  '-5',
  '5.0',
  '0x5',
  '5 5',
  '5,5',
  '',
  'five',
  '٥',
  '99999999999999999999999',
  '1e1',
  '5;5',
];

function lengths(post: Post): readonly RawShape[] {
  return [
    ...LENGTHS.map((length) =>
      refused(`a length of ${length || 'nothing'}`, post(`Content-Length: ${length}`), '{"a"}', INNER),
    ),
    refused('two lengths that agree', post('Content-Length: 2', 'Content-Length: 2'), '{}', INNER),
    refused('two lengths that differ', post('Content-Length: 2', `Content-Length: ${INNER.length}`), INNER),
    once('a body that is too short', /^400$/, post('Content-Length: 100'), '{}', END),
    once(
      'a body sent with GET, which contains a request',
      /^200$/,
      health(`Content-Length: ${INNER.length}`),
      INNER,
    ),
  ];
}

/** Values that combine chunked with other codings, or nearly say chunked (RFC 9112, 6.1 and 6.3). */
const CODINGS = [
  'gzip, chunked',
  'chunked, gzip',
  'chunked, chunked',
  'xchunked',
  'chunked;q=1',
  'chunke',
  '"chunked"',
  '\x0bchunked',
  'chunked\x0b',
  'identity',
  'gzip',
  ', chunked, x',
];

function codings(post: Post): readonly RawShape[] {
  const smuggled = `0\r\n\r\n${INNER}`;
  return [
    ...CODINGS.map((coding) =>
      refused(`the coding ${JSON.stringify(coding)}`, post(`Transfer-Encoding: ${coding}`), smuggled),
    ),
    refused('a length and chunks', post('Content-Length: 4', 'Transfer-Encoding: chunked'), smuggled),
    refused(
      'chunks and a length',
      post('Transfer-Encoding: chunked', `Content-Length: ${smuggled.length}`),
      smuggled,
    ),
    refused(
      'chunked stated twice',
      post('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'),
      smuggled,
    ),
    refused(
      'chunked, then identity',
      post('Transfer-Encoding: chunked', 'Transfer-Encoding: identity'),
      smuggled,
    ),
    refused('chunks with a blank before the colon', post('Transfer-Encoding : chunked'), smuggled),
    refused(
      'chunks of HTTP/1.0',
      post('Transfer-Encoding: chunked').replace('HTTP/1.1', 'HTTP/1.0'),
      smuggled,
    ),
  ];
}

const SIZES = ['-1', '+2', '0x2', '2 ', ' 2', 'FFFFFFFFFFFFFFFFF', 'g', '', '2\n', '2;a\nb', '1_0'];

function chunks(post: Post): readonly RawShape[] {
  const chunked = post('Transfer-Encoding: chunked');
  return [
    ...SIZES.map((size) =>
      refused(`a chunk of the size ${JSON.stringify(size)}`, chunked, `${size}\r\n{}\r\n0\r\n\r\n`, INNER),
    ),
    refused('a chunk that is longer than stated', chunked, '1\r\n{}\r\n0\r\n\r\n', INNER),
    refused('chunks with bare line feeds', chunked, '2\n{}\n0\n\n', INNER),
    refused('an extension of a megabyte', chunked, `2;${'a'.repeat(1_000_000)}\r\n{}\r\n0\r\n\r\n`),
    refused('a trailer that is no header', chunked, '2\r\n{}\r\n0\r\nno header\r\n\r\n', INNER),
    once('an extension', /^400$/, chunked, '2;a=b\r\n{}\r\n0\r\n\r\n'),
    once('a trailer that names a length', /^400$/, chunked, '2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n'),
    once(
      'chunks of one byte',
      /^400$/,
      chunked,
      ...[...'{"a":1}'].map((letter) => `1\r\n${letter}\r\n`),
      '0\r\n\r\n',
    ),
    once('chunks that end in the middle', /^400$/, chunked, '5\r\n{"a"', END),
  ];
}

/** Bodies of calls that are refused before their body is read: no part of them may count as a request. */
function bodies(post: Post): readonly RawShape[] {
  const length = `Content-Length: ${INNER.length}`;
  const without = (first: string, ...headers: readonly string[]): string =>
    lines(first, HOST, ...headers, length);
  return [
    once('a request in a body without a key', /^401$/, without('POST /validate HTTP/1.1'), INNER),
    once('a request in a body of no JSON', /^4..$/, post('Content-Encoding: br', length), INNER),
    once('a request in a body of an unknown path', /^404$/, without('POST /nothing HTTP/1.1'), INNER),
    once('a request in a body of another method', /^405$/, post(length).replace('POST', 'PUT'), INNER),
    once(
      'a key that is wrong, and an expectation',
      /^401$/,
      without('POST /validate HTTP/1.1', 'Expect: 100-continue'),
    ),
    once('an expectation that is met', /^400$/, post('Content-Length: 2', 'Expect: 100-continue'), 100, '{}'),
    {
      name: 'a body over the limit',
      sends: [post('Content-Length: 5000001'), '{', 'x'.repeat(100_000)],
      answers: [/^413$/],
    },
  ];
}

function connections(): readonly RawShape[] {
  const ten = Array.from({ length: 10 }, () => INNER);
  return [
    { name: 'ten requests in one go', sends: [ten.join('')], answers: ten.map(() => /^200$/) },
    {
      name: 'one that is broken behind one that is not',
      sends: [`${INNER}GET`, ' /health XTTP\r\n\r\n'],
      answers: [/^200$/, /^400$/],
      closes: true,
    },
    once('one byte at a time', /^200$/, ...[...INNER].flatMap((letter) => [letter, 1])),
    { name: 'half a header', sends: ['GET /health HT', END], answers: [/^400$/], closes: true },
    {
      name: 'half a header, then a reset',
      sends: ['GET /health HT', 20, RESET],
      answers: [],
      closes: true,
    },
    { name: 'a request, then a reset', sends: [INNER, RESET], answers: [], closes: true },
    { name: 'nothing at all', sends: [END], answers: [], closes: true },
    { name: 'nothing, and waiting', sends: [], answers: [] },
  ];
}
