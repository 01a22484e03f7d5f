// The second half of `npm run demo -- --faults`: a scene for each fault that has once sent an invoice twice.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invoiceOf, type Scene, SCENES } from './scenes.ts';
import { Stage } from './stage.ts';

/** @returns whether the network has the invoice exactly once. */
async function play(stage: Stage, scene: Scene, at: number): Promise<boolean> {
  console.log(`\n${at}. ${scene.title} (${scene.route})`);
  const number = `SCENE-${at}`;
  const before = await stage.calls(scene.route, 'POST', scene.send);
  await scene.play(stage, invoiceOf(scene, await stage.client(`client-${at}`), number));
  const held = await stage.held(number);
  const calls = (await stage.calls(scene.route, 'POST', scene.send)) - before - (scene.callsOfOthers ?? 0);
  stage.tell(`The network holds it ${held === 1 ? 'once' : `${held} times`}. Calls that send: ${calls}.`);
  return held === 1;
}

const folder = mkdtempSync(join(tmpdir(), 'scenes-'));
try {
  const stage = await Stage.open(folder, (line) => console.log(line));
  try {
    for (const [index, scene] of SCENES.entries())
      if (!(await play(stage, scene, index + 1))) process.exitCode = 1;
  } finally {
    await stage.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
