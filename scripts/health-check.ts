/** Exit code 0 when GET /health answers 200 (a worker without the API: when its metrics answer); for containers. */
const worker = process.env['ROLE'] === 'worker';
const address = worker
  ? `http://127.0.0.1:${process.env['METRICS_PORT'] || 9464}/metrics`
  : `http://127.0.0.1:${process.env['PORT'] || 8080}/health`;

const healthy = await fetch(address, { signal: AbortSignal.timeout(4000) }).then(
  (answer) => answer.ok,
  () => false,
);
process.exit(healthy ? 0 : 1);
