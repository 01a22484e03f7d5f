import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../scripts/free-port.ts';
import type { Scorecard } from '../../../src/commands/certify/scorecard.ts';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { OPERATOR_KEY } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { type Service, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { jsonOf, type Ran, runIds } from '../run-ids.ts';

/** Waits of a kit whose ERP answers in milliseconds; the last one, in minutes, is for an ERP that does not. */
export const FAST = ['--slow', '1', '--quiet', '2', '--within', '8'];

export const SECRET = `whsec_${Buffer.alloc(24).toString('base64')}`;

/** Starts an ERP once the kit waits for it. It may end later than the kit. */
export type StartErp = (url: string, keyFile: string) => unknown;

/** A sandbox whose clock can be moved, and the kit at it. */
export class CertifyWorld {
  private readonly programs: ChildProcess[] = [];

  private constructor(
    private readonly folder: ReturnType<typeof emptyFolder>,
    private readonly networks: TestSandbox,
    readonly service: Service,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  static async start(): Promise<CertifyWorld> {
    const networks = await aSandbox({ stepMs: 50 });
    const folder = emptyFolder();
    const settings = { OPERATOR_KEY, CLOCK_CONTROL: '1', SIM_PORT: String(networks.port) };
    const service = await startService({ cwd: folder.path, env: settings });
    const store = `sqlite:${join(folder.path, 'data/ids.db')}`;
    const env = { IDS_URL: service.url, IDS_KEY: OPERATOR_KEY, STORE_URL: store, CLOCK_CONTROL: '1' };
    return new CertifyWorld(folder, networks, service, env);
  }

  async stop(): Promise<void> {
    for (const program of this.programs) program.kill();
    await this.service.stop();
    await this.networks.stop();
    this.folder.remove();
  }

  path(name: string): string {
    return join(this.folder.path, name);
  }

  get cwd(): string {
    return this.folder.path;
  }

  /** An example invoice for each of the scenarios. */
  async invoices(names: readonly string[], folder: string): Promise<readonly string[]> {
    const { out } = await runIds(['certify', 'invoices', this.path(`invoices-${folder}`)]);
    const files = out.trim().split('\n');
    return files.filter((file) => names.some((name) => file.endsWith(`/${name}.json`)));
  }

  program(file: string, words: readonly string[], output: 'ignore' | 'inherit' = 'inherit'): void {
    this.programs.push(spawn(file, words, { stdio: ['ignore', 'ignore', output] }));
  }

  async run(
    name: string,
    words: readonly string[],
    startErp: StartErp,
  ): Promise<Ran & { readonly card: Scorecard }> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const places = ['--port', String(port), '--clock', this.service.metricsUrl, '--out', this.path(name)];
    const all = ['certify', 'run', '--client', name, ...places, ...FAST, ...words, '--json'];
    const running = runIds(all, this.env);
    const keyFile = join(this.path(name), 'erp.key');
    const waits = async (): Promise<boolean> =>
      existsSync(keyFile) && (await fetch(`${url}/health`).catch(() => undefined))?.ok === true;
    await Promise.race([running, until(waits, 'the kit, in place of the service', 60_000, 100)]);
    const working = startErp(url, keyFile);
    const ran = await running;
    await working;
    return { ...ran, card: jsonOf<Scorecard>(ran) };
  }
}
