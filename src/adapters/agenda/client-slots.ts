/** How many jobs of a lane one client may have in this process at once. A lane that is left out is not limited. */
type MaxPerClient = Readonly<Record<string, number>>;

interface Slot {
  readonly name: string;
  readonly client: string;
  /** The job runs on and holds no slot. */
  readonly isBeside?: true;
  /** The store knows that the job runs. */
  readonly hasBegun?: true;
}

/**
 * The share of a lane that is kept for clients without a job in it, so that several clients whose networks hang do not fill it.
 */
const SPARE = 1 / 4;

/** Counts the jobs of each client in this process. A client whose network hangs fills only its own share. */
export class ClientSlots {
  /** By the id of the job: a job that comes again after its lock ended counts once. */
  private readonly slots = new Map<string, Slot>();

  constructor(
    /** By the name of the jobs. */
    private readonly most: MaxPerClient,
    /** The slots of each lane. A lane that is left out keeps none free. */
    private readonly all: MaxPerClient = {},
    /** How many jobs may run beside the slots of each lane; none in a lane that is left out. */
    private readonly maxBeside: MaxPerClient = {},
  ) {}

  take(id: string, name: string, client: string): void {
    if (this.most[name] !== undefined) this.slots.set(id, { name, client });
  }

  /** For work that begins at once. False if it has to wait like any other: for a slot of the lane, or of its client. */
  hasFree(name: string, client: string): boolean {
    return this.most[name] !== undefined && !this.isFull(name) && !this.full(name).includes(client);
  }

  /** How many slots of the lane the client has. */
  countOf(name: string, client: string): number {
    return this.inSlots(name).filter((slot) => slot.client === client).length;
  }

  release(id: string): void {
    this.slots.delete(id);
  }

  /** A job begins when its state is stored. If that fails it does not run, and its slot is free. */
  async begin(id: string, store: () => Promise<void>): Promise<void> {
    try {
      await store();
    } catch (error) {
      if (!this.slots.get(id)?.hasBegun) this.release(id);
      throw error;
    }
    const slot = this.slots.get(id);
    if (slot) this.slots.set(id, { ...slot, hasBegun: true });
  }

  /** Gives the slot of a running job to another one. @returns false if it keeps it: too many run beside the slots already. */
  leave(id: string): boolean {
    const slot = this.slots.get(id);
    if (!slot) return false;
    if (!slot.isBeside) {
      const beside = this.of(slot.name).filter(({ isBeside }) => isBeside).length;
      if (beside >= (this.maxBeside[slot.name] ?? 0)) return false;
      this.slots.set(id, { ...slot, isBeside: true });
    }
    return true;
  }

  /** Whether every slot of the lane is taken. */
  isFull(name: string): boolean {
    return this.inSlots(name).length >= (this.all[name] ?? Infinity);
  }

  /** Whether a job may wait for a slot of the lane, or of its client. */
  isAtLimit(name: string): boolean {
    return this.isFull(name) || this.full(name).length > 0;
  }

  /** Clients at their limit. If only the kept slots are free, every client with a job is at its limit. */
  full(name: string): readonly string[] {
    const most = this.most[name];
    if (most === undefined) return [];
    const taken = new Map<string, number>();
    const inSlots = this.inSlots(name);
    for (const { client } of inSlots) taken.set(client, (taken.get(client) ?? 0) + 1);
    const all = this.all[name];
    const isScarce = all !== undefined && all - inSlots.length <= all * SPARE;
    return [...taken].filter(([, slots]) => isScarce || slots >= most).map(([client]) => client);
  }

  private of(name: string): readonly Slot[] {
    return [...this.slots.values()].filter((slot) => slot.name === name);
  }

  private inSlots(name: string): readonly Slot[] {
    return this.of(name).filter(({ isBeside }) => !isBeside);
  }
}
