import { type Ending, ENDINGS } from '../../../client/sandbox-endings.ts';
import { hasNetwork } from '../../app/routes.ts';

/** What is tried first stands first; the rest is below a fold. */
const FIRST: readonly string[] = ['accepted', 'slow', 'rejected', 'timeout', 'short-outage', 'duplicate'];

/** The network takes it: no ending. */
const NONE: Ending = ENDINGS.find(({ ending }) => ending === '')!;

const isFor = ({ routes }: Ending, route: string): boolean =>
  routes ? routes.some((each) => each === route) : hasNetwork(route);

export const endingsOf = (route: string): readonly Ending[] => ENDINGS.filter((each) => isFor(each, route));

export const isUsual = ({ name }: Ending): boolean => FIRST.includes(name);

export const usualEndings = (route: string): readonly Ending[] =>
  FIRST.flatMap((name) => endingsOf(route).filter((each) => each.name === name));

export const endingFor = (route: string, name: string | null): Ending =>
  endingsOf(route).find((each) => each.name === name) ?? NONE;
