import type { CollectionCursors, HeldCursor } from '../../src/ports/collection-cursors.ts';

export class FakeCollectionCursors implements CollectionCursors {
  private readonly places = new Map<string, HeldCursor & { readonly heldUntil: Date }>();

  async hold(name: string, until: Date, now: Date): Promise<HeldCursor | undefined> {
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
