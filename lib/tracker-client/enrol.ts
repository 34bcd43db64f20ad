import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { type Api, expectOk } from "@/lib/tracker-client/api";
import { ClientError } from "@/lib/tracker-client/client-error";
import { SIGN_IN_WAIT_MS } from "@/lib/tracker-client/limits";
import { listenForToken } from "@/lib/tracker-client/loopback";
import type { Account } from "@/lib/tracker-client/settings";

type Project = { id: string; name: string; slug: string };

/** How a client talks to whoever started it. */
export type Person = {
  say(text: string): void;
  /** Shows an address in their browser. */
  openBrowser(address: string): void;
  /** Has them choose one of some; null where nobody can be asked. */
  choose: ((question: string, options: readonly string[]) => Promise<number>) | null;
};

/**
 * Signs in by the browser, and exchanges what comes back for an API token that opens nothing but the person's own devices
 * and time.
 * @throws ClientError with what the service said, or when nobody signed in in time
 */
export async function signIn(
  api: Api,
  base: string,
  wanted: string | undefined,
  person: Person,
): Promise<string> {
  const provider = await chooseProvider(api, wanted, person);
  const listener = await listenForToken();
  const address = `${base}/auth/device/login?provider=${encodeURIComponent(provider)}&port=${listener.port}&client=Tracker%20client`;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ClientError("Nobody signed in. Start again.")), SIGN_IN_WAIT_MS);
  });
  let jwt: string;
  try {
    person.say(`Sign in with your browser. If it does not open, go to:\n\n  ${address}\n`);
    person.openBrowser(address);
    jwt = await Promise.race([listener.token, tooLate]);
  } finally {
    clearTimeout(timer);
    listener.close();
  }
  const me = await api.call("GET", "/developers/me", undefined, jwt);
  const { name, email } = expectOk<{ name: string; email: string | null }>(me, "Signing in");
  person.say(`Signed in as ${name}${email ? ` <${email}>` : ""}.`);
  const body = { name: `Tracker on ${hostname()}`.slice(0, 100), permissions: ["own_tracker"] };
  const made = await api.call("POST", "/developers/me/api-tokens", body, jwt);
  return expectOk<{ token: string }>(made, "Making a token").token;
}

/** The provider to sign in with: the one that is wanted, the only one that there is, or the one that they choose. */
async function chooseProvider(api: Api, wanted: string | undefined, { choose }: Person): Promise<string> {
  if (wanted !== undefined) return wanted;
  const answer = await api.call("GET", "/auth/providers");
  const all = expectOk<{ id: string; name: string; is_available: boolean }[]>(
    answer,
    "Asking how to sign in",
  );
  const open = all.filter(({ is_available }) => is_available);
  const [first] = open;
  if (!first) throw new ClientError("Nobody can sign in at this service yet: no provider is set up.");
  if (open.length === 1 || choose === null) return first.id;
  const names = open.map(({ name }) => name);
  return open[await choose("How do you sign in?", names)]?.id ?? first.id;
}

/** The project that time is tracked for: the one that is wanted, the only one, or the one that they choose. */
export async function chooseProject(
  projects: readonly Project[],
  wanted: string | undefined,
  choose: Person["choose"],
): Promise<Project> {
  const names = projects.map(({ slug }) => slug).join(", ");
  if (wanted !== undefined) {
    const found = projects.find(({ id, slug, name }) => [id, slug, name].includes(wanted));
    if (found) return found;
    throw new ClientError(`You can't track time on "${wanted}". Projects that you can: ${names || "none"}.`);
  }
  const [only] = projects;
  if (!only) {
    throw new ClientError(
      "None of your projects tracks time. Whoever manages one can turn its tracker on; then start again.",
    );
  }
  if (projects.length === 1) return only;
  if (choose === null) throw new ClientError(`Say for which project, with --project: ${names}.`);
  const chosen = await choose(
    "For which project is time tracked on this computer?",
    projects.map(({ name }) => name),
  );
  return projects[chosen] ?? only;
}

/** Enrols this computer, or points it to another project. @throws ClientError with what the service said */
export async function enrol(
  api: Api,
  account: Account,
  { project: wanted, name }: { project: string | undefined; name: string },
  person: Person,
): Promise<Account> {
  const projects = expectOk<Project[]>(
    await api.call("GET", "/tracker/projects"),
    "Asking for your projects",
  );
  const project = await chooseProject(projects, wanted, person.choose);
  const body = {
    device_id: account.deviceId,
    project_id: project.id,
    name,
    platform: PLATFORMS[process.platform] ?? process.platform,
  };
  expectOk(await api.call("POST", "/tracker/devices:enroll", body), "Enrolling this computer");
  const device = expectOk<{ workspace_id: string }>(
    // Of what it is to be called already, it changes nothing, and answers with all of it.
    await api.call("PATCH", `/tracker/devices/${account.deviceId}`, { name }),
    "Asking for this device",
  );
  return { ...account, workspaceId: device.workspace_id, project: project.name };
}

const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = { darwin: "macos", win32: "windows" };

/** A new account of a client: not enrolled yet. */
export function newAccount(base: string, token: string): Account {
  return { base, token, deviceId: randomUUID(), workspaceId: null, project: null };
}
