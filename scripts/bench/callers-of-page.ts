import { Agent, get } from 'node:http';

// Callers without a key that ask for one page, each again as soon as it has its answer. They are a process of their own, since what they read
// would take time of the process that measures, and they do not unpack an answer. It reports their first answer, and at the end how many there were.

const [url, callers] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
let [answers, isOver] = [0, false];

const ask = (): Promise<void> =>
  new Promise((resolve) => {
    const call = get(
      url!,
      { agent, headers: { 'Accept-Encoding': 'gzip', 'Accept-Language': 'de' } },
      (answer) => answer.on('end', resolve).resume(),
    );
    call.on('error', () => resolve());
  });

async function askOn(): Promise<void> {
  while (!isOver) {
    await ask();
    answers += 1;
    if (answers === 1) process.send!('begun');
  }
}

process.on('message', () => (isOver = true));
await Promise.all(Array.from({ length: Number(callers) }, askOn));
process.send!(answers);
process.disconnect();
