/** How many places of a lane one client may hold in this process at once; a lane that is left out is not limited. */
export type MostPerClient = Readonly<Record<string, number>>;

interface Place {
  readonly name: string;
  readonly client: string;
}

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
  ) {}

  take(id: string, name: string, client: string): void {
    if (this.most[name] !== undefined) this.places.set(id, { name, client });
  }

  release(id: string): void {
    this.places.delete(id);
  }

  /** Clients that hold as many places as they may. */
  full(name: string): readonly string[] {
    const most = this.most[name];
    if (most === undefined) return [];
    const held = new Map<string, number>();
    for (const place of this.places.values())
      if (place.name === name) held.set(place.client, (held.get(place.client) ?? 0) + 1);
    return [...held].filter(([, places]) => places >= most).map(([client]) => client);
  }
}
