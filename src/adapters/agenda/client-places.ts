/** How many jobs of a lane one client may have in this process at once. A lane that is left out is not limited. */
export type MostPerClient = Readonly<Record<string, number>>;

interface Place {
  readonly name: string;
  readonly client: string;
}

/**
 * The share of a lane that is kept for clients without a job in it, so that several clients whose networks hang do not fill it.
 */
const SPARE = 1 / 4;

/** Counts the jobs of each client in this process. A client whose network hangs fills only its own share. */
export class ClientPlaces {
  /** By the id of the job: a job that comes again after its lock ended counts once. */
  private readonly places = new Map<string, Place>();

  constructor(
    /** By the name of the jobs. */
    private readonly most: MostPerClient,
    /** The slots of each lane. A lane that is left out keeps none free. */
    private readonly all: MostPerClient = {},
  ) {}

  take(id: string, name: string, client: string): void {
    if (this.most[name] !== undefined) this.places.set(id, { name, client });
  }

  release(id: string): void {
    this.places.delete(id);
  }

  /** Clients at their limit. If only the kept slots are free, every client with a job is at its limit. */
  full(name: string): readonly string[] {
    const most = this.most[name];
    if (most === undefined) return [];
    const held = new Map<string, number>();
    for (const place of this.places.values())
      if (place.name === name) held.set(place.client, (held.get(place.client) ?? 0) + 1);
    const taken = [...held.values()].reduce((sum, places) => sum + places, 0);
    const all = this.all[name];
    const isScarce = all !== undefined && all - taken <= all * SPARE;
    return [...held].filter(([, places]) => isScarce || places >= most).map(([client]) => client);
  }
}
