import type { Layer } from '../domain/checks/layer.ts';
import type { Route } from '../domain/routing/route.ts';
import type { BuiltDocument } from './invoice-files.ts';

export interface ExamineDocument {
  run(x: {
    readonly canonical: Uint8Array;
    readonly route: Route;
    readonly format: string;
  }): Promise<{ readonly layers: readonly Layer[]; readonly document?: BuiltDocument }>;
}
