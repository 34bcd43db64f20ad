import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Adapter, AdapterPayload } from "oidc-provider";

type Entry = { payload: AdapterPayload; expiresAt: number | null };

/**
 * Everything that the local identity provider remembers, in one file that is rewritten with every change: few people
 * on one machine use it, and their connections should outlive a restart.
 */
export class FileStore {
  private readonly entries: Map<string, Entry>;

  constructor(private readonly file: string) {
    mkdirSync(path.dirname(file), { recursive: true });
    const text = existsSync(file) ? readFileSync(file, "utf8") : "[]";
    this.entries = new Map(JSON.parse(text));
  }

  private save(): void {
    const now = Date.now();
    for (const [key, { expiresAt }] of this.entries) {
      if (expiresAt !== null && expiresAt <= now) this.entries.delete(key);
    }
    // It holds a signing key and refresh tokens. The rename leaves no half-written file behind.
    writeFileSync(`${this.file}.new`, JSON.stringify([...this.entries]), { mode: 0o600 });
    chmodSync(`${this.file}.new`, 0o600);
    renameSync(`${this.file}.new`, this.file);
  }

  /** What is kept under a key and has not expired. */
  get(key: string): AdapterPayload | undefined {
    const entry = this.entries.get(key);
    return entry && (entry.expiresAt === null || entry.expiresAt > Date.now()) ? entry.payload : undefined;
  }

  /** Keeps a payload, for `lifetimeS` seconds or for good. */
  set(key: string, payload: AdapterPayload, lifetimeS?: number): void {
    const expiresAt = lifetimeS === undefined ? null : Date.now() + lifetimeS * 1000;
    this.entries.set(key, { payload, expiresAt });
    this.save();
  }

  /** Deletes every entry that `test` picks. */
  deleteWhere(test: (key: string, payload: AdapterPayload) => boolean): void {
    for (const [key, { payload }] of this.entries) if (test(key, payload)) this.entries.delete(key);
    this.save();
  }

  /** The first entry of a model that `test` picks. */
  find(model: string, test: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const key of this.entries.keys()) {
      const payload = key.startsWith(`${model}:`) ? this.get(key) : undefined;
      if (payload && test(payload)) return payload;
    }
    return undefined;
  }
}

/** The storage interface that `oidc-provider` asks for, over one file. */
export function fileAdapter(store: FileStore): (model: string) => Adapter {
  return (model) => ({
    upsert: async (id, payload, expiresIn) => store.set(`${model}:${id}`, payload, expiresIn),
    find: async (id) => store.get(`${model}:${id}`),
    findByUid: async (uid) => store.find(model, (payload) => payload.uid === uid),
    findByUserCode: async (userCode) => store.find(model, (payload) => payload.userCode === userCode),
    consume: async (id) => {
      const key = `${model}:${id}`;
      const payload = store.get(key);
      if (payload)
        store.set(key, { ...payload, consumed: Math.floor(Date.now() / 1000) }, remaining(payload));
    },
    destroy: async (id) => store.deleteWhere((key) => key === `${model}:${id}`),
    revokeByGrantId: async (grantId) => store.deleteWhere((_key, payload) => payload.grantId === grantId),
  });
}

function remaining(payload: AdapterPayload): number | undefined {
  return payload.exp === undefined ? undefined : payload.exp - Date.now() / 1000;
}
