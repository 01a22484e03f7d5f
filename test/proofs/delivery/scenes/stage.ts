import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../../support/calls.ts';
import { Erp, type Shown } from '../../../support/erp.ts';
import { Farm, isAlive, isReady, type ProcessSlot, type Role } from '../farm.ts';
import { Networks } from '../network.ts';
import { targetNamed } from '../points.ts';

/** Processes of the service on one store, and networks that store what they accept. */
export class Stage {
  /** The clock of all processes; it can be moved while they work. */
  readonly farm: Farm;
  readonly network: Networks;
  private readonly say: (line: string) => void;
  private api: ProcessSlot | undefined;

  private constructor(network: Networks, farm: Farm, say: (line: string) => void) {
    this.network = network;
    this.farm = farm;
    this.say = say;
  }

  /** @param folder empty, for the networks and, unless another store is named, the store. @param more `stepMs` of the networks. */
  static async open(
    folder: string,
    say: (line: string) => void,
    more: { readonly storeUrl?: string; readonly stepMs?: number } = {},
  ): Promise<Stage> {
    mkdirSync(join(folder, 'data'), { recursive: true });
    const { storeUrl = `sqlite:${join(folder, 'data/ids.db')}`, stepMs = STEP_MS } = more;
    const network = await Networks.start(folder, [], stepMs);
    const stage = new Stage(network, new Farm({ storeUrl, folder, simulatorPort: network.port }), say);
    try {
      stage.api = await stage.process('api');
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.farm.close();
    await this.network.stop();
  }

  tell(line: string): void {
    this.say(`   ${line}`);
  }

  /** Starts a process. @param end where it dies, or freezes (`points.ts`). */
  async process(role: Role, end?: End): Promise<ProcessSlot> {
    const slot: ProcessSlot = { role };
    this.farm.slots.push(slot);
    const death = end && { ...end, at: targetNamed(end.at), time: 1 };
    for (;;) {
      const service = await this.farm.start(slot, death);
      await until('a process that listens', () => isReady(service) || !isAlive(service));
      if (isReady(service)) break;
      // Another program may have taken the port between its choice and the start.
      if (!/is taken by another process/.test(service.printed())) throw new Error(service.printed());
    }
    return slot;
  }

  /** Ends them, and removes them from the stage. */
  async end(...slots: readonly ProcessSlot[]): Promise<void> {
    for (const slot of slots) {
      await slot.service?.stop('SIGKILL');
      this.farm.slots.splice(this.farm.slots.indexOf(slot), 1);
    }
  }

  /** A client with a key of its own. */
  client(name: string): Promise<Erp> {
    return Erp.of(this.api!.service!, name);
  }

  /** Waits until it holds; meanwhile the clock runs fast, so that leases of dead processes run out. */
  async hurriedUntil(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    await until(what, async () => {
      if (await holds()) return true;
      await this.farm.advanceClock(MOVE_SECONDS);
      await pause(MOVE_MS);
      return false;
    });
  }

  /** Waits until the worker has died at its point. */
  async died(slot: ProcessSlot): Promise<void> {
    const { process, printed } = slot.service!;
    await this.hurriedUntil('the death of a process', () => !isAlive(slot.service!));
    if (process.signalCode !== 'SIGKILL') throw new Error(`a worker ended by itself:\n${printed()}`);
    await this.end(slot);
  }

  /** How often the network has the number, by the part of the document that it hashes. */
  async held(number: string): Promise<number> {
    return (await this.network.documents()).filter((document) => document.number === number).length;
  }

  /** How many calls of a route with this path prefix came since the networks started. */
  async calls(route: string, method: string, path: RegExp): Promise<number> {
    const calls = await this.network.calls(route);
    return calls.filter((call) => call.method === method && path.test(call.path)).length;
  }
}

/** Where a process dies, or freezes. */
interface End {
  readonly at: string;
  readonly freezes?: true;
  /** A file: while it is missing, the process passes without harm. */
  readonly armedBy?: string;
}

export const shown = async (erp: Erp, id: string): Promise<Shown> =>
  (await erp.read<Shown>(`/invoices/${id}`)).json;

export const openCare = async (erp: Erp): Promise<readonly string[]> =>
  (await erp.read<{ data: readonly { catalogue_code: string }[] }>('/care?status=open')).json.data.map(
    ({ catalogue_code: code }) => code,
  );

/** The middle of the slow answer below is far from both its ends. */
const STEP_MS = 600;
/** Less than the rest of a live process's lease. */
const MOVE_SECONDS = 20;
const MOVE_MS = 500;
/** For a busy machine. */
const PATIENCE_MS = 240_000;
const LOOK_MS = 50;

/** @param what the thing that is missing if it does not come. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await holds()); await pause(LOOK_MS))
    if (Date.now() > end) throw new Error(`within ${PATIENCE_MS / 1000} s did not come: ${what}`);
}
