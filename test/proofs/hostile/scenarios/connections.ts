import { once } from 'node:events';
import { connect } from 'node:net';
import { pause } from '../../../support/calls.ts';
import { Erp, OPERATOR_KEY } from '../../../support/erp.ts';
import { healthOf } from '../watch.ts';
import { worksFaults } from './faults.ts';
import { canRun, NotHere, type Scenario, type Stage } from './stage.ts';

const BODY_BYTES = 256 * 1024 * 1024;
/** More than the buffers of the system on both sides. */
const MAX_SWALLOWED_BYTES = 24 * 1024 * 1024;

/** Sends a large body without a key until the service stops reading. */
async function bodyAfterRefusal(stage: Stage): Promise<readonly string[]> {
  const service = await stage.running();
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => undefined);
  let ended = false;
  const end = (): void => void (ended = true);
  socket.on('end', end).on('close', end).resume();
  socket.write(
    `POST /invoices HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`,
  );
  const block = Buffer.alloc(1024 * 1024, 0x20);
  const until = Date.now() + 10_000;
  while (!ended && socket.writable && Date.now() < until && socket.bytesWritten < BODY_BYTES) {
    socket.write(block);
    if (socket.writableNeedDrain) await Promise.race([once(socket, 'drain').catch(end), pause(200)]);
  }
  const swallowed = socket.bytesWritten - socket.writableLength;
  socket.destroy();
  return [
    ...(ended ? [] : ['the connection stays open']),
    ...(swallowed > MAX_SWALLOWED_BYTES ? [`${swallowed} bytes were read on`] : []),
  ];
}

async function boundAddresses(stage: Stage): Promise<readonly string[]> {
  const service = await stage.running();
  const elsewhere = (url: string): string => url.replace('127.0.0.1', '127.0.0.2');
  const faults: string[] = [];
  for (const url of [service.url, service.metricsUrl])
    if (typeof (await healthOf(elsewhere(url), 2000)) === 'number')
      faults.push(`${url} listens elsewhere, too`);
  return faults;
}

const DESCRIPTORS = 300;

async function noDescriptors(stage: Stage): Promise<readonly string[]> {
  if (!canRun('prlimit', '--version')) throw new NotHere('prlimit is missing');
  const service = await stage.start({}, { under: ['prlimit', `--nofile=${DESCRIPTORS}`] });
  const port = Number(new URL(service.url).port);
  const sockets = Array.from({ length: 2 * DESCRIPTORS }, () =>
    connect(port, '127.0.0.1').on('error', () => undefined),
  );
  await pause(2000);
  const isLogged = /EMFILE|descriptor/i.test(service.printed());
  for (const socket of sockets) socket.destroy();
  await pause(500);
  return [
    ...(isLogged ? [] : ['the log does not say that descriptors ran out']),
    ...(await worksFaults(new Erp(service, OPERATOR_KEY))),
  ];
}

async function idleConnections(stage: Stage): Promise<readonly string[]> {
  const service = await stage.running();
  const port = Number(new URL(service.url).port);
  const sockets = Array.from({ length: 300 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  for (const [n, socket] of sockets.entries())
    socket.write(['', 'GET', 'POST /invoices HTTP/1.1\r\nHost: x\r\n'][n % 3]!);
  await pause(300);
  const health = await healthOf(service.url, 2000);
  const faults = await worksFaults(new Erp(service, OPERATOR_KEY));
  const ended = await stage.stop(service);
  for (const socket of sockets) socket.destroy();
  return [...(health === 200 ? [] : [`GET /health: ${health}`]), ...faults, ...ended];
}

export const CONNECTIONS: readonly Scenario[] = [
  {
    name: 'a large body comes without a key',
    holds: 'it is not read on, and the connection ends',
    harmless: true,
    run: bodyAfterRefusal,
  },
  {
    name: 'HOST and METRICS_HOST are set',
    holds: 'nothing listens elsewhere',
    harmless: true,
    run: boundAddresses,
  },
  {
    name: 'descriptors run out',
    holds: 'the log reports it, and the service continues',
    long: true,
    run: noDescriptors,
  },
];

/** Runs after the other harmless ones, because it stops their service. */
export const UNFINISHED: readonly Scenario[] = [
  {
    name: '300 connections stay unfinished',
    holds: 'others are served, and it ends on SIGTERM',
    harmless: true,
    run: idleConnections,
  },
];
