import assert from 'node:assert/strict';
import { USE_CASES } from '../../src/application/use-cases.ts';
import { lazily } from '../../src/processes/lazily.ts';
import { World } from '../adapters/http/world.ts';

describe('use cases', () => {
  it('are each made under the name of its class, once, whatever they take of each other', () => {
    const useCases = new World().useCases() as unknown as Readonly<Record<string, object>>;
    for (const [name, UseCase] of Object.entries(USE_CASES)) {
      const member = `${name[0]!.toLowerCase()}${name.slice(1)}`;
      assert.ok(useCases[member] instanceof UseCase, name);
      assert.equal(useCases[member], useCases[member]);
    }
  });

  it('are made when they are first read', () => {
    let made = 0;
    const tools: { readonly one?: number } = {};
    lazily(tools, 'one', () => (made += 1));
    assert.equal(made, 0);
    assert.deepEqual([tools.one, tools.one, made], [1, 1, 1]);
  });
});
