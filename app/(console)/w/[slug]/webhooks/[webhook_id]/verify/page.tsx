import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Metadata } from "next";
import { VerifySignatures } from "@/lib/ui/webhooks/verify-signatures";

export const metadata: Metadata = { title: "Verify signatures" };

const NAMES = ["verify.mjs", "server.mjs", "verify.py", "server.py"];

/** Shows the very files that the tests run. */
export default async function VerifyPage() {
  const folder = path.join(process.cwd(), "lib/ui/webhooks/snippets");
  const files = NAMES.map(async (name) => [name, await readFile(path.join(folder, name), "utf8")] as const);
  return <VerifySignatures files={Object.fromEntries(await Promise.all(files))} />;
}
