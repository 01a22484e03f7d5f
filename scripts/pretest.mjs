// Tests start real processes as built and judge with the built-in packs.
import { prepare } from './prepare.mjs';

prepare();
