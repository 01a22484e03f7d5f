import assert from 'node:assert/strict';
import { freePort } from '../../scripts/free-port.ts';

describe('free ports', () => {
  it('lie outside the range that a system uses for connections, and each is used once', async () => {
    const ports = await Promise.all(Array.from({ length: 200 }, freePort));
    assert.deepEqual(
      ports.filter((port) => port < 1024 || port >= 32_768),
      [],
    );
    assert.equal(new Set(ports).size, ports.length);
  });
});
