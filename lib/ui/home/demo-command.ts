const DEFAULT_ORIGIN = "http://localhost:3000";
const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Letters that mean nothing to a shell. An address with others is left out: this line is made to be pasted. */
const SHELL_SAFE_EMAIL = /^\w[\w.+-]*@[\w.-]+$/;

/** Whether a service at `origin` is one that somebody tries out on their own computer. */
export function isLocal(origin: string): boolean {
  return LOOPBACK_HOSTS.has(new URL(origin).hostname);
}

/** The command that records on the reader's computer for the service at `origin`. */
export function clientCommand(origin: string): string {
  return `curl -fO ${origin}/tracker-client.mjs && node tracker-client.mjs --server ${origin}`;
}

/** The command that plays a day of a desktop client against the server at `origin`, as this person where it can. */
export function demoCommand(origin: string, email: string): string {
  const options = [
    // Only the local identity provider signs someone in by itself, and it runs on loopback addresses only.
    isLocal(origin) && SHELL_SAFE_EMAIL.test(email) ? ` --as ${email}` : "",
    origin === DEFAULT_ORIGIN ? "" : ` --base-url ${origin}`,
  ].join("");
  return options === "" ? "npm run demo" : `npm run demo --${options}`;
}
