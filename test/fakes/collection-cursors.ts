import type { CollectionCursors, HeldCursor } from '../../src/ports/collection-cursors.ts';

export class FakeCollectionCursors implements CollectionCursors {
  private readonly cursors = new Map<string, HeldCursor & { readonly heldUntil: Date }>();

  async hold(name: string, until: Date, now: Date): Promise<HeldCursor | undefined> {
    const { cursor, heldUntil } = this.cursors.get(name) ?? { cursor: null, heldUntil: now };
    if (heldUntil > now) return undefined;
    this.cursors.set(name, { cursor, heldUntil: until });
    return { cursor };
  }

  async advance(name: string, cursor: string): Promise<void> {
    const held = this.cursors.get(name);
    if (held) this.cursors.set(name, { ...held, cursor });
  }

  async postpone(name: string, until: Date): Promise<void> {
    const held = this.cursors.get(name);
    if (held) this.cursors.set(name, { ...held, heldUntil: until });
  }
}
