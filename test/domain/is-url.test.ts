import assert from 'node:assert/strict';
import { isUrl } from '../../src/domain/is-url.ts';

describe('an address', () => {
  it('may have letters beyond ASCII, after many calls, too', () => {
    // Enough calls for V8 to optimise the function.
    for (let times = 0; times < 20_000; times += 1)
      assert.ok(isUrl('https://b\u00fccher.example:8443/'), `after ${times} times`);
  });

  it('is not valid without a scheme, or with an impossible port', () => {
    for (const text of ['', 'x', 'b\u00fccher.example', 'https://', 'https://a.example:99999/'])
      assert.ok(!isUrl(text), text);
  });
});
