import { type Overlay, overlaidBy } from 'en16931-rules/vocabulary/overlay.ts';
import type { InstalledRules } from '../../../ports/rule-packs.ts';
import type { Handlers } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';

export const packHandlers = {
  listPacks: async ({ caller }, { useCases }) => {
    const { today, rows } = await useCases.listPacks.run(caller);
    const ages = await useCases.measurePackAges.run();
    return answer(200, {
      data: rows.map(({ layer, syntaxes, customizations, inForce, previous, next, overlays }) => ({
        layer,
        syntaxes,
        specifications: customizations,
        in_force: inForce ? packToWire(inForce) : null,
        previous: previous ? packToWire(previous) : null,
        next: next ? packToWire(next) : null,
        ...(overlays.length > 0 && { overlays: overlays.map(overlayToWire) }),
      })),
      today,
      publishers: ages.map(({ publisher, pack, ageDays, expectedIn, isOld }) => ({
        publisher: publisher.name,
        newest: packToWire(pack),
        age_days: ageDays,
        next_expected: expectedIn,
        is_old: isOld,
        announced_at: publisher.announcedAt,
      })),
    });
  },

  readPackRules: async ({ caller, parameters }, { useCases }) => {
    const { pack, entries } = await useCases.readPackRules.rules(caller, parameters.pack);
    return answer(200, {
      pack,
      data: entries.map(({ rules, ...entry }) => ({ ...entryToWire(entry), rules })),
    });
  },

  readPackChanges: async ({ caller, parameters, query }, { useCases }) => {
    const { since } = query;
    const { before, after, entries } = await useCases.readPackRules.changes(caller, parameters.pack, since);
    const data = entries.map(({ layer, syntaxes, customizations, ...changes }) => ({
      ...entryToWire({ layer, syntaxes, customizations }),
      ...changes,
    }));
    return answer(200, { before, after, data });
  },
} satisfies Partial<Handlers>;

const entryToWire = ({
  layer,
  syntaxes,
  customizations,
}: Pick<InstalledRules, 'layer' | 'syntaxes' | 'customizations'>) => ({
  layer,
  syntaxes,
  specifications: customizations,
});

const overlayToWire = ({ rule, from, until, clients, ...overlay }: Overlay) => ({
  rule,
  ...overlaidBy({ ...overlay, until }),
  ...(from !== undefined && { from }),
  ...(clients && { clients: [...clients] }),
});

const packToWire = ({ id, version, origin, checksum, validFrom, validUntil }: InstalledRules) => ({
  id,
  version,
  origin,
  sha256: checksum,
  since: validFrom,
  until: validUntil,
});
