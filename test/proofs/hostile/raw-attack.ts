import { Chance } from './chance.ts';
import { eachCase, type Limits } from './limits.ts';
import { END, type Heard, type Piece, RESET, speak } from './raw.ts';
import { type RawShape, rawShapes } from './raw-shapes.ts';
import { Counts, type Outcome, Wrongs } from './tally.ts';
import type { Target } from './target.ts';

const AT_ONCE = 16;

/** Requests that are almost HTTP: every shape of the table, then as many requests with random changes of bytes. */
export async function attackWithRawHttp(target: Target, limits: Limits): Promise<Outcome> {
  const wrongs = new Wrongs();
  const statuses = new Counts();
  const done = await eachCase(limits, AT_ONCE, async (index) => {
    const { key } = target.tenants[index % target.tenants.length]!;
    const shapes = rawShapes(key);
    const shape = shapes[index] ?? changedShape(shapes, new Chance(limits.seed, 'raw', index));
    const heard = await speak(target.service.url, shape.sends, {
      from: `127.0.1.${1 + (index % 250)}`,
      closes: shape.closes ?? false,
    });
    for (const { status } of heard.answers) statuses.add(status);
    for (const fault of shapeFaults(shape, heard)) wrongs.add(`raw ${index}, ${shape.name}: ${fault}`);
  });
  return { name: 'raw HTTP', tried: { connections: done }, wrong: wrongs.found, answers: statuses };
}

function shapeFaults(
  { answers: expected, closes }: RawShape,
  { answers, closed, rest }: Heard,
): readonly string[] {
  const final = answers.filter(({ status }) => status >= 200);
  const received = final.map(({ status }) => status).join(', ') || 'nothing';
  const fits =
    !expected ||
    (final.length === expected.length && expected.every((each, n) => each.test(String(final[n]!.status))));
  return [
    ...(fits ? [] : [`answers ${received}`]),
    ...(closes && !closed ? ['the connection stays open'] : []),
    ...(rest === '' ? [] : [`ends in ${JSON.stringify(rest.slice(0, 100))}`]),
    ...final.flatMap(({ status, headers }) =>
      headers['x-request-id'] ? [] : [`${status} without X-Request-Id`],
    ),
    ...final.flatMap(({ status }) => (status === 500 ? ['500'] : [])),
  ];
}

/** The answer to a random change is unknown; a failure of the service is never allowed. */
function changedShape(shapes: readonly RawShape[], chance: Chance): RawShape {
  const { name, sends } = chance.pick(shapes);
  const changed = sends.map((piece): Piece => {
    if (typeof piece === 'number' || piece === END || piece === RESET) return piece;
    const bytes = Buffer.from(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);
    for (let n = chance.below(4); n > 0 && bytes.length > 0; n -= 1)
      bytes[chance.below(bytes.length)] = chance.below(256);
    return chance.happens(0.1) ? bytes.subarray(0, chance.below(bytes.length + 1)) : bytes;
  });
  return { name: `${name}, changed`, sends: changed, answers: undefined };
}
