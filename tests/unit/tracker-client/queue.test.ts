import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TrackerEvent } from "@/lib/tracker/ingest/schema";
import { Queue } from "@/lib/tracker-client/queue";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tracker-queue-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const event = (seq: number, title = "total.ts"): TrackerEvent => ({
  event_id: `event-${seq}`,
  client_seq: seq,
  ts: new Date(1_790_000_000_000 + seq * 60_000).toISOString(),
  interval_s: 60,
  active_app: { name: "Code", bundle_id: "Code", window_title: title },
});

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Takes all that waits, in batches. */
function drain(queue: Queue, max?: number): number[] {
  const taken: number[] = [];
  for (;;) {
    const batch = queue.peek(max);
    queue.done(batch);
    if (batch.events.length === 0) return taken;
    taken.push(...batch.events.map(({ client_seq }) => client_seq));
  }
}

describe("the queue", () => {
  it("returns what was added, in order and once, across a restart", () => {
    const queue = new Queue(folder);
    for (const seq of range(1, 7)) queue.append([event(seq)]);
    queue.append(range(8, 12).map((seq) => event(seq)));
    queue.done(queue.peek(9));
    const again = new Queue(folder);
    expect(again.seq).toBe(12);
    expect(drain(again, 2)).toEqual([10, 11, 12]);
    expect(drain(new Queue(folder))).toEqual([]);
  });

  it("returns again what was not recorded as sent", () => {
    const queue = new Queue(folder);
    queue.append([event(1)]);
    queue.peek();
    expect(drain(new Queue(folder))).toEqual([1]);
  });

  it("loses only the line that a crash cut, and continues after the intact ones", async () => {
    const queue = new Queue(folder);
    queue.append([event(1)], 100);
    const file = path.join(folder, "00000001.jsonl");
    const whole = statSync(file).size;
    queue.append([event(2, "Änderung"), event(3)], 200);
    const all = statSync(file).size;
    for (let size = whole; size <= all; size++) {
      const copy = path.join(folder, `cut-${size}`);
      mkdirSync(copy);
      copyFileSync(file, path.join(copy, "00000001.jsonl"));
      truncateSync(path.join(copy, "00000001.jsonl"), size);
      const opened = new Queue(copy);
      const isWhole = size === all;
      expect([opened.seq, opened.readTo]).toEqual(isWhole ? [3, 200] : [1, 100]);
      opened.append([event(9)]);
      expect(drain(opened)).toEqual(isWhole ? [1, 2, 3, 9] : [1, 9]);
    }
  });

  it("skips a corrupted line", () => {
    const queue = new Queue(folder);
    queue.append([event(1)]);
    appendFileSync(path.join(folder, "00000001.jsonl"), "\0\0{]\n");
    const again = new Queue(folder);
    again.append([event(2)]);
    expect(drain(again)).toEqual([1, 2]);
  });

  it.each(['{"place"', "", "null", "{}", '{"place":{},"marks":{}}', "\0\0\0"])(
    "sends everything again if the record of what was sent is corrupted: %j",
    (record) => {
      const queue = new Queue(folder);
      queue.append([event(1)]);
      drain(queue);
      writeFileSync(path.join(folder, "sent.json"), record);
      expect(drain(new Queue(folder))).toEqual([1]);
    },
  );

  it("leaves out what a disk made of a sample", () => {
    writeFileSync(
      path.join(folder, "00000001.jsonl"),
      '{"seq":2,"readTo":null,"events":[{},null,7,{"active_app":null}]}\n',
    );
    const queue = new Queue(folder);
    queue.append([event(3)]);
    expect(drain(queue)).toEqual([3]);
  });

  it("keeps to its bound by dropping the oldest", () => {
    const queue = new Queue(folder, { bytesMax: 4_000, segmentBytesMax: 1_000 });
    for (const seq of range(1, 100)) queue.append([event(seq)]);
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
    expect(bytes).toBeLessThan(5_000);
    expect(queue.droppedBytes).toBeGreaterThan(0);
    const left = drain(queue);
    expect(left.length).toBeGreaterThan(5);
    expect(left).toEqual(range(101 - left.length, 100));
    expect(queue.seq).toBe(100);
  });

  it("does not return to what was dropped while it was being sent", () => {
    const queue = new Queue(folder, { bytesMax: 4_000, segmentBytesMax: 1_000 });
    queue.append([event(1)]);
    const batch = queue.peek();
    for (const seq of range(2, 100)) queue.append([event(seq)]);
    queue.done(batch);
    expect(drain(queue).at(-1)).toBe(100);
  });

  it("removes files of which all was sent", () => {
    const queue = new Queue(folder, { bytesMax: 100_000, segmentBytesMax: 1_000 });
    for (const seq of range(1, 50)) queue.append([event(seq)]);
    drain(queue);
    expect(readdirSync(folder).filter((name) => name.endsWith(".jsonl")).length).toBeLessThanOrEqual(1);
    queue.append([event(51)]);
    const again = new Queue(folder, { bytesMax: 100_000, segmentBytesMax: 1_000 });
    expect(again.seq).toBe(51);
    expect(drain(again)).toEqual([51]);
  });

  it("notes what was sent on a full disk too, and makes room there with it", () => {
    const queue = new Queue(folder);
    queue.append([event(1), event(2), event(3)]);
    // Whatever is written to it finds no space left.
    symlinkSync("/dev/full", path.join(folder, "sent.json.new"));
    queue.done(queue.peek(2));
    expect(new Queue(folder).peek().events.map(({ client_seq }) => client_seq)).toEqual([3]);
    queue.done(queue.peek());
    expect(readdirSync(folder).filter((name) => name.endsWith(".jsonl"))).toEqual([]);
    queue.append([event(4)]);
    const again = new Queue(folder);
    expect(again.seq).toBe(4);
    expect(drain(again)).toEqual([4]);
  });

  it("bounds a batch by bytes, and still gives one that is larger", () => {
    const queue = new Queue(folder);
    queue.append(range(1, 3).map((seq) => event(seq, "x".repeat(1_000))));
    expect(queue.peek(500, 100).events).toHaveLength(1);
    expect(queue.peek(500, 2_500).events).toHaveLength(2);
  });

  it("loses nothing that was written when its process is killed in the middle", {
    timeout: 60_000,
  }, async () => {
    const program = path.join(folder, "writer.mjs");
    await build({
      stdin: {
        contents: `import { Queue } from "@/lib/tracker-client/queue";
const queue = new Queue(process.argv[2]);
for (let seq = queue.seq + 1; ; seq++) {
  queue.append([{ event_id: "event-" + seq, client_seq: seq, ts: "", interval_s: 60, active_app: { name: "x".repeat(5000), bundle_id: "" } }]);
  process.stdout.write(seq + "\\n");
}`,
        resolveDir: path.resolve(import.meta.dirname, "../../.."),
      },
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: program,
      tsconfig: path.resolve(import.meta.dirname, "../../../tsconfig.json"),
    });
    const queueFolder = path.join(folder, "queue");
    let written = 0;
    for (let round = 0; round < 5; round++) {
      const child = spawn(process.execPath, [program, queueFolder], { stdio: ["ignore", "pipe", "inherit"] });
      const ended = once(child, "close");
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (output.split("\n").length > 20) child.kill("SIGKILL");
      });
      await ended;
      written = Number(output.trimEnd().split("\n").at(-1));
    }
    const queue = new Queue(queueFolder);
    expect(queue.seq).toBeGreaterThanOrEqual(written);
    expect(drain(queue)).toEqual(range(1, queue.seq));
    expect(readFileSync(path.join(queueFolder, "sent.json"), "utf8")).toContain(`"seq":${queue.seq}`);
  });
});
