import assert from 'node:assert/strict';
import { type RunningApi, withOwnClients } from './harness.ts';

const ENTRY = { layer: 'en16931', syntaxes: ['cii'], customizations: ['*'] } as const;
const WIRE = { layer: 'en16931', syntaxes: ['cii'], specifications: ['*'] } as const;
const RULE = { id: 'BR-02', severity: 'fatal', text: 'A number is missing.', test: 'assert //ram:ID' };

describe('the rules of a pack', () => {
  let api: RunningApi;
  let key: string;

  withOwnClients((own) => ({ api, key } = own));

  const read = (path: string) => api.call('GET', path, { key });

  it('are listed with their texts, by layer and syntax', async () => {
    api.world.packEntries = [{ ...ENTRY, rules: [RULE] }];
    const { status, json, text } = await read('/packs/en16931-1.3.17/rules');
    assert.equal(status, 200, text);
    assert.deepEqual(json, {
      pack: { id: 'en16931', version: '1.3.17', origin: 'built-in' },
      data: [{ ...WIRE, rules: [RULE] }],
    });
  });

  it('are compared with those of another pack, old and new text side by side', async () => {
    const before = { ...RULE, text: 'No number.' };
    const changes = {
      added: [],
      removed: [RULE],
      changed: [{ id: RULE.id, in: ['words'] as const, before, after: RULE }],
    };
    api.world.packChanges = [{ ...ENTRY, in: 'both', ...changes, shared: ['code list units'] }];
    const { json } = await read('/packs/en16931-1.3.17/changes?since=en16931-1.3.16');
    assert.deepEqual(
      [(json.before as { version: string }).version, (json.after as { version: string }).version],
      ['1.3.16', '1.3.17'],
    );
    assert.deepEqual(json.data, [{ ...WIRE, in: 'both', ...changes, shared: ['code list units'] }]);
  });

  it('need installed packs, and a name of a pack', async () => {
    assert.equal((await read('/packs/en16931-x/rules')).status, 404);
    assert.equal((await read('/packs/en16931-1.3.17/changes?since=other')).status, 404);
    assert.equal((await read('/packs/en16931-1.3.17/changes')).status, 400);
    assert.equal((await read('/packs/..%2Fetc/rules')).status, 400);
  });
});
