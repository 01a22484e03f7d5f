// The service as `npm start` starts it, but its ports end the process at its point.
import { PoolValidator } from '../../../src/adapters/piscina/pool-validator.ts';
import { startHasty } from '../../support/hasty.ts';
import { mortal } from './mortal.ts';

// A process that dies after a second needs no warm-up.
PoolValidator.prototype.warmUp = () => Promise.resolve();

await startHasty((bindings) => mortal(bindings, process.env));
