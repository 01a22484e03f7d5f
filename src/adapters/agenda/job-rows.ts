import { datefields, type JobParameters, toJobId } from 'agenda';
import { isObject } from '../../domain/json/json-object.ts';
import type { SqlRow } from './sql.ts';

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
