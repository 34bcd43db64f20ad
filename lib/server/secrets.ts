import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

const Secrets = z.object({ JWT_SECRET: z.string().min(1), ENCRYPTION_KEYS: z.string().min(1) });
export type Secrets = z.output<typeof Secrets>;

const SECRET_BYTES = 32;

/**
 * The secrets of an embedded installation, made once and kept beside its data, readable by their owner only.
 * @throws when the file exists and is not whole: new secrets would make what the old ones encrypted unreadable
 */
export async function embeddedSecrets(dataDir: string): Promise<Secrets> {
  const file = path.resolve(dataDir, "secrets.json");
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text !== null) {
    try {
      return Secrets.parse(JSON.parse(text));
    } catch {
      throw new Error(
        `${file} is damaged. Restore it, or delete it if nothing in this data is worth keeping.`,
      );
    }
  }
  const secrets = {
    JWT_SECRET: randomBytes(SECRET_BYTES).toString("base64url"),
    ENCRYPTION_KEYS: `k1:${randomBytes(SECRET_BYTES).toString("base64")}`,
  };
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  await chmod(`${file}.new`, 0o600);
  await rename(`${file}.new`, file);
  return secrets;
}
