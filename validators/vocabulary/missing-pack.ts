import type { PackRef } from './layer.ts';

/** A rule pack that is not installed. */
export interface MissingPack extends Pick<PackRef, 'id' | 'version' | 'origin'> {
  /** Installs it. */
  readonly command: string;
}
