import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Settings, SettingsError } from "@/lib/platform/env";

export const LOOPBACK = "127.0.0.1";

/** A process that lost its launcher gives its port back within moments: `follow-parent.mjs`. */
const FREE_WAIT_MS = 2_000;
const RETRY_MS = 100;

/** What `fetch` says, for want of a code, of ports that browsers refuse to open because other protocols use them. */
export const BLOCKED_PORT = "bad port";

/** The address that the web server listens on: this machine only, unless others are to reach it; undefined for every one. */
export function listenHost({ HOST, isLoopback }: Pick<Settings, "HOST" | "isLoopback">): string | undefined {
  return HOST ?? (isLoopback ? LOOPBACK : undefined);
}

/** What listening fails with on an address that this machine can't have. */
const NEVER_OURS = new Set(["EAFNOSUPPORT", "EINVAL"]);
/** And on one that it does not have, or not yet: a network or a name server may come up later than the service. */
const NOT_YET_OURS = new Set(["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"]);

/** Which setting names an address that can't be listened on, and why; null when the settings are not to blame. */
export function refusedSetting(
  code: string,
  port: number,
  host: string | undefined,
  setting: string,
): { setting: string; why: string; mayPass: boolean } | null {
  if (code === "EACCES") {
    const why = `can't be ${port} (${code}): this user may not listen on it. Set another port`;
    return { setting, why, mayPass: false };
  }
  if (NEVER_OURS.has(code) && host !== undefined) {
    const why = `can't be ${host} (${code}): it must be an address of this machine`;
    return { setting: "HOST", why, mayPass: false };
  }
  if (NOT_YET_OURS.has(code) && host !== undefined) {
    const why = `can't be ${host} (${code}): this machine does not have that address, or not yet`;
    return { setting: "HOST", why, mayPass: true };
  }
  return null;
}

/**
 * Why a port can't be listened on: a SettingsError unless it may yet be.
 * @param code what listening failed with
 * @param setting the one that chooses another port
 */
export function listenProblem(code: string, port: number, host: string | undefined, setting: string): Error {
  if (code === "EADDRINUSE") {
    return new Error(`Port ${port} is taken by another program. Stop it, or set ${setting} to another port.`);
  }
  const refused = refusedSetting(code, port, host, setting);
  if (refused === null) {
    return new Error(`Listening on ${host ?? "every address"}, port ${port}, is not possible (${code}).`);
  }
  const words = `${refused.setting} ${refused.why}.`;
  return refused.mayPass ? new Error(words) : new SettingsError(words);
}

/** Resolves to the error code that listening there gives, or null when the port is free. */
export function tryPort(port: number, host: string | undefined): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** Whether browsers would refuse to open a port on which nothing listens. */
function isBlocked(port: number): Promise<boolean> {
  return fetch(`http://${LOOPBACK}:${port}`).then(
    () => false,
    ({ cause }: { cause?: { message?: string } }) => cause?.message === BLOCKED_PORT,
  );
}

/**
 * Makes sure that a port can be listened on, and opened by browsers.
 * @param setting the setting that chooses another port, for the message
 * @throws with a readable sentence when it can't
 */
export async function requireFreePort(
  port: number,
  host: string | undefined,
  setting: string,
): Promise<void> {
  const deadline = performance.now() + FREE_WAIT_MS;
  for (;;) {
    const code = await tryPort(port, host);
    if (code === null) {
      if (!(await isBlocked(port))) return;
      throw new Error(`Browsers refuse to open port ${port}. Set ${setting} to another port.`);
    }
    if (code !== "EADDRINUSE" || performance.now() > deadline) {
      throw listenProblem(code, port, host, setting);
    }
    await sleep(RETRY_MS);
  }
}
