/**
 * Its loader asks Node for a report, to tell glibc from musl, and the report waits for every thread: without threads it takes 5 ms, beside
 * threads that load their modules 50.
 */
export async function loadDriver(): Promise<void> {
  await import('libsql');
}
