// The service as `npm start` starts it, but with ports that end the process where it was told to.
import { PoolValidator } from '../../../src/adapters/piscina/pool-validator.ts';
import { startHasty } from '../../support/hasty.ts';
import { mortal } from './mortal.ts';

// A process that dies after a second is not warmed for the rest of its life.
PoolValidator.prototype.warmUp = () => Promise.resolve();

await startHasty((bindings) => mortal(bindings, process.env));
