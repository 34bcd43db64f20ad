import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Seen, Source } from "@/lib/tracker-client/seen";

/*
 * Written by the documentation of PowerShell and of Windows' functions, and never tried on Windows: what the script prints
 * is tested as it is written to print it.
 */

const LOOK_EVERY_S = 5;
/** An older line says nothing about the present. */
const LINE_AGE_MS_MAX = 3 * LOOK_EVERY_S * 1_000;

/** Runs on, because starting PowerShell takes a second of the processor each time. */
const SCRIPT = `
[Console]::OutputEncoding = [Text.Encoding]::UTF8
Add-Type @"
using System;
using System.Runtime.InteropServices;
using System.Text;
public static class Front {
  [StructLayout(LayoutKind.Sequential)] public struct LastInput { public uint cbSize; public uint dwTime; }
  [DllImport("user32.dll")] public static extern IntPtr GetForegroundWindow();
  [DllImport("user32.dll", CharSet = CharSet.Unicode)] public static extern int GetWindowText(IntPtr window, StringBuilder text, int max);
  [DllImport("user32.dll")] public static extern uint GetWindowThreadProcessId(IntPtr window, out uint process);
  [DllImport("user32.dll")] public static extern bool GetLastInputInfo(ref LastInput info);
}
"@
while ($true) {
  $window = [Front]::GetForegroundWindow()
  $text = New-Object Text.StringBuilder 1024
  [void][Front]::GetWindowText($window, $text, 1024)
  [uint32]$id = 0
  [void][Front]::GetWindowThreadProcessId($window, [ref]$id)
  $process = Get-Process -Id $id -ErrorAction SilentlyContinue
  $touched = New-Object Front+LastInput
  $touched.cbSize = 8
  [void][Front]::GetLastInputInfo([ref]$touched)
  $ticks = [int64]([Environment]::TickCount -band 2147483647)
  $idle = ($ticks - ([int64]$touched.dwTime -band 2147483647) + 2147483648) % 2147483648
  @{ name = [string]$process.ProcessName; title = $text.ToString(); idle_ms = $idle } | ConvertTo-Json -Compress
  Start-Sleep -Seconds ${LOOK_EVERY_S}
}`;

type Line = { seen: Seen | null; idleMs: number };

/** What a line of the script says; null for one that is none. */
export function readLine(line: string): Line | null {
  try {
    const {
      name,
      title,
      idle_ms: idleMs,
    } = JSON.parse(line) as { name: string; title: string; idle_ms: number };
    const program = `${name}.exe`;
    const seen =
      name === "" ? null : { appName: program, bundleId: program, ...(title ? { windowTitle: title } : {}) };
    return { seen, idleMs: Number(idleMs) };
  } catch {
    return null;
  }
}

/** Windows, by PowerShell. */
export function windows(): Source {
  let child: ChildProcess | null = null;
  let last: { line: Line; atMs: number } | null = null;
  const start = () => {
    const encoded = Buffer.from(SCRIPT, "utf16le").toString("base64");
    const started = spawn("powershell.exe", ["-NoProfile", "-NonInteractive", "-EncodedCommand", encoded], {
      stdio: ["ignore", "pipe", "ignore"],
      windowsHide: true,
    });
    child = started;
    createInterface({ input: started.stdout }).on("line", (text) => {
      const line = readLine(text);
      if (line) last = { line, atMs: performance.now() };
    });
    const onEnd = () => {
      if (child === started) child = null;
    };
    started.once("error", onEnd).once("close", onEnd);
  };
  return {
    name: "Windows",
    kind: "looking",
    everyS: LOOK_EVERY_S,
    async look(idleThresholdS) {
      if (child === null) start();
      if (last === null || performance.now() - last.atMs > LINE_AGE_MS_MAX) return null;
      const { seen, idleMs } = last.line;
      return idleMs <= idleThresholdS * 1_000 ? seen : null;
    },
    close: () => child?.kill(),
  };
}
