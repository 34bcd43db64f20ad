import { describe, expect, it } from "vitest";
import { BackupError } from "@/lib/server/backup/backup-error";
import { fileAndSwitch } from "@/lib/server/backup/command";

const USAGE = "Usage: npm run backup -- FILE [--with-keys]";
const read = (...args: string[]) => fileAndSwitch(args, USAGE, "with-keys");

describe("the words behind npm run backup", () => {
  it("are a file and, before or behind it, a switch", () => {
    expect(read("a.backup")).toEqual({ file: "a.backup", isOn: false });
    expect(read("--with-keys", "a.backup")).toEqual({ file: "a.backup", isOn: true });
    expect(read("a.backup", "--with-keys")).toEqual({ file: "a.backup", isOn: true });
  });

  it.each([
    [[]],
    [["a", "b"]],
    [["--with-keys"]],
    [["a", "--without-objects"]],
    [["a", "--with-keys=no"]],
    [["--help"]],
  ])("are answered with how it is used where they are %j", (args) => {
    expect(() => read(...args)).toThrow(new BackupError(USAGE));
  });
});
