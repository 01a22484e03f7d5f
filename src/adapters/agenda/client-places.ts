/** How many places of a lane one client may hold in this process at once; a lane that is left out is not limited. */
export type MostPerClient = Readonly<Record<string, number>>;

interface Place {
  readonly name: string;
  readonly client: string;
}

/** The share of a lane's places that is left for clients which hold none: several clients whose networks hang do not fill them all. */
const SPARE = 1 / 4;

/**
 * Which clients hold how many places, by the jobs that were given out to this process. A client whose network hangs fills its own
 * places, and no others.
 */
export class ClientPlaces {
  /** By the id of the job: one that is given out a second time, after its lock ran out, holds one place. */
  private readonly places = new Map<string, Place>();

  constructor(
    /** By the name of the jobs. */
    private readonly most: MostPerClient,
    /** How many places there are in all; of a lane that is left out none is spared. */
    private readonly all: MostPerClient = {},
  ) {}

  take(id: string, name: string, client: string): void {
    if (this.most[name] !== undefined) this.places.set(id, { name, client });
  }

  release(id: string): void {
    this.places.delete(id);
  }

  /** Clients that hold as many places as they may: each that holds one, if no more than the spare ones are left. */
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
