const DEFAULT_ORIGIN = "http://localhost:3000";
const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Letters that mean nothing to a shell. Other addresses are left out, because this line is made for pasting. */
const SHELL_SAFE_EMAIL = /^\w[\w.+-]*@[\w.-]+$/;

/** Whether `origin` is a service that somebody is trying out on their own computer. */
export function isLocal(origin: string): boolean {
  return LOOPBACK_HOSTS.has(new URL(origin).hostname);
}

/** The command that records on the reader's computer for the service at `origin`. */
export function clientCommand(origin: string): string {
  return `curl -fO ${origin}/tracker-client.mjs && node tracker-client.mjs --server ${origin}`;
}

/** The command that plays back a day of a desktop client to the server at `origin`, as this person if possible. */
export function demoCommand(origin: string, email: string): string {
  const options = [
    // Only the local identity provider can sign someone in without interaction, and it runs on loopback addresses only.
    isLocal(origin) && SHELL_SAFE_EMAIL.test(email) ? ` --as ${email}` : "",
    origin === DEFAULT_ORIGIN ? "" : ` --base-url ${origin}`,
  ].join("");
  return options === "" ? "npm run demo" : `npm run demo --${options}`;
}
