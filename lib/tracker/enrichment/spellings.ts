/** A path as rules compare it: with `/`, in lower case, without a trailing slash. */
export function normalPath(path: string): string {
  return path.trim().replaceAll("\\", "/").replace(/\/+/g, "/").replace(/\/$/, "").toLowerCase();
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
