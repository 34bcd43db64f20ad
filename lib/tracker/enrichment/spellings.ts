/** A path as rules compare it: with `/`, in lower case, without one at its end. */
export function normalPath(path: string): string {
  return path.trim().replaceAll("\\", "/").replace(/\/+/g, "/").replace(/\/$/, "").toLowerCase();
}

/** `github.com/owner/name` of a remote in any of its spellings; of a folder its path. */
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
