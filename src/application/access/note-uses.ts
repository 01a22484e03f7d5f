import { isPerson } from '../../domain/access/browser-session.ts';
import { type Caller, ENVIRONMENT_OPERATOR_KEY_ID } from '../../domain/access/caller.ts';
import type { KeyStore } from '../../ports/key-store.ts';

/** A key that is used without a pause is noted this often by each process. */
const PAUSE_MS = 60_000;
/** More keys than these are noted with each use. */
const MAX_KEYS = 10_000;

/** Notes when a key was used last, so that an unused key is found without paging through the audit log. */
export class NoteUses {
  private readonly notedAt = new Map<string, number>();

  constructor(private readonly keys: Pick<KeyStore, 'noteUse'>) {}

  /** Never fails a call, and no call waits for it: the audit log has each use. */
  note({ keyId }: Caller, at: Date): void {
    if (keyId === ENVIRONMENT_OPERATOR_KEY_ID || isPerson(keyId)) return;
    const last = this.notedAt.get(keyId);
    if (last !== undefined && Math.abs(at.getTime() - last) < PAUSE_MS) return;
    if (this.notedAt.size < MAX_KEYS || last !== undefined) this.notedAt.set(keyId, at.getTime());
    this.keys.noteUse(keyId, at).catch(() => this.notedAt.delete(keyId));
  }
}
