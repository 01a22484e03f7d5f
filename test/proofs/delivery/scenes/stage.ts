import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../../support/calls.ts';
import { Erp, type Shown } from '../../../support/erp.ts';
import { Farm, isAlive, isReady, type Place, type Role } from '../farm.ts';
import { Networks } from '../network.ts';
import { targetNamed } from '../points.ts';

/** Processes of the service on one store, and networks that hold what they take. */
export class Stage {
  /** Processes share it; it can be moved while they work. */
  readonly farm: Farm;
  readonly network: Networks;
  private readonly say: (line: string) => void;
  private api: Place | undefined;

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

  /** Starts a process. @param end where it dies, or stands still (`points.ts`). */
  async process(role: Role, end?: End): Promise<Place> {
    const place: Place = { role };
    this.farm.places.push(place);
    const death = end && { ...end, at: targetNamed(end.at), time: 1 };
    for (;;) {
      const service = await this.farm.start(place, death);
      await until('a process that listens', () => isReady(service) || !isAlive(service));
      if (isReady(service)) break;
      // Between the choice of a free port and the start another program may have taken it.
      if (!/is taken by another process/.test(service.printed())) throw new Error(service.printed());
    }
    return place;
  }

  /** Ends them, and they are no longer part of the stage. */
  async end(...places: readonly Place[]): Promise<void> {
    for (const place of places) {
      await place.service?.stop('SIGKILL');
      this.farm.places.splice(this.farm.places.indexOf(place), 1);
    }
  }

  /** A client with a key of its own. */
  client(name: string): Promise<Erp> {
    return Erp.of(this.api!.service!, name);
  }

  /** Until it holds; meanwhile the clock goes fast, so that what a dead process held is free. */
  async hurriedUntil(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    await until(what, async () => {
      if (await holds()) return true;
      await this.farm.advanceClock(MOVE_SECONDS);
      await pause(MOVE_MS);
      return false;
    });
  }

  /** Until the worker has died where it was told to. */
  async died(place: Place): Promise<void> {
    const { process, printed } = place.service!;
    await this.hurriedUntil('the death of a process', () => !isAlive(place.service!));
    if (process.signalCode !== 'SIGKILL') throw new Error(`a worker ended by itself:\n${printed()}`);
    await this.end(place);
  }

  /** How often the network holds the number, by what of the document it hashes. */
  async held(number: string): Promise<number> {
    return (await this.network.documents()).filter((document) => document.number === number).length;
  }

  /** How many calls of a route began with such a path since the networks began. */
  async calls(route: string, method: string, path: RegExp): Promise<number> {
    const calls = await this.network.calls(route);
    return calls.filter((call) => call.method === method && path.test(call.path)).length;
  }
}

/** Where a process dies, or stands still. */
interface End {
  readonly at: string;
  readonly freezes?: true;
  /** A file: while it is missing, the process passes unharmed. */
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
/** Less than what a live process has left of a lease. */
const MOVE_SECONDS = 20;
const MOVE_MS = 500;
/** On a machine that does much else. */
const PATIENCE_MS = 240_000;
const LOOK_MS = 50;

/** @param what is missing if it does not come. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await holds()); await pause(LOOK_MS))
    if (Date.now() > end) throw new Error(`within ${PATIENCE_MS / 1000} s did not come: ${what}`);
}
