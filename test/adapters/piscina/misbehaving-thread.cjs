// A pool thread that goes astray when it reaches the layer that the document names: `<layer> <how>`.
const astray = {
  // Each turn of the endless loop leaves the processor to others for a moment; a loop that does not ends in rules-in-threads.test.ts.
  hang: () => {
    const never = new Int32Array(new SharedArrayBuffer(4));
    for (;;) Atomics.wait(never, 0, 0, 10);
  },
  sleep: () => new Promise(() => {}),
  exit: () => process.exit(3),
  throw: () => {
    throw new Error('thrown');
  },
  memory: () => {
    const held = [];
    for (;;) held.push(new Array(100_000).fill('x'));
  },
  nothing: () => undefined,
  empty: () => ({}),
  uncloneable: () => ({ layers: [{ outcome: 'valid', findings: [() => {}] }] }),
  'no-layers': () => ({ layers: [], differences: [], faults: [] }),
};

/** Told as a layer's duration: how many samples this thread was warmed with. */
let samples = 0;

const layerOf = ({ layer, source }) => ({
  layer,
  source,
  pack: null,
  durationMs: samples,
  outcome: 'valid',
  findings: [],
});

/** A file is read, astray when it says `reading <how>`, and then checked like any document. */
const readThenCheck = async ({ bytes, asker }) => {
  const [where, how] = Buffer.from(bytes).toString().trim().split(' ');
  if (where === 'reading' && how in astray) return astray[how]();
  const ordered = new Promise((resolve) => {
    asker.once('message', resolve);
    asker.once('close', resolve);
  });
  asker.postMessage({ reading: 'read', facts: {}, addressing: {} });
  const order = await ordered;
  return order?.layers && check({ bytes, ...order });
};

module.exports = (task) => (task.asker ? readThenCheck(task) : check(task));

const check = async ({ bytes, layers, trusted }) => {
  if (trusted) samples++;
  const [where, how] = Buffer.from(bytes).toString().split(' ');
  const answer = { layers: [], differences: [], faults: [] };
  for (const layer of layers) {
    if (layer.layer === where && how === 'short') return answer;
    if (layer.layer === where && how === 'swapped') answer.layers.push({ ...layerOf(layer), layer: 'other' });
    else if (layer.layer === where && how in astray) return astray[how]();
    else answer.layers.push(layerOf(layer));
  }
  return answer;
};
