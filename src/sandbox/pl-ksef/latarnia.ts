import { type Answer, json } from '../network.ts';
import type { State } from '../state.ts';
import { type Availability, optionsOf } from './options.ts';

interface Message {
  readonly id: string;
  readonly eventId: number;
  readonly category: Exclude<Availability, 'AVAILABLE'>;
  readonly type: 'FAILURE_START' | 'MAINTENANCE_ANNOUNCEMENT';
  readonly title: string;
  readonly text: string;
  readonly start: string;
  readonly version: number;
  readonly published: string;
}

const START = '2026-01-31T10:00:00+01:00';

/** The availability service of KSeF, with the forms of CIRFMF/ksef-client-csharp, `Models/Lighthouse`. */
function messagesOf(state: State): readonly Message[] {
  const { availability } = optionsOf(state);
  if (availability === 'AVAILABLE') return [];
  const isFailure = availability !== 'MAINTENANCE';
  const message: Message = {
    id: 'K/2026/AWR/01',
    eventId: 1,
    category: availability,
    type: isFailure ? 'FAILURE_START' : 'MAINTENANCE_ANNOUNCEMENT',
    title: isFailure ? 'Awaria KSeF' : 'Niedostępność KSeF',
    text: 'Komunikat piaskownicy.',
    start: START,
    version: 1,
    published: START,
  };
  return [message];
}

/** `GET /status` */
export const status = (state: State): Answer =>
  json(200, { status: optionsOf(state).availability, messages: messagesOf(state) });

/** `GET /messages` */
export const messages = (state: State): Answer => json(200, messagesOf(state));
