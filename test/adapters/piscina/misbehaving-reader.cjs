/** A thread that does what its input says. */
module.exports = ({ name, input }) => {
  const what = JSON.parse(new TextDecoder().decode(input.bytes));
  if (what === 'throw') throw new Error('a bug');
  if (what === 'timed-out') for (;;);
  if (what === 'out-of-memory') for (const held = []; ;) held.push({ length: held.length });
  return { name };
};
