type Answer = Pick<Response, 'status' | 'headers'>;

/** Repeats a call after 429, when `Retry-After` allows it. */
export async function afterLimits<T extends Answer>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await call();
    const seconds = Number(answer.headers.get('retry-after'));
    if (answer.status !== 429 || !(seconds > 0)) return answer;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}
