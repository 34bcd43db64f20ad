/**
 * The beginning of a home folder: on macOS, Linux and Windows, and as WSL, shared folders and editors' URIs spell these.
 */
export const HOME = [
  "(?:/System/Volumes/Data|/Volumes/[^/\\r\\n]{1,64})?/Users/",
  "(?:/var|/export|/usr)?/home/",
  "[\\\\/]{2}wsl(?:\\$|\\.localhost)[\\\\/][^\\\\/\\r\\n]{1,64}[\\\\/]home[\\\\/]",
  "\\\\\\\\[^\\\\/?\\r\\n]{1,64}\\\\(?:[A-Za-z]\\$\\\\)?Users\\\\",
  "(?:/mnt/|/cygdrive/|/)?(?:\\\\\\\\\\?\\\\)?[A-Za-z](?:(?::|%3A)[\\\\/]|/)Users[\\\\/]",
  "[A-Za-z]:[\\\\/]+Documents and Settings[\\\\/]",
].join("|");
/** Shared folders beside those of people. */
export const NOBODYS = "(?!(?:Shared|Public|Default|All Users)(?:[\\\\/]|$))";
export const MAY_HOLD_HOME = /[\\/](?:users|home|documents and settings)[\\/]/i;
const HOME_OF_PATH = new RegExp(`^(?:${HOME})${NOBODYS}[^\\\\/]+(?=[\\\\/]|$)`, "i");

/** A path with `~` for the home folder that it begins with. */
export function withoutHome(path: string): string {
  return MAY_HOLD_HOME.test(path) ? path.replace(HOME_OF_PATH, "~") : path;
}

/** A drive of Windows in a path, as Cygwin, WSL and URIs spell it. */
const DRIVE = /^\/(?:(?:mnt|cygdrive)\/([a-z])(?=\/|$)|([a-z]):)/;

/**
 * A path as rules compare it: with `~` for the home folder, as it is stored of samples, `/` and drives in one spelling,
 * in lower case, without a trailing slash.
 */
export function normalPath(path: string): string {
  const bare = path.trim().replace(/^file:\/\//i, "");
  return withoutHome(bare)
    .normalize("NFC")
    .replaceAll("\\", "/")
    .replace(/\/+/g, "/")
    .replace(/\/$/, "")
    .toLowerCase()
    .replace(DRIVE, (_, mounted?: string, drive?: string) => `${mounted ?? drive}:`);
}

/** `github.com/owner/name` for a remote in any spelling; for a folder, its path. */
export function normalRepository(repository: string): string {
  return repository
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, "")
    .replace(/^[^/@]*@/, "")
    .replace(/^([^/:]+\.[a-z]+):(?:\d+\/)?/, "$1/")
    .replaceAll("\\", "/")
    .replace(/\/+$/, "")
    .replace(/\.git$/, "");
}
