import assert from 'node:assert/strict';
import sinon from 'sinon';
import { TasksInLine } from '../../../src/adapters/agenda/tasks-in-line.ts';
import { SENT_INVOICE, type Task } from '../../../src/domain/lifecycle/lanes.ts';

const WAIT_MS = 2_000;

const taskOf = (id: string, client = 'acme', lane = 'PEPPOL'): Task => ({
  kind: SENT_INVOICE,
  lane,
  id,
  client,
});
const idsOf = (tasks: readonly Task[]): readonly string[] => tasks.map(({ id }) => id);

describe('a line of tasks without a slot', () => {
  let clock: sinon.SinonFakeTimers;
  let over: string[];
  let line: TasksInLine;
  beforeEach(() => {
    clock = sinon.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    over = [];
    line = new TasksInLine(WAIT_MS, ({ id }) => void over.push(id));
  });
  afterEach(() => clock.restore());

  it('has the first of each client, in the order in which they came', () => {
    for (const task of [taskOf('1'), taskOf('2', 'other'), taskOf('3'), taskOf('4', 'acme', 'FR-PA')])
      assert.ok(line.add(task));
    assert.deepEqual(idsOf(line.firstOfClients('PEPPOL')), ['1', '2']);
    line.remove(taskOf('1'));
    assert.deepEqual(idsOf(line.firstOfClients('PEPPOL')), ['2', '3']);
    assert.ok(line.has(taskOf('3')) && !line.has(taskOf('1')) && !line.has(taskOf('4')));
    assert.ok(line.hasOneOf(taskOf('5')) && !line.hasOneOf(taskOf('5', 'third')));
  });

  it('gives up each after its time, and none that has left', () => {
    line.add(taskOf('1'));
    clock.tick(WAIT_MS / 2);
    line.add(taskOf('2'));
    line.add(taskOf('3'));
    line.remove(taskOf('2'));
    clock.tick(WAIT_MS / 2);
    assert.deepEqual(over, ['1']);
    clock.tick(WAIT_MS / 2);
    assert.deepEqual(over, ['1', '3']);
    assert.equal(line.has(taskOf('3')), false);
  });

  it('is closed once it has lasted that long without a break, although none stood that long', () => {
    line.add(taskOf('1'));
    clock.tick(WAIT_MS - 1);
    assert.ok(line.add(taskOf('2')));
    line.remove(taskOf('1'));
    clock.tick(1);
    assert.equal(line.add(taskOf('3')), false);
    assert.ok(line.add(taskOf('3', 'acme', 'FR-PA')), 'another lane has its own');
    line.remove(taskOf('2'));
    assert.ok(line.add(taskOf('3')), 'after a break it is open');
  });

  it('takes no more than a hundred', () => {
    for (let n = 0; n < 100; n += 1) assert.ok(line.add(taskOf(String(n))));
    assert.equal(line.add(taskOf('100')), false);
  });

  it('gives all at once, and no one is given up later', () => {
    for (const task of [taskOf('1'), taskOf('2', 'other', 'FR-PA')]) line.add(task);
    assert.deepEqual(idsOf(line.takeAll()), ['1', '2']);
    assert.deepEqual(line.takeAll(), []);
    clock.tick(WAIT_MS);
    assert.deepEqual(over, []);
  });
});
