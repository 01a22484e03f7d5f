import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A connection with more requests that wait is cut off: its caller reads no answer. */
const MAX_WAITING_REQUESTS = 500;
/** A connection that takes no byte of a written answer for this time is cut off. */
const MAX_STALL_MS = 60_000;

interface Connection {
  /** The requests without a whole answer, the one that is being answered first. */
  readonly unanswered: (readonly [IncomingMessage, ServerResponse])[];
  /** What follows is not HTTP. */
  isBroken: boolean;
}

/**
 * One answer at a time on each connection. Node hands over all requests that a caller pipelines (RFC 9112 section 9.3.2) at once, so a
 * caller that reads nothing would make the service hold every answer. The next request waits until the system has taken the answer
 * before it, and nothing more is read meanwhile.
 */
export class AnswersInTurn {
  private readonly connections = new WeakMap<Duplex, Connection>();

  constructor(
    server: Server,
    private readonly answer: RequestListener,
    private readonly maxStallMs = MAX_STALL_MS,
  ) {
    for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, this.take);
  }

  /** Calls back once the complete requests of a connection have their answers; nothing more of it is read. */
  whenOver(socket: Duplex, then: () => void): void {
    const connection = this.connectionOf(socket);
    connection.isBroken = true;
    const whole = connection.unanswered.find(([request]) => request.complete);
    if (whole) whole[1].once('close', () => this.whenOver(socket, then));
    else then();
  }

  private readonly take: RequestListener = (request, response) => {
    const { socket } = request;
    const { unanswered } = this.connectionOf(socket);
    unanswered.push([request, response]);
    if (unanswered.length === 1) this.begin(request, response);
    else if (unanswered.length > MAX_WAITING_REQUESTS) socket.destroy();
    else socket.pause();
  };

  private connectionOf(socket: Duplex): Connection {
    const known = this.connections.get(socket);
    if (known) return known;
    const opened: Connection = { unanswered: [], isBroken: false };
    // Node resumes a connection by itself, for instance after an unread body.
    socket.on('resume', () => opened.unanswered.length > 1 && socket.pause());
    this.connections.set(socket, opened);
    return opened;
  }

  private begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // The timer of a socket starts again with each byte that the caller takes, also of a long write.
    socket.setTimeout(this.maxStallMs);
    response.on('timeout', () => socket.writableLength > 0 && socket.destroy());
    response.once('close', () => this.goOn(socket));
    this.answer(request, response);
  }

  private goOn(socket: Socket): void {
    const { unanswered, isBroken } = this.connectionOf(socket);
    unanswered.shift();
    // It takes no other answer.
    if (socket.destroyed || socket.writableEnded) return void unanswered.splice(0);
    const [next] = unanswered;
    if (next) this.begin(...next);
    if (unanswered.length <= 1 && !isBroken) socket.resume();
  }
}
