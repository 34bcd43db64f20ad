import {
  closeSync,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { EVENTS_PER_BATCH_MAX } from "@/lib/tracker/ingest/limits";
import type { TrackerEvent } from "@/lib/tracker/ingest/schema";
import { BATCH_BYTES_MAX, QUEUE_BYTES_MAX, QUEUE_SEGMENT_BYTES_MAX } from "@/lib/tracker-client/limits";

/*
 * The samples waiting to be sent, in append-only files: each line is one write, and a line cut off by a crash is
 * dropped as if it had never been written. What was sent is recorded in a file beside them, which is replaced as a
 * whole; if that record is lost, samples are sent again, and the service recognises their ids.
 */

/** What a line includes besides samples: the last number given to a sample, and how far a source was read. */
type Marks = { seq: number; readTo: number | null };
type Line = Marks & { events: readonly TrackerEvent[] };
/** Up to where all was sent: a file, a byte of it where a line begins, and how many of that line's samples. */
type Place = { segment: number; offset: number; skip: number };
type Sent = { place: Place; marks: Marks };

/** Some that wait, and the place behind them. */
export type Batch = { events: TrackerEvent[]; next: Place };

const SENT = "sent.json";
const NEWLINE = 10;
const nameOf = (segment: number) => `${String(segment).padStart(8, "0")}.jsonl`;

type Bounds = { bytesMax: number; segmentBytesMax: number };
const BOUNDS: Bounds = { bytesMax: QUEUE_BYTES_MAX, segmentBytesMax: QUEUE_SEGMENT_BYTES_MAX };

export class Queue {
  /** How many bytes of what waited were dropped, since it was opened, because there was too much. */
  droppedBytes = 0;
  private place: Place;
  private marks: Marks;
  private segment: number;
  /** Whether the disk knows what was sent. */
  private isNoted = true;

  /**
   * Opens the files in a folder, or starts new ones.
   * @throws if the folder can't be read or written
   */
  constructor(
    private readonly folder: string,
    private readonly bounds = BOUNDS,
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const sent = this.readSent();
    this.place = sent.place;
    this.marks = sent.marks;
    this.segment = Math.max(this.segments().at(-1) ?? 1, this.place.segment);
    this.cutTornLine();
    this.place.offset = Math.min(this.place.offset, this.sizeOf(this.place.segment));
    this.marks = this.lastLine() ?? this.marks;
    // Made now, because on a full disk it can only be written over.
    if (!existsSync(path.join(folder, SENT))) this.writeSent();
    this.removeSent();
  }

  /** The number of the last sample. */
  get seq(): number {
    return this.marks.seq;
  }

  /** How far the source was read; null where it was not. */
  get readTo(): number | null {
    return this.marks.readTo;
  }

  /**
   * Adds samples, all or none of them, and how far they go: what this gave is on the disk.
   * @throws where the disk takes no more; nothing was added then
   */
  append(events: readonly TrackerEvent[], readTo: number | null = this.marks.readTo): void {
    const marks = { seq: events.at(-1)?.client_seq ?? this.marks.seq, readTo };
    const line = Buffer.from(`${JSON.stringify({ ...marks, events } satisfies Line)}\n`);
    const size = this.sizeOf(this.segment);
    if (size > 0 && size + line.length > this.bounds.segmentBytesMax) this.segment += 1;
    const file = this.file(this.segment);
    const before = this.sizeOf(this.segment);
    const handle = openSync(file, "a", 0o600);
    try {
      for (let written = 0; written < line.length; ) {
        written += writeSync(handle, line, written, line.length - written);
      }
      fdatasyncSync(handle);
    } catch (error) {
      truncateSync(file, before);
      throw error;
    } finally {
      closeSync(handle);
    }
    this.marks = marks;
    this.dropOldest();
  }

  /** The first that wait, as many as one request takes; none where nothing waits. */
  peek(eventsMax = EVENTS_PER_BATCH_MAX, bytesMax = BATCH_BYTES_MAX): Batch {
    const events: TrackerEvent[] = [];
    let { segment, offset, skip } = this.place;
    let bytes = 0;
    for (; segment <= this.segment; segment++, offset = 0, skip = 0) {
      const content = this.read(segment);
      for (let end = content.indexOf(NEWLINE, offset); end >= 0; end = content.indexOf(NEWLINE, offset)) {
        const line = parseLine(content.subarray(offset, end));
        for (const event of line?.events.slice(skip) ?? []) {
          bytes += JSON.stringify(event).length;
          if (events.length > 0 && (events.length >= eventsMax || bytes > bytesMax)) {
            return { events, next: { segment, offset, skip } };
          }
          events.push(event);
          skip += 1;
        }
        offset = end + 1;
        skip = 0;
      }
      if (segment === this.segment) break;
    }
    return { events, next: { segment, offset, skip } };
  }

  /**
   * Notes that a batch is where it was to go.
   * @throws where the disk takes no more; it isn't given again nevertheless, and noted the next time
   */
  done({ next }: Batch): void {
    const [before, after] = [this.place, next].map(({ segment, offset, skip }) => [segment, offset, skip]);
    // What was dropped meanwhile, because there was too much, is behind already.
    if (compare(before ?? [], after ?? []) < 0) {
      this.place = next;
      this.isNoted = false;
    }
    if (this.isNoted) return;
    const hadRoom = this.writeSent();
    this.removeSent({ evenIfSmall: !hadRoom });
  }

  /** Raises the number of the last sample, where the service knows a higher one. */
  raiseSeq(seq: number): void {
    if (seq > this.marks.seq) this.marks = { ...this.marks, seq };
  }

  /** Records how far a source was read if that found nothing. */
  skipTo(readTo: number): void {
    this.append([], readTo);
  }

  private file(segment: number): string {
    return path.join(this.folder, nameOf(segment));
  }

  private segments(): number[] {
    return readdirSync(this.folder)
      .flatMap((name) => (/^\d{8}\.jsonl$/.test(name) ? [Number.parseInt(name, 10)] : []))
      .toSorted((a, b) => a - b);
  }

  private sizeOf(segment: number): number {
    return statSync(this.file(segment), { throwIfNoEntry: false })?.size ?? 0;
  }

  private read(segment: number): Buffer {
    return this.sizeOf(segment) === 0 ? Buffer.alloc(0) : readFileSync(this.file(segment));
  }

  private readSent(): Sent {
    try {
      const sent: Sent = JSON.parse(readFileSync(path.join(this.folder, SENT), "utf8"));
      const { segment, offset, skip } = sent.place;
      if ([segment, offset, skip, sent.marks.seq].every(Number.isInteger)) return sent;
    } catch {
      // As if there were none.
    }
    const [first = 1] = this.segments();
    return { place: { segment: first, offset: 0, skip: 0 }, marks: { seq: 0, readTo: null } };
  }

  /** @returns whether there was room for a new file */
  private writeSent(): boolean {
    const file = path.join(this.folder, SENT);
    const sent = JSON.stringify({ place: this.place, marks: this.marks } satisfies Sent);
    let hadRoom = true;
    try {
      writeFileSync(`${file}.new`, sent, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      hadRoom = false;
      overwrite(file, sent);
    }
    this.isNoted = true;
    return hadRoom;
  }

  private cutTornLine(): void {
    const content = this.read(this.segment);
    const end = content.lastIndexOf(NEWLINE) + 1;
    if (end < content.length) truncateSync(this.file(this.segment), end);
  }

  private lastLine(): Marks | null {
    const content = this.read(this.segment);
    const begin = content.lastIndexOf(NEWLINE, content.length - 2) + 1;
    const line = content.length === 0 ? null : parseLine(content.subarray(begin, content.length - 1));
    if (line === null) return null;
    return { seq: Math.max(line.seq, this.marks.seq), readTo: line.readTo };
  }

  /** Removes files of which all was sent; the one that is written to once it is worth it, or where its room is needed. */
  private removeSent({ evenIfSmall = false } = {}): void {
    for (const segment of this.segments()) {
      if (segment < this.place.segment) rmSync(this.file(segment), { force: true });
    }
    const isAllSent = this.place.segment === this.segment && this.place.offset >= this.sizeOf(this.segment);
    const sizeMin = evenIfSmall ? 1 : this.bounds.segmentBytesMax / 4;
    if (!isAllSent || this.place.offset < sizeMin) return;
    this.segment += 1;
    this.place = { segment: this.segment, offset: 0, skip: 0 };
    this.writeSent();
    rmSync(this.file(this.segment - 1), { force: true });
  }

  private dropOldest(): void {
    const segments = this.segments();
    let bytes = segments.reduce((sum, segment) => sum + this.sizeOf(segment), 0);
    for (const segment of segments) {
      if (bytes <= this.bounds.bytesMax || segment === this.segment) return;
      const size = this.sizeOf(segment);
      this.place = { segment: segment + 1, offset: 0, skip: 0 };
      this.writeSent();
      rmSync(this.file(segment), { force: true });
      bytes -= size;
      this.droppedBytes += size;
    }
  }
}

/**
 * Writes over a file that is there, which takes no more of the disk. Cut off in between, it reads as if there were none,
 * and what was sent is sent again.
 */
function overwrite(file: string, text: string): void {
  const handle = openSync(file, "r+");
  try {
    writeSync(handle, text, 0);
    ftruncateSync(handle, Buffer.byteLength(text));
  } finally {
    closeSync(handle);
  }
}

/** Below 0 where the first of two lists of numbers comes before the other. */
function compare(a: readonly number[], b: readonly number[]): number {
  return a.map((each, index) => each - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** A line as it was written; null for one that the disk spoiled. */
function parseLine(bytes: Buffer): Line | null {
  try {
    const line: Line = JSON.parse(bytes.toString("utf8"));
    return { ...line, events: line.events.filter((event) => event?.active_app?.name !== undefined) };
  } catch {
    return null;
  }
}
