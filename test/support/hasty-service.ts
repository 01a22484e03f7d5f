// The service as `npm start` starts it, but what a killed one had in hand is free again after seconds, not after a minute.
import { startHasty } from './hasty.ts';

await startHasty();
