/** Each turn of this endless loop leaves the processor to others for a moment; a loop that does not ends in print-pool.test.ts. */
const hang = () => {
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (;;) Atomics.wait(never, 0, 0, 10);
};

/** A thread that does what its input says. */
module.exports = ({ name, input }) => {
  const what = JSON.parse(new TextDecoder().decode(input.bytes));
  if (what === 'throw') throw new Error('a bug');
  if (what === 'timed-out') hang();
  if (what === 'out-of-memory') for (const held = []; ;) held.push({ length: held.length });
  return { name };
};
