import type { ComponentChildren } from 'preact';
import { addressOfRecord } from '../app/record-address.ts';
import { Link } from './link.tsx';

interface Props {
  readonly id: string;
  readonly children: ComponentChildren;
  readonly class?: string;
}

/** A record in a row of a table: a link to its page if it has one. */
export function RecordLink({ id, children, ...more }: Props) {
  const to = addressOfRecord(id);
  return to === undefined ? (
    <span {...more}>{children}</span>
  ) : (
    <Link {...more} to={to} tabIndex={-1}>
      {children}
    </Link>
  );
}
