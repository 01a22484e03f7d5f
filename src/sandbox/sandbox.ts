import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { controls } from './control.ts';
import { exchange, give } from './exchange.ts';
import { ownFolder } from './folder-owner.ts';
import { type NetworkDependencies, json, type Network } from './network.ts';
import { Pace } from './pace.ts';
import { openFrPa } from './fr-pa/fr-pa.ts';
import { openPeppol } from './peppol/peppol.ts';
import { openPlKsef } from './pl-ksef/pl-ksef.ts';
import { openRegistries } from './registries/registries.ts';
import { openRoEfactura } from './ro-efactura/ro-efactura.ts';
import { State } from './state.ts';

const BODY_LIMIT = '64mb';
/** How long running calls may take when the sandbox stops. */
const DRAIN_MS = 3000;
/** A sandbox that stops frees its port before its folder; this is longer than it takes. */
const PATIENCE_MS = DRAIN_MS + 2000;
/** How often it looks for a port that is free for TCP and UDP. */
const PORT_TRIES = 20;

interface SandboxOptions {
  /** The networks obey every caller, so they listen on loopback or in a network of their own. */
  readonly host: string;
  /** 0 picks a free one. TCP for calls, UDP for DNS. */
  readonly port: number;
  /** The folder of the stored data and of the networks' certificates. */
  readonly folder: string;
  /** How long a step of a network takes. */
  readonly stepMs: number;
  /** The folder of installed rule packs: documents are checked against their schemas, if these are installed. */
  readonly rulesDir: string;
  /** `off`: the routes' own rate limits do not apply. */
  readonly limits: 'real' | 'off';
  /** How long another sandbox of the folder, which may be stopping, has to end; 5 s if left out. */
  readonly patienceMs?: number;
}

export interface RunningSandbox {
  readonly port: number;
  readonly url: string;
  /** Takes no new calls, answers running ones, and closes its store. */
  stop(): Promise<void>;
}

/** The system of each route, from its folder. */
const NETWORKS: readonly ((dependencies: NetworkDependencies) => Network | Promise<Network>)[] = [
  openPeppol,
  openRoEfactura,
  openFrPa,
  openPlKsef,
];

/**
 * @throws Error with the system's `code` if the port is not available; FolderInUse if another sandbox has the folder. Nothing is left
 * open then.
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  let opened: (app: Express) => void;
  const app = new Promise<Express>((resolve) => (opened = resolve));
  const { server, datagrams } = await listen(
    options,
    (request, response) => void app.then((take) => take(request, response)),
  );
  const { port } = server.address() as AddressInfo;
  const url = `http://${options.host}:${port}`;
  const { folder, rulesDir, limits, patienceMs = PATIENCE_MS } = options;
  const running = new Set<Promise<unknown>>();
  const closers: (() => unknown)[] = [
    () => Promise.all([closeServer(server), new Promise<void>((closed) => datagrams.close(closed))]),
    // A call goes on though its caller has left, and still writes.
    () => Promise.allSettled(running),
  ];
  const close = async (): Promise<void> => {
    for (const each of closers) await each();
  };
  try {
    const leave = await ownFolder(folder, url, patienceMs);
    const state = new State(join(folder, 'network.db'));
    closers.push(() => state.close(), leave);
    const pace = new Pace(options.stepMs);
    const dependencies: NetworkDependencies = { state, pace, url, folder, rulesDir, limits };
    const networks = await Promise.all(NETWORKS.map(async (open) => open(dependencies)));
    answerDatagrams(datagrams, networks);
    opened!(endpoints(networks, dependencies, running));
    return { port, url, stop: close };
  } catch (error) {
    await close();
    throw error;
  }
}

function endpoints(
  networks: readonly Network[],
  { state, pace }: NetworkDependencies,
  running: Set<Promise<unknown>>,
): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use(express.raw({ type: () => true, limit: BODY_LIMIT }));
  controls(app, state, networks);
  // Registries are no route: nothing is sent to them.
  for (const network of [...networks, openRegistries()])
    for (const endpoint of network.endpoints)
      app[METHODS[endpoint.method]](
        network.base + endpoint.path,
        noting(running, exchange(network, endpoint, state, pace)),
      );
  app.use((request, response) => give(json(404, { error: `Nothing is at ${request.path}.` }), response));
  app.use(notACall);
  return app;
}

/** The calls that are not at their end. */
const noting =
  (running: Set<Promise<unknown>>, handle: RequestHandler): RequestHandler =>
  (...call) => {
    const ended = Promise.resolve(handle(...call)).finally(() => running.delete(ended));
    running.add(ended);
    return ended;
  };

/** A path that cannot be decoded, a body over the limit: Express's error, in the form of any answer here. */
const notACall: ErrorRequestHandler = (error: { status?: number }, _request, response, _next) => {
  const status = error.status ?? 500;
  if (status === 500) console.error(error);
  give(json(status, { error: STATUS_CODES[status] }), response);
};

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

function answerDatagrams(socket: Socket, networks: readonly Network[]): void {
  socket.on('message', (message, from) => {
    for (const network of networks) {
      const answer = network.datagram?.(message);
      if (answer) socket.send(answer, from.port, from.address);
    }
  });
}

/** One port number for calls and datagrams. */
async function listen(
  { host, port }: Pick<SandboxOptions, 'host' | 'port'>,
  take: RequestListener,
): Promise<{ server: Server; datagrams: Socket }> {
  for (let tries = 1; ; tries += 1) {
    const server = createServer(take).listen(port, host);
    await once(server, 'listening');
    const datagrams = createSocket('udp4');
    try {
      datagrams.bind((server.address() as AddressInfo).port, host);
      await once(datagrams, 'listening');
      return { server, datagrams };
    } catch (error) {
      datagrams.close();
      server.close();
      if (port !== 0 || tries === PORT_TRIES) throw error;
    }
  }
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const cutOff = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(cutOff);
}
