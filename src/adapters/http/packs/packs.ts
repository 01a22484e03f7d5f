import type { InstalledRules } from '../../../ports/rule-packs.ts';
import type { Handlers } from '../call/handlers.ts';

export const packHandlers = {
  listPacks: async (_call, { useCases }) => {
    const rows = await useCases.listPacks.run();
    return {
      status: 200,
      json: {
        data: rows.map(({ layer, syntaxes, customizations, inForce, next }) => ({
          layer,
          syntaxes,
          specifications: customizations,
          in_force: inForce ? packToWire(inForce) : null,
          next: next ? packToWire(next) : null,
        })),
      },
    };
  },
} satisfies Partial<Handlers>;

const packToWire = ({ id, version, origin, checksum, validFrom, validUntil }: InstalledRules) => ({
  id,
  version,
  origin,
  sha256: checksum,
  since: validFrom,
  until: validUntil,
});
