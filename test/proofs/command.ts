// `npm run proofs`: runs the proofs by volume, one after another, until a budget is used.
import { fileURLToPath } from 'node:url';
import { mongoServer } from '../../scripts/mongo-server.ts';
import { runProofs } from './proofs.ts';

const server = await mongoServer();
try {
  process.exitCode = await runProofs(process.argv.slice(2), {
    folder: fileURLToPath(new URL('.', import.meta.url)),
    state: fileURLToPath(new URL('../../node_modules/.cache/proofs.json', import.meta.url)),
    env: { ...process.env, ...(server && { MONGODB_URL: server.url }) },
    print: (text) => void process.stdout.write(text),
    now: () => performance.now(),
  });
} finally {
  server?.process?.kill();
}
