import type { CollectPlaces, HeldPlace } from '../../src/ports/collect-places.ts';

export class FakeCollectPlaces implements CollectPlaces {
  private readonly places = new Map<string, HeldPlace & { readonly heldUntil: Date }>();

  async hold(name: string, until: Date, now: Date): Promise<HeldPlace | undefined> {
    const { cursor, heldUntil } = this.places.get(name) ?? { cursor: null, heldUntil: now };
    if (heldUntil > now) return undefined;
    this.places.set(name, { cursor, heldUntil: until });
    return { cursor };
  }

  async advance(name: string, cursor: string): Promise<void> {
    const place = this.places.get(name);
    if (place) this.places.set(name, { ...place, cursor });
  }

  async postpone(name: string, until: Date): Promise<void> {
    const place = this.places.get(name);
    if (place) this.places.set(name, { ...place, heldUntil: until });
  }
}
