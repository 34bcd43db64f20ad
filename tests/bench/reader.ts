import { SignJWT } from "jose";
import type { Pool } from "undici";
import { embeddedSecrets } from "@/lib/server/secrets";

/** An answer as it was sent, and the address of the next page, null on the last. */
export type Read = (path: string) => Promise<{ text: string; next: string | null }>;

/** A JWT as the service issues them. */
export async function bearerOf(dataDir: string, developerId: string): Promise<string> {
  const { JWT_SECRET } = await embeddedSecrets(dataDir);
  return new SignJWT({ type: "access" })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(developerId)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(JWT_SECRET));
}

/** Reads paths of the API in the name of a developer; all but a 200 is an error. */
export async function readerFor(http: Pool, dataDir: string, developerId: string): Promise<Read> {
  const authorization = `Bearer ${await bearerOf(dataDir, developerId)}`;
  return async (path) => {
    const { statusCode, headers, body } = await http.request({
      method: "GET",
      path,
      headers: { authorization },
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode} ${text.slice(0, 300)}`);
    return { text, next: /<([^>]+)>/.exec(String(headers.link ?? ""))?.[1] ?? null };
  };
}
