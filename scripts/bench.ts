import { costs } from './bench/costs.ts';
import { delivery } from './bench/delivery.ts';
import { Documents } from './bench/documents.ts';
import { engine } from './bench/engine.ts';
import { exporting } from './bench/export.ts';
import { fairness } from './bench/fairness.ts';
import { floor } from './bench/floor.ts';
import { growth } from './bench/growth.ts';
import { health } from './bench/health.ts';
import { intake } from './bench/intake.ts';
import { ksefBatch } from './bench/ksef-batch.ts';
import { model } from './bench/model.ts';
import { mongoRoundTrips } from './bench/mongo-round-trips.ts';
import { pdf } from './bench/pdf.ts';
import { peers } from './bench/peers.ts';
import { pool } from './bench/pool.ts';
import { queue } from './bench/queued.ts';
import { radarBesideOthers } from './bench/radar-beside-others.ts';
import { residentMemory } from './bench/resident-memory.ts';
import { benchRules } from './bench/rules-folder.ts';
import { schema } from './bench/schema.ts';
import { search } from './bench/search.ts';
import { startUp } from './bench/start-up.ts';
import { store } from './bench/store.ts';
import { stuckRoute } from './bench/stuck-route.ts';
import { waiting } from './bench/waiting.ts';
import { webhooks } from './bench/webhooks.ts';

const USAGE = `npm run bench [-- engine | schema | floor | growth | model | pdf | peers | pool | intake | delivery | ksef-batch | costs | stuck | webhooks | fairness | radar | export | health | memory | queued | waiting | start | search | store | mongo …]
  REFERENCE_DATA names the folder with official packs, SAXON_HE the jar of Saxon-HE, MONGODB_URL a MongoDB,
  INVOICES how many a store is filled with (1,000,000), QUEUED how many wait (20,000), EXPORTED how many are exported (100,000), SEARCHED how many are searched (100,000),
  DELIVERED how many are delivered (1,000), DELIVERED_OVER on which routes (PEPPOL,RO-EFACTURA,FR-PA,PL-KSEF), PROCESSES by how many (1), BATCHED how many by batch (400),
  PROFILES a folder for CPU profiles of intake, delivery and webhooks, which are summed up.`;

const documents = new Documents();

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  engine: async () => engine(await benchRules(), documents),
  schema: async () => schema(await benchRules(), documents),
  floor: async () => floor(await benchRules(), documents),
  growth: async () => growth(await benchRules(), documents),
  model: async () => model(await benchRules(), documents),
  pdf,
  peers,
  pool: async () => pool(await benchRules(), documents),
  intake,
  delivery,
  'ksef-batch': ksefBatch,
  costs,
  stuck: stuckRoute,
  webhooks,
  fairness,
  export: exporting,
  health: () => health(documents),
  memory: residentMemory,
  queued: queue,
  radar: radarBesideOthers,
  waiting,
  start: startUp,
  search,
  store,
  mongo: mongoRoundTrips,
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(BENCHES);
if (names.every((name) => name in BENCHES)) for (const name of names) await BENCHES[name]?.();
else console.error(USAGE);
