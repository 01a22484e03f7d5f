import type { Environment, Route } from '../../domain/vocabulary/route.ts';
import type { Caps } from '../caps.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Outbound } from '../outbound.ts';
import type { Participants } from '../participants.ts';
import type { OpenedCredential } from './opened-credential.ts';
import type { Rail } from './rail.ts';
import type { Sessions } from '../sessions.ts';
import type { SettingTable, ValuesOf } from '../settings.ts';

/** The surroundings of a rail. */
export interface RailSurroundings {
  readonly environment: Environment;
  /** The simulated networks of the sandbox, without a slash at the end. */
  readonly simulator: string;
}

/** The log-in of a sandbox client at the simulator if it has stored none of its own (decisions, "sandbox"). */
type BuiltInCredential = Pick<OpenedCredential, 'kind' | 'value'>;

/**
 * The settings of a rail: `RAIL_SETTINGS` of `src/adapters/rails/<name of the route in lower case>/settings.ts`.
 * @typeParam S the settings that open the rail.
 */
export interface RailSettings<S = unknown> {
  /** Environment variables by their names; docs/configuration.md lists them. */
  readonly table: SettingTable;
  /** @param values of the table, as they were read. */
  read(values: Readonly<Record<string, unknown>>, around: RailSurroundings): S;
  /** @param token of the client's own: answers go to the token under which their document was sent. */
  builtIn(token: string, settings: S): BuiltInCredential;
}

export const railSettings = <T extends SettingTable, S>(rail: {
  readonly table: T;
  read(values: ValuesOf<T>, around: RailSurroundings): S;
  builtIn(token: string, settings: S): BuiltInCredential;
}): RailSettings<S> => rail;

/** What a rail may use. */
export interface RailPorts {
  readonly outbound: Outbound;
  readonly sessions: Sessions;
  readonly caps: Caps;
  /** Registrations in Peppol; a clear answer may be a few minutes old. */
  readonly participants: Participants;
  readonly clock: Clock;
  /** The machine's clock, which networks go by. */
  readonly realClock: Clock;
  readonly log?: Log;
  readonly environment: Environment;
}

/** `openRail` of `src/adapters/rails/<name of the route in lower case>/rail.ts`. */
export type OpenRail<S = unknown> = (settings: S, ports: RailPorts) => Rail;

/** For every route with a rail. */
export type RailSettingsRead = ReadonlyMap<Route, unknown>;
