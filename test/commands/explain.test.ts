import assert from 'node:assert/strict';
import { jsonOf, runIds } from './run-ids.ts';
import { PREPARED_PACKS } from '../support/prepared-packs.ts';

const RULES_DIR = PREPARED_PACKS;

describe('ids explain', () => {
  it('explains rules of the installed packs and our own codes, without a service', async () => {
    const { code, out } = await runIds(['explain', 'BR-CO-15', 'KSEF-440'], { RULES_DIR });
    assert.equal(code, 0);
    assert.match(out, /^BR-CO-15 {2}The total with VAT/);
    assert.match(out, /\nKSEF-440 {2}/);
    const entries = jsonOf<readonly { code: string; fix_hint: string }[]>(
      await runIds(['explain', 'EI-SCHEMA', '--json'], { RULES_DIR }),
    );
    assert.deepEqual(Object.keys(entries[0] ?? {}).includes('fix_hint'), true);
  });

  it('says in words where a term is corrected, and names its member for developers alone', async () => {
    const { out } = await runIds(['explain', 'BR-RO-110'], { RULES_DIR });
    assert.match(out, /Correct BT-39 in the ERP, or in the editor of the\s+invoice\./);
    assert.match(out, /term: BT-39; field: seller\.address\.region/);
    const [entry] = jsonOf<readonly { explanation: string; field?: string }[]>(
      await runIds(['explain', 'BR-RO-110', '--json'], { RULES_DIR }),
    );
    assert.equal(entry?.field, 'seller.address.region');
    assert.doesNotMatch(entry.explanation, /seller\.|canonical/);
  });

  it('ends with 1 for an unknown code', async () => {
    const { code, err } = await runIds(['explain', 'BR-NONE'], { RULES_DIR });
    assert.equal(code, 1);
    assert.match(err, /BR-NONE is not known here/);
    const small = await runIds(['explain', 'br-co-15'], { RULES_DIR });
    assert.deepEqual([small.code, small.err.trim()], [1, 'br-co-15 is not known here. Is BR-CO-15 meant?']);
  });
});
