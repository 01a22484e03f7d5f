import type { Collection } from 'mongodb';
import { ROWS } from '../../application/stores/rows.ts';
import { smallStores } from '../../application/stores/small-stores.ts';
import { LeasedKeys } from '../../domain/lifecycle/leased-keys.ts';
import type { LeasedRadar } from '../../domain/radar/radar.ts';
import type { Stores } from '../../ports/stores.ts';
import { OutboxRelay } from './outbox-relay.ts';
import { MongoAuditLog } from './mongo-audit-log.ts';
import { MongoCaps } from './mongo-caps.ts';
import { MongoClientData } from './mongo-client-data.ts';
import { MongoEventFeed } from './mongo-event-feed.ts';
import { MongoIdempotencyStore } from './mongo-idempotency-store.ts';
import { MongoInvoiceStore } from './mongo-invoice-store.ts';
import { MongoRateCounters } from './mongo-rate-counters.ts';
import { MongoReceivedStore } from './mongo-received-store.ts';
import { recentContents } from './contents.ts';
import { DataKeys } from './data-keys.ts';
import { MongoReportStore } from './mongo-report-store.ts';
import { MongoRows } from './mongo-rows.ts';
import { MongoSealedRows } from './mongo-sealed-rows.ts';
import { MongoStatusStore } from './mongo-status-store.ts';
import { MongoStoreCheck } from './mongo-store-check.ts';
import { MongoDeliveryStore } from './mongo-delivery-store.ts';
import { MongoWorkCollection } from './mongo-work-collection.ts';
import { mappingOf } from './record-mapping.ts';
import type { WorkDocument } from './documents.ts';
import { translating } from './driver-errors.ts';
import type { Mongo } from './mongo.ts';

/** @param maxKeyAgeMs shorter in tests that delete many clients. */
export function mongoStores(mongo: Mongo, maxKeyAgeMs?: number): Stores {
  const relay = new OutboxRelay(mongo);
  mongo.resting.add(() => relay.rest());
  const audit = new MongoAuditLog(mongo, relay);
  const idempotency = new MongoIdempotencyStore(mongo);
  const leasedKeys = new LeasedKeys();
  const dataKeys = new DataKeys(mongo.dataKeys, maxKeyAgeMs);
  const recent = recentContents();
  const keys = { stored: dataKeys, leased: leasedKeys };
  const radars = mappingOf<WorkDocument, LeasedRadar>(ROWS.radars.fields);
  const radarDocuments = mongo.rows('radars') as unknown as Collection<WorkDocument>;
  const radarWork = new MongoWorkCollection({ ...radars, documents: radarDocuments }, keys);
  const small = smallStores((name) => translating(new MongoRows(mongo, name)), translating(radarWork));
  return {
    ...small,
    invoices: translating(new MongoInvoiceStore(mongo, relay, idempotency, keys, recent)),
    eventFeed: translating(new MongoEventFeed(mongo, relay)),
    received: translating(new MongoReceivedStore(mongo, relay, idempotency, keys)),
    idempotency: translating(idempotency),
    rates: translating(new MongoRateCounters(mongo, audit)),
    caps: translating(new MongoCaps(mongo)),
    clientData: translating(new MongoClientData(mongo, dataKeys)),
    webhooks: translating({
      ...small.webhooks,
      remove: async (owner: string) => {
        await mongo.rows('webhooks').deleteOne({ _id: owner });
        await mongo.deliveries.deleteMany({ client: owner });
      },
    }),
    deliveries: translating(new MongoDeliveryStore(mongo, keys)),
    statuses: translating(new MongoStatusStore(mongo, keys)),
    reports: translating(new MongoReportStore(mongo, relay, keys)),
    audit: translating(audit),
    sealed: translating(new MongoSealedRows(mongo, dataKeys, recent)),
    leasedKeys,
    check: translating(new MongoStoreCheck(mongo)),
  };
}
