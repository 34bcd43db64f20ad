import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import tar from "tar-stream";
import { z } from "zod";
import { BackupError } from "@/lib/server/backup/backup-error";

/*
 * A backup is a gzipped tar of, in this order: `manifest.json`; each object as `objects/N.json` and `objects/N`; each
 * table's rows, as COPY writes them, in parts `tables/SCHEMA.NAME/N`; and `end.json`, without which it is not whole.
 */

export const FORMAT = 1;

/** Keys by their ids, with a mark that tells whether two of the same id are the same. */
const KeyMark = z.object({ id: z.string(), mark: z.string() });

export const Manifest = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  made_at: z.iso.datetime(),
  /** Names of the migrations that were applied. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** Where sequences stand, by name. */
  sequences: z.record(z.string(), z.string()),
  key_ids: z.array(KeyMark),
  has_objects: z.boolean(),
  keys: z.object({ JWT_SECRET: z.string(), ENCRYPTION_KEYS: z.string() }).nullable(),
});
export type Manifest = z.output<typeof Manifest>;

export const ObjectHead = z.object({ key: z.string(), content_type: z.string() });
export const End = z.object({ rows: z.record(z.string(), z.number()), objects: z.number() });

type Body = { byteSize: number; chunks: AsyncIterable<Uint8Array> };

/** Writes an archive's entries one after the other. */
export type Writer = {
  add(name: string, body: Buffer | Body): Promise<void>;
  /** Resolves when everything is in the file. */
  end(): Promise<void>;
};

/** Begins an archive. What is added next fails with a BackupError once the file can't be written. */
export function writeArchive(file: string): Writer {
  const pack = tar.pack();
  let refusal: BackupError | undefined;
  const target = createWriteStream(file, { flags: "wx", mode: 0o600 });
  target.on("error", ({ message }) => {
    refusal = new BackupError(`${file} can't be written (${message}).`);
  });
  const written = pipeline(pack, createGzip(), target).catch((error: unknown) => {
    throw refusal ?? error;
  });
  // Whoever waits for an entry learns of it, too.
  const failed = written.then(
    () => new Promise<never>(() => {}),
    (error) => Promise.reject(error),
  );
  failed.catch(() => {});
  const addBuffer = (name: string, body: Buffer) =>
    new Promise<void>((resolve, reject) => {
      pack.entry({ name }, body, (error) => (error ? reject(error) : resolve()));
    });
  async function addBody(name: string, { byteSize, chunks }: Body): Promise<void> {
    const entry = pack.entry({ name, size: byteSize });
    await pipeline(chunks, entry);
  }
  return {
    add: async (name, body) => {
      // The archive itself only says that it was destroyed.
      if (refusal) throw refusal;
      await Promise.race([Buffer.isBuffer(body) ? addBuffer(name, body) : addBody(name, body), failed]);
    },
    end: async () => {
      pack.finalize();
      await written;
    },
  };
}

/** One entry of an archive: its name, and its bytes, which are to be read before the next comes. */
export type Entry = { name: string; chunks: AsyncIterable<Uint8Array> };

/**
 * The entries of an archive, in order.
 * @throws BackupError when it is cut off or was never one
 */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const extract = tar.extract();
  const read = pipeline(createReadStream(file), createGunzip(), extract);
  const cause = read.then(
    () => undefined,
    (error: Error) => error,
  );
  async function* orWhyNot<T>(chunks: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* chunks;
    } catch (error) {
      // What unpacks says only that it ended; what reads says why.
      const { message } = (await cause) ?? (error as Error);
      throw new BackupError(`${file} is cut off, or is no backup (${message}).`);
    }
  }
  for await (const entry of orWhyNot(extract)) {
    yield { name: entry.header.name, chunks: orWhyNot(entry as AsyncIterable<Uint8Array>) };
  }
  const failure = await cause;
  if (failure) throw new BackupError(`${file} is cut off, or is no backup (${failure.message}).`);
}

/** All bytes of an entry. */
export async function readWhole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}
