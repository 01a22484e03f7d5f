import { join } from 'node:path';
import type { Browser, ConsoleMessage, Page, Request } from 'playwright-core';
import { jsonOf, runIds } from '../commands/run-ids.ts';
import { aSandbox, type TestSandbox } from '../sandbox/running.ts';
import { atEndOfRun } from '../support/end-of-run.ts';
import { Erp, example, numbered, OPERATOR_KEY, type Shown, type Submission } from '../support/erp.ts';
import { emptyFolder } from '../support/folder.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { chromium, leaveTabs, takeTab } from './tabs.ts';

export interface Viewing {
  readonly width?: number;
  readonly height?: number;
  readonly colours?: 'light' | 'dark';
  readonly language?: string;
  readonly zone?: string;
  /** A finger in place of a pointer. */
  readonly touch?: boolean;
  /** A slow machine: who presses a key when the page is seen presses it before what waits for the next frame. */
  readonly lateFrames?: boolean;
}

/** Of a session. */
interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly url: string;
}

/** A running service with its simulated networks. */
interface Servers {
  readonly service: Service;
  readonly network: TestSandbox;
  readonly store: string;
  readonly sessions: Map<string, Promise<Cookie>>;
  readonly remove: () => void;
}

async function startServers(
  env: Readonly<Record<string, string>>,
  fill?: (file: string) => Promise<void>,
): Promise<Servers> {
  const folder = emptyFolder();
  const file = join(folder.path, 'ids.db');
  await fill?.(file);
  const store = `sqlite:${file}`;
  const network = await aSandbox({ stepMs: 200, limits: 'off' });
  const service = await startService({
    cwd: folder.path,
    env: {
      SIM_PORT: String(network.port),
      OPERATOR_KEY,
      RETRY_SCALE: '0.05',
      TZ: 'UTC',
      STORE_URL: store,
      ...env,
    },
  });
  return { service, network, store, sessions: new Map(), remove: () => folder.remove() };
}

async function stopServers({ service, network, remove }: Servers): Promise<void> {
  await service.stop();
  await network.stop();
  remove();
}

/** For the test files of this process; their clients keep them apart. */
let shared: Promise<Servers> | undefined;

function sharedServers(): Promise<Servers> {
  shared ??= startServers({ WEBHOOK_ALLOW_PRIVATE: '1' }).then((servers) => {
    started = servers;
    return servers;
  });
  return shared;
}
let started: Servers | undefined;
atEndOfRun(
  async () => {
    if (started) await stopServers(started);
  },
  () => {
    started?.service.process.kill('SIGKILL');
    started?.remove();
  },
);

/**
 * The browser's own line about an answer of 429. The files of a process share the operator's key, and a test turns pages faster than a person
 * does: the page asks again when it may.
 */
const isRateReached = (message: ConsoleMessage): boolean =>
  /^Failed to load resource: .* 429 /.test(message.text());

/** Of one key, in a minute: some fewer than the service takes. */
const MAX_LOG_INS = 25;
const logIns: number[] = [];

async function operatorMayLogIn(): Promise<void> {
  const oldest = logIns.at(-MAX_LOG_INS);
  if (oldest !== undefined) await until(() => Date.now() - oldest > 60_000, 'a log-in is free', 90_000, 200);
  logIns.push(Date.now());
}

/** A client of a service, with a key, and Chromium to look at it. */
export class ConsoleWorld {
  private constructor(
    private readonly servers: Servers,
    readonly client: string,
    readonly browser: Browser,
    readonly erp: Erp,
    /** Before each number of an invoice: the networks take a number once. */
    private readonly prefix: string,
  ) {}

  /** At the service that the test files share. @param client of this file alone. */
  static async of(client: string): Promise<ConsoleWorld> {
    const servers = await sharedServers();
    return new ConsoleWorld(
      servers,
      client,
      await chromium(),
      await Erp.of(servers.service, client),
      `${client}/`,
    );
  }

  /**
   * At a service of its own, which `stop` ends.
   * @param env further settings of the service.
   * @param fill writes into the SQLite file before the service opens it.
   */
  static async start(
    env: Readonly<Record<string, string>> = {},
    fill?: (file: string) => Promise<void>,
  ): Promise<ConsoleWorld> {
    const servers = await startServers(env, fill);
    const [browser, erp] = await Promise.all([chromium(), Erp.of(servers.service, 'nordwerk')]);
    return new ConsoleWorld(servers, 'nordwerk', browser, erp, '');
  }

  get service(): Service {
    return this.servers.service;
  }

  stop(): Promise<void> {
    return stopServers(this.servers);
  }

  closePages = leaveTabs;

  /** Another key of the client, or of another holder. */
  async key(scopes: readonly string[], client = this.client, label = 'accounts'): Promise<string> {
    const operator = new Erp(this.service, OPERATOR_KEY);
    return (await operator.post<{ key: string }>('/keys', { client, scopes, label })).json.key;
  }

  /** A key that only the command makes: of a read-only operator, of a partner. */
  async mint(...options: readonly string[]): Promise<string> {
    const ran = await runIds(['keys', 'mint', ...options, '--json'], { STORE_URL: this.servers.store });
    if (ran.code !== 0) throw new Error(ran.err);
    return jsonOf<{ key: string }>(ran).key;
  }

  /** @returns the ids in the order of the submissions. */
  async sent(submissions: readonly Submission[]): Promise<readonly string[]> {
    const ids: string[] = [];
    for (const submission of submissions) {
      const number = `${this.prefix}${String(submission.document.invoice['number'])}`;
      ids.push(
        (await this.erp.submitAfterLimits(numbered(submission, number, submission.invoice_ref))).json.id,
      );
    }
    return ids;
  }

  /** The next answers of a network to a call come two seconds late. */
  async slowDown(route: string, call: string, count: number): Promise<void> {
    const body = JSON.stringify({ route, call, fault: 'slow', count });
    const headers = { 'Content-Type': 'application/json' };
    const { ok } = await fetch(`${this.servers.network.url}/control/faults`, {
      method: 'POST',
      headers,
      body,
    });
    if (!ok) throw new Error(`no fault is planned for ${call}`);
  }

  async stateOf(id: string): Promise<string> {
    return (await this.erp.read<Shown>(`/invoices/${id}`)).json.state;
  }

  settled(id: string, states: readonly string[]): Promise<void> {
    return until(
      async () => states.includes(await this.stateOf(id)),
      `${id}: ${states.join(', ')}`,
      60_000,
      200,
    );
  }

  /** @param session a cookie that is there before the page; without one the page is the log-in. */
  async open(
    path: string,
    {
      width = 1440,
      height = 900,
      colours = 'light',
      language = 'en',
      zone = 'UTC',
      touch = false,
      lateFrames = false,
    }: Viewing = {},
    session?: Cookie,
  ): Promise<Opened> {
    const page = await takeTab({ language, zone, touch, lateFrames });
    if (session) await page.context().addCookies([session]);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: colours });
    const asked: string[] = [];
    const complaints: string[] = [];
    const waiting = new Set<Request>();
    page.on('request', (request) => {
      asked.push(request.url());
      // The call for events ends with the next event.
      if (!request.url().includes('/events?')) waiting.add(request);
    });
    page.on('requestfinished', (request) => waiting.delete(request));
    page.on('requestfailed', (request) => waiting.delete(request));
    page.on('console', (message) => {
      if (!isRateReached(message)) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${this.service.url}/console${path}`);
    return { page, asked, complaints, waiting };
  }

  /** Another page in the same tab, without another log-in, once it has drawn what it reads. */
  async visit({ page, waiting }: Opened, path: string): Promise<void> {
    await page.evaluate(
      `history.pushState({}, '', '/console${path}'); dispatchEvent(new PopStateEvent('popstate', { state: {} }))`,
    );
    await page.locator('main h1').waitFor();
    await allDrawn({ page, waiting }, path);
  }

  /** A page of a reader who is logged in already: a log-in is a second page to load. */
  async openAs(key: string, path: string, viewing: Viewing = {}): Promise<Opened> {
    const opened = await this.open(path, viewing, await this.sessionOf(key));
    await opened.page.locator('main h1').waitFor();
    return opened;
  }

  /** One for all pages that are opened with a key. */
  private sessionOf(key: string): Promise<Cookie> {
    const { sessions } = this.servers;
    const session = sessions.get(key) ?? this.startSession(key);
    sessions.set(key, session);
    return session;
  }

  private async startSession(key: string): Promise<Cookie> {
    const { url } = this.service;
    const headers = { Authorization: `Bearer ${key}` };
    const answer = await fetch(`${url}/session`, { method: 'POST', headers });
    const [, name, value] = /^([^=]+)=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? '') ?? [];
    if (!name || !value) throw new Error(`Expected a session, found ${answer.status}.`);
    return { name, value, url };
  }

  async logIn(opened: Opened, key: string): Promise<void> {
    if (key === OPERATOR_KEY) await operatorMayLogIn();
    // Chromium complains if the field is filled before it has the focus that it asks for.
    await opened.page.locator('input[name=key]:focus').waitFor();
    await opened.page.locator('input[name=key]').fill(key);
    await opened.page.keyboard.press('Enter');
    await opened.page.locator('h1:focus').waitFor();
  }
}

/** What a signal, a media query or a size has changed is on the screen. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(
    'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))',
  );

/** What a page reads is on the screen. What an answer brings may ask again. */
export async function allDrawn(
  { page, waiting }: Pick<Opened, 'page' | 'waiting'>,
  what: string,
): Promise<void> {
  const isQuiet = async (): Promise<boolean> => {
    await drawn(page);
    return waiting.size === 0 && (await page.locator('.skeleton').count()) === 0;
  };
  await until(async () => (await isQuiet()) && isQuiet(), `${what} is drawn`, 70_000, 20);
}

export interface Opened {
  readonly page: Page;
  /** Calls without an answer. */
  readonly waiting: ReadonlySet<Request>;
  readonly asked: readonly string[];
  readonly complaints: readonly string[];
}

const DAY_IN_WARSAW = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Warsaw' });

/** Of each route, with an ending of the simulated network. Issued yesterday, so that deadlines are near, but not over. */
export const SAMPLES: readonly Submission[] = [
  numbered(example('over-pl-ksef'), 'FV/2026/11/0117', 'SO-24117'),
  numbered(example('over-pl-ksef'), 'FV/2026/11/0118-HTML', 'SO-24118'),
  numbered(example('over-pl-ksef'), 'FV/2026/11/0120-REJECT', 'SO-24120'),
  numbered(example('over-peppol'), 'RE-2026-1011'),
  numbered(example('over-peppol'), 'RE-2026-1012-REJECT'),
  numbered(example('over-peppol'), 'RE-2026-1014-ACCEPT'),
  numbered(example('over-peppol'), 'RE-2026-1015-REFUSE'),
  numbered(example('over-peppol'), 'RE-2026-1016-SLOW'),
  numbered(example('over-fr-pa'), 'F-2026-0773-PAID'),
  numbered(example('plain'), 'RE-2026-1001'),
  numbered(example('over-ro-efactura'), 'RO-2026-5510', 'RO-5510'),
  numbered(example('over-ro-efactura'), 'RO-2026-5511-REJECT', 'RO-5511'),
].map(issuedYesterday);

/** A day as the tax office in Warsaw counts it: there it is tomorrow before it is here. */
function dayIn(days: number): string {
  return DAY_IN_WARSAW.format(Date.now() + days * 86_400_000);
}

function issuedYesterday({ document, ...rest }: Submission): Submission {
  const invoice = { ...document.invoice, issue_date: dayIn(-1), due_date: dayIn(29) };
  return { ...rest, document: { ...document, invoice } };
}
