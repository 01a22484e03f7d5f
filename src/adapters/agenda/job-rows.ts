import {
  datefields,
  type JobParameters,
  type JobsQueryOptions,
  type JobsSort,
  type JobWithState,
  type RemoveJobsOptions,
  toJobId,
} from 'agenda';
import type { SqlParameters, SqlRow } from './sql.ts';

/** Members with a column of their own. */
const COLUMNS = new Set(['_id', 'name', 'type', 'priority', 'nextRunAt', 'lockedAt', 'disabled']);

/** Members that no query looks at, as JSON. */
export const bodyOf = (job: JobParameters): string =>
  JSON.stringify(Object.fromEntries(Object.entries(job).filter(([name]) => !COLUMNS.has(name))));

export function jobFromRow(row: SqlRow): JobParameters {
  const body = JSON.parse(String(row['body'])) as Omit<JobParameters, 'name' | 'priority' | 'type'>;
  for (const field of datefields) if (body[field]) body[field] = new Date(body[field]);
  const asked =
    row['unique_key'] !== null && isObject(body.data) ? { asked: Number(row['asked']) } : undefined;
  return {
    ...body,
    _id: toJobId(String(row['id'])),
    name: String(row['name']),
    type: row['type'] as JobParameters['type'],
    priority: Number(row['priority']),
    nextRunAt: dateOf(row['next_run_at']) ?? null,
    data: asked ? { ...(body.data as object), ...asked } : body.data,
    ...(row['locked_at'] !== null && { lockedAt: dateOf(row['locked_at'])! }),
    ...(row['disabled'] === 1 && { disabled: true }),
  };
}

const dateOf = (value: unknown): Date | undefined =>
  typeof value === 'number' ? new Date(value) : undefined;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The conditions that SQL answers; `all` if there are none. */
export function conditionsOf(options: Omit<RemoveJobsOptions, 'data'>): {
  readonly where: string;
  readonly parameters: SqlParameters;
  readonly all: boolean;
} {
  const ids = options.id !== undefined ? [options.id] : options.ids?.length ? options.ids : undefined;
  const names =
    options.name !== undefined ? [options.name] : options.names?.length ? options.names : undefined;
  const notNames = names === undefined && options.notNames?.length ? options.notNames : undefined;
  const where = [
    ...(ids ? ['id IN (SELECT value FROM json_each(@ids))'] : []),
    ...(names ? ['name IN (SELECT value FROM json_each(@names))'] : []),
    ...(notNames ? ['name NOT IN (SELECT value FROM json_each(@notNames))'] : []),
  ];
  const parameters = {
    ids: JSON.stringify((ids ?? []).map(Number)),
    names: JSON.stringify(names ?? []),
    notNames: JSON.stringify(notNames ?? []),
  };
  return { where: where.length > 0 ? where.join(' AND ') : '1', parameters, all: where.length === 0 };
}

/** The conditions computed in code: the job's data, in part or whole, and its state. */
export function isAskedFor(
  job: Pick<JobWithState, 'data' | 'state' | 'disabled'>,
  { data, state }: Pick<JobsQueryOptions, 'data' | 'state'>,
): boolean {
  if (state === 'paused' ? !job.disabled : state !== undefined && job.state !== state) return false;
  if (data === undefined) return true;
  const has = job.data;
  if (!isObject(data) || !isObject(has)) return JSON.stringify(has) === JSON.stringify(data);
  return Object.entries(data).every(([key, value]) => JSON.stringify(has[key]) === JSON.stringify(value));
}

export function sorted(
  jobs: readonly JobWithState[],
  sort: JobsSort = { nextRunAt: 'desc', lastRunAt: 'desc' },
) {
  const keys = Object.entries(sort) as [keyof JobsSort, 'asc' | 'desc'][];
  const rank = (value: unknown) =>
    value instanceof Date ? value.getTime() : typeof value === 'object' ? JSON.stringify(value ?? '') : value;
  return [...jobs].sort((a, b) => {
    for (const [key, direction] of keys) {
      const [one, other] = [rank(a[key]) ?? '', rank(b[key]) ?? ''] as [string | number, string | number];
      if (one !== other) return (one < other ? -1 : 1) * (direction === 'asc' ? 1 : -1);
    }
    return 0;
  });
}
