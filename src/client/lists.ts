import type { paths } from './api-types.ts';
import type { CursorPage } from './pages.ts';

/** Lists that go on with `after`. */
export type CursorList =
  '/keys' | '/credentials' | '/clients' | '/care' | '/shares' | '/webhook/deliveries' | '/audit';
export type FilterOf<Path extends CursorList> = Omit<
  NonNullable<paths[Path]['get']['parameters']['query']>,
  'after'
>;
export type RowOf<Path extends CursorList> =
  paths[Path]['get']['responses'][200]['content']['application/json']['data'][number];
export type GetPage<Path extends CursorList> = (
  path: Path,
  init: { readonly params: { readonly query: object } },
) => Promise<{ readonly data?: CursorPage<RowOf<Path>> }>;
