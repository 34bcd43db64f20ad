import type { Metadata } from "next";
import { env } from "@/lib/platform/env";
import { CodeSample } from "../code-sample";
import classes from "../docs.module.css";
import { Paragraphs, Section } from "../guide";

export const metadata: Metadata = { title: "Record your time on a computer" };

const NEEDS = [
  [
    "Linux with X11",
    "`xprop` and `xprintidle`. On Debian and Ubuntu: `sudo apt install x11-utils xprintidle`. Any window manager that follows EWMH works, and nearly all do.",
  ],
  [
    "Sway and Hyprland",
    "`swayidle`, which detects when you are away; `swaymsg` and `hyprctl` come with the window manager. **Written from the documentation and not tested yet.**",
  ],
  [
    "GNOME and KDE on Wayland",
    "Programs can't ask there which window is in front. Use ActivityWatch with its watcher for your desktop, or sign in to an X11 session.",
  ],
  [
    "macOS",
    "Nothing to install. For window titles, allow your terminal under System Settings, Privacy & Security, Accessibility. **Written from the documentation and not tested on a Mac yet.**",
  ],
  [
    "Windows",
    "Nothing to install: it uses PowerShell. **Written from the documentation and not tested on Windows yet.**",
  ],
] as const;

const KEPT = [
  "Which app is in front, its window's title and, if ActivityWatch knows them, pages and files. No keystrokes, no pictures, nothing from the clipboard.",
  "Before a sample is written to the queue on your disk, it is redacted by the same rules as on the service: everything about banks, health, password managers and private windows except the app, and URL queries, home folders and anything that looks like a secret. Your own rules and your workspace's apply too, and are applied again when a sample is sent. `--no-titles` leaves out titles altogether.",
  "Nothing is recorded while you are away for longer than the project's idle threshold, while recording is paused, outside your working hours, in excluded apps, or while the computer sleeps. If its clock is changed, the time that is uncertain is left out.",
];

/** How people record their time with the client that the service hands out. */
export default function TrackerClientPage() {
  const { BASE_URL } = env();
  return (
    <>
      <h1 className={classes.title}>Record your time on a computer</h1>
      <Paragraphs
        texts={[
          "The tracker's client is one file of JavaScript that you can read. It runs on Node 20 or later and needs no packages.",
        ]}
      />
      <Section id="start" title="Start it">
        <CodeSample
          title="In a terminal"
          text={`curl -O ${BASE_URL}/tracker-client.mjs\nnode tracker-client.mjs --server ${BASE_URL}`}
        />
        <Paragraphs
          texts={[
            "It opens your browser to sign in, asks which project you work on, and runs until you stop it with Ctrl+C. The next time, `node tracker-client.mjs` is enough. It creates an API token that gives access only to your own devices and time; in your account you can revoke it and unenrol the computer.",
            "To see what would leave your computer, add `--dry-run`: it prints each sample and sends nothing.",
          ]}
        />
      </Section>
      <Section id="sources" title="What it needs">
        <Paragraphs
          texts={[
            "If ActivityWatch (activitywatch.net) runs on the computer, the client reads from it at `127.0.0.1:5600`, including pages and files that its watchers know. Otherwise it asks the system which window is in front; `--source` chooses.",
          ]}
        />
        {NEEDS.map(([system, text]) => (
          <div key={system}>
            <h3 className={classes.guideTitle}>{system}</h3>
            <Paragraphs texts={[text]} />
          </div>
        ))}
      </Section>
      <Section id="kept" title="What it records">
        <Paragraphs texts={KEPT} />
      </Section>
      <Section id="offline" title="Without a network">
        <Paragraphs
          texts={[
            "Samples that can't be sent wait in a queue on the disk, up to 64 MiB, and are sent later; the service accepts samples from the last 30 days. If the client is killed, at most the current interval is lost.",
            "Its files are in `~/.local/state/workspace-tracker` on Linux, in `~/Library/Application Support/workspace-tracker` on macOS and in `%LOCALAPPDATA%\\workspace-tracker` on Windows, readable only by you. Delete the folder to remove everything, including samples that were not sent yet.",
          ]}
        />
      </Section>
      <Section id="always" title="Start it with your session">
        <Paragraphs
          texts={[
            "On Linux with systemd, put this into a file and run `systemctl --user enable --now tracker`:",
          ]}
        />
        <CodeSample
          title="~/.config/systemd/user/tracker.service"
          text={`[Unit]
Description=Tracker
PartOf=graphical-session.target

[Service]
ExecStart=/usr/bin/env node %h/tracker-client.mjs
Restart=on-failure
RestartSec=60

[Install]
WantedBy=graphical-session.target`}
        />
      </Section>
    </>
  );
}
