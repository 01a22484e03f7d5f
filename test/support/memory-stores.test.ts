import { describesAStore } from '../contract/all.ts';
import { memoryStores } from './memory-stores.ts';

describesAStore('SQLite in memory', async () => {
  const stores = memoryStores();
  return { ...stores, other: stores, close: async () => undefined };
});
