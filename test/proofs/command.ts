// `npm run proofs`: runs the proofs by volume, one after another, until a budget is used.
import { fileURLToPath } from 'node:url';
import { changedSince, testsReachedBy } from '../../scripts/changed-tests.mjs';
import { mongoServer } from '../../scripts/mongo-server.ts';
import { runProofs } from './proofs.ts';
import { publish } from './publish.ts';
import { commitOf, keepResult, RESULTS } from './results.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

if (process.argv[2] === 'publish') console.log(await publish(PROJECT, RESULTS));
else await prove();

async function prove(): Promise<void> {
  const server = await mongoServer();
  const commit = commitOf(PROJECT);
  try {
    process.exitCode = await runProofs(process.argv.slice(2), {
      folder: fileURLToPath(new URL('.', import.meta.url)),
      state: fileURLToPath(new URL('../../node_modules/.cache/proofs.json', import.meta.url)),
      env: { ...process.env, ...(server && { MONGODB_URL: server.url }) },
      reached,
      print: (text) => void process.stdout.write(text),
      now: () => performance.now(),
      keep: (result) => keepResult(RESULTS, { ...result, at: new Date().toISOString(), commit }),
    });
  } finally {
    server?.process?.kill();
  }
}

function reached(revision: string, proofs: readonly string[]): readonly string[] {
  const files = new Set(
    testsReachedBy(
      changedSince(revision),
      proofs.map((proof) => `test/proofs/${proof}`),
    ),
  );
  return proofs.filter((proof) => files.has(`test/proofs/${proof}`));
}
