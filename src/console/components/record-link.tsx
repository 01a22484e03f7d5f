import type { ComponentChildren } from 'preact';
import { addressOfRecord } from '../app/record-address.ts';
import { Link } from './link.tsx';

interface Props {
  readonly id: string;
  readonly children: ComponentChildren;
  readonly class?: string;
}

/** A record in a row of a table: a link to its page. */
export const RecordLink = ({ id, children, ...more }: Props) => (
  <Link {...more} to={addressOfRecord(id)} tabIndex={-1}>
    {children}
  </Link>
);
