import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ENDINGS } from '../../src/client/sandbox-endings.ts';

const SIMULATORS = {
  PEPPOL: 'peppol/access-point',
  'PL-KSEF': 'pl-ksef',
  'RO-EFACTURA': 'ro-efactura',
  'FR-PA': 'fr-pa',
} as const;

describe('the endings of ids trigger', () => {
  const known = Object.entries(SIMULATORS).map(([route, folder]) => {
    const file = fileURLToPath(new URL(`../../src/sandbox/${folder}/endings.ts`, import.meta.url));
    return [route, readFileSync(file, 'utf8')] as const;
  });

  for (const { name, ending, routes } of ENDINGS.filter(
    (each) => each.ending !== '' && each.ending !== '-NORUN',
  ))
    it(`${name} is known to each simulated network that it is offered for`, () => {
      const having = known.filter(([, text]) => text.includes(`'${ending}':`)).map(([route]) => route);
      assert.deepEqual([...(routes ?? Object.keys(SIMULATORS))].sort(), having.sort());
    });
});
