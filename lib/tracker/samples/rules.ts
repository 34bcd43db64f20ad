import { sha256Hex } from "@/lib/platform/crypto";
import type { Captured } from "@/lib/tracker/redaction/rules";

/** A sample's texts as they may be stored, in the order of the columns of `tracker_context`. */
export function textsOf(kept: Captured): (string | null)[] {
  return [
    kept.appName,
    kept.bundleId,
    kept.windowTitle,
    kept.filePath,
    kept.repo,
    kept.branch,
    kept.terminalCwd,
    kept.lastCommand,
    kept.editorFile,
    kept.url,
    kept.pageTitle,
    kept.callApp,
  ];
}

/** The hash by which the samples of a device and a day refer to texts they share: 128 bits, as hex. */
export function hashOf(texts: readonly (string | null)[]): string {
  return sha256Hex(JSON.stringify(texts)).slice(0, 32);
}

/** The first and the last time of some samples. A statement that names both reads the months of these alone. */
export function spanOf(samples: readonly { ts: Date }[]): { from: Date; to: Date } {
  const times = samples.map(({ ts }) => ts.getTime());
  return { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)) };
}
