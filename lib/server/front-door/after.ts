import { AsyncLocalStorage } from "node:async_hooks";

/*
 * `after` of `next/server` for handlers that the front door calls: Next's own throws outside Next. The bundler puts this
 * module in its place.
 */

type Task = () => unknown;

const ofRequest = new AsyncLocalStorage<Task[]>();
const running = new Set<Promise<unknown>>();

/**
 * Has a task run once the request under way has been answered.
 * @throws outside of a request
 */
export function after(task: Task): void {
  const tasks = ofRequest.getStore();
  if (!tasks) throw new Error("after() was called outside of a request.");
  tasks.push(task);
}

/** Runs `work`, and what it hands to `after` once `answered` resolves. */
export function withAfter<T>(answered: Promise<void>, work: () => Promise<T>): Promise<T> {
  const tasks: Task[] = [];
  const result = ofRequest.run(tasks, work);
  const all = answered.then(async () => {
    await result.catch(() => {});
    await Promise.allSettled(tasks.map(async (task) => task()));
  });
  running.add(all);
  all.finally(() => running.delete(all));
  return result;
}

/** Resolves when all that was to follow the answers of so far has run. */
export async function afterwards(): Promise<void> {
  await Promise.allSettled(running);
}
