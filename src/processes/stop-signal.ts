/** Longest time between SIGTERM and the end of the process. */
const STOP_WITHIN_MS = 10_000;

/** Ends the process in good order on SIGTERM or SIGINT; a second signal, or ten seconds, end it at once. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
