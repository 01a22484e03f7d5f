import assert from 'node:assert/strict';
import { openSummaries } from '../../../src/application/tracking/open-summaries.ts';
import { ContentUnreadable } from '../../../src/ports/content-store.ts';

const row = (id: string, sealedSummary?: string) => ({
  id,
  client: 'acme',
  ...(sealedSummary !== undefined && { sealedSummary }),
});

/** Opens each text but `damaged`. */
const content = {
  openTexts: async (client: string, sealed: readonly string[]) => {
    if (client === 'deleted') return undefined;
    if (sealed.includes('damaged')) throw new ContentUnreadable(client, undefined);
    return sealed.map((number) => JSON.stringify({ number }));
  },
};

describe('opened summaries', () => {
  it('are empty where nothing was read or one is damaged, and absent for a client that was deleted', async () => {
    const rows = [
      ...[row('a', 'R-1'), row('b'), row('c', 'damaged'), row('d', 'R-2')],
      { ...row('e', 'R-3'), client: 'deleted' },
      { ...row('f'), client: 'deleted' },
    ];
    const opened = await openSummaries(rows, { content });
    assert.deepEqual(
      rows.map((each) => opened.get(each)),
      [{ number: 'R-1' }, {}, {}, { number: 'R-2' }, undefined, undefined],
    );
  });

  it('are never those of another row, also if the client is deleted between two reads of its key', async () => {
    let reads = 0;
    const dying = {
      openTexts: (client: string, sealed: readonly string[]) => {
        reads += 1;
        return content.openTexts(reads === 2 ? 'deleted' : client, sealed);
      },
    };
    const rows = [row('a', 'R-1'), row('b', 'damaged'), row('c', 'R-2')];
    const opened = await openSummaries(rows, { content: dying });
    assert.equal(opened.size, 0);
  });
});
