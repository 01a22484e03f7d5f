import { pause } from '../../support/calls.ts';
import { type CredentialsInPlay, changeOne, offerEach } from './credentials.ts';
import type { Farm } from './farm.ts';
import type { Networks } from './network.ts';

/** How often a fault of a network is set. */
const FAULT_MS = 1000;
/** The longest life of the networks. */
const NETWORK_MS = 60_000;
/** How often a call of a network is refused or hangs, at most. */
const STUCK_MS = 12_000;
const INVOICES_FOR_A_STUCK_CALL = 6;
/** How often a credential changes, at most. */
const CREDENTIAL_MS = 4_000;
/** How often the clock is set back, at most, and for how long. */
const CLOCK_MS = 25_000;
const BACK_FOR_MS = 3_000;

interface Disturbed {
  /** Longer disturbances than single faults of the networks. */
  readonly disturbed?: true;
  /** Nothing goes wrong around the processes. */
  readonly calm?: true;
}

interface Scene {
  readonly network: Networks;
  readonly farm: Farm;
  readonly random: () => number;
  /** The number of invoices submitted so far. */
  readonly accepted: () => number;
  /** Set when no process dies any more. */
  readonly isOver: () => boolean;
}

/** What goes wrong around the processes while they are killed. */
export class Disturbances {
  private readonly run: Disturbed;
  private readonly scene: Scene;
  readonly counts = new Map<string, number>();
  networkDeaths = 0;

  constructor(run: Disturbed, scene: Scene) {
    this.run = run;
    this.scene = scene;
  }

  begin(credentials: CredentialsInPlay): readonly Promise<void>[] {
    if (this.run.calm) return [];
    const ofNetworks = this.scene.network.takesPart ? [this.makeFaults(), this.killNetworks()] : [];
    if (!this.run.disturbed) return ofNetworks;
    const stuck = this.scene.network.takesPart ? [this.stickNetworks()] : [];
    return [...ofNetworks, ...stuck, this.setClockBack(), this.changeCredentials(credentials)];
  }

  /** From now on every account that sent an invoice answers status inquiries. */
  async end(credentials: CredentialsInPlay): Promise<void> {
    const { farm, random } = this.scene;
    if (this.run.disturbed) await offerEach(credentials, () => farm.answering(random));
  }

  private async makeFaults(): Promise<void> {
    const { network, random, accepted, isOver } = this.scene;
    let planned = 0;
    for (; !isOver(); await pause(FAULT_MS)) {
      // A slow machine takes in fewer invoices; more faults would make it give them up.
      if (planned > accepted()) continue;
      await network.planFault(random);
      planned += 1;
    }
  }

  private async killNetworks(): Promise<void> {
    while (await this.wait(NETWORK_MS)) {
      await this.scene.network.dieAndComeBack();
      this.networkDeaths += 1;
    }
  }

  /** One call is refused for a while with a pause of zero, or hangs. */
  private async stickNetworks(): Promise<void> {
    const { network, random, accepted } = this.scene;
    for (let planned = 0; await this.wait(STUCK_MS);) {
      // A slow machine takes in fewer invoices; more of these would make it give them up.
      if (planned * INVOICES_FOR_A_STUCK_CALL > accepted()) continue;
      this.count(await network.planStuck(random));
      planned += 1;
    }
  }

  private async setClockBack(): Promise<void> {
    const { farm, random } = this.scene;
    while (await this.wait(CLOCK_MS)) {
      farm.setClockBack(30_000 + Math.floor(random() * 25_000));
      this.count('clock set back');
      await pause(BACK_FOR_MS);
      farm.setClockBack(0);
    }
  }

  private async changeCredentials(credentials: CredentialsInPlay): Promise<void> {
    const { farm, random } = this.scene;
    while (await this.wait(CREDENTIAL_MS))
      this.count(await changeOne(credentials, () => farm.answering(random), random));
  }

  /** @returns whether the run continues. */
  private async wait(maxMs: number): Promise<boolean> {
    const { random, isOver } = this.scene;
    const until = Date.now() + maxMs * (0.5 + random() / 2);
    while (Date.now() < until && !isOver()) await pause(100);
    return !isOver();
  }

  private count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}
