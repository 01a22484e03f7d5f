import { describesAStore } from './all.ts';
import { memoryStores } from '../support/memory-stores.ts';

describesAStore('SQLite in memory', async () => {
  const stores = memoryStores();
  return { ...stores, other: stores, close: async () => undefined };
});
