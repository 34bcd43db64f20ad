import type { Metadata } from "next";
import { env } from "@/lib/platform/env";
import { CodeSample } from "../code-sample";
import classes from "../docs.module.css";
import { Prose } from "../prose";

export const metadata: Metadata = { title: "Record your time on a computer" };

const NEEDS = [
  [
    "Linux with X11",
    "`xprop` and `xprintidle`. On Debian and Ubuntu: `sudo apt install x11-utils xprintidle`. Any window manager will do that follows EWMH, which nearly all do.",
  ],
  [
    "Sway and Hyprland",
    "`swayidle`, which tells when you are away; `swaymsg` and `hyprctl` come with them. **Written by documentation, and not tried there yet.**",
  ],
  [
    "GNOME and KDE on Wayland",
    "No program may ask there which window is in front. Use ActivityWatch with its watcher for your desktop, or sign in to an X11 session.",
  ],
  [
    "macOS",
    "Nothing to install. For titles of windows, let your terminal use Accessibility under System Settings, Privacy & Security. **Written by documentation, and not tried on a Mac yet.**",
  ],
  [
    "Windows",
    "Nothing to install: PowerShell is there. **Written by documentation, and not tried on Windows yet.**",
  ],
] as const;

const KEPT = [
  "Which app is in front, its window's title, and where ActivityWatch knows them, pages and files. No keys, no pictures, nothing of the clipboard.",
  "Before a sample is written to the queue on your disk, the same is taken out of it that the service takes out: banks, health, password managers and private windows whole; queries of addresses, home folders, and what looks like a secret. Your own rules and those of your workspace hold too, and once more when a sample is sent. `--no-titles` leaves titles out altogether.",
  "Nothing is recorded while you are away for longer than the project's idle threshold, while recording is paused, outside of your working hours, and of apps that are left out. While the computer sleeps, nothing is; and where its clock is set, the time that nobody can name is left out.",
];

function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <p key={text} className={classes.paragraph}>
      <Prose text={text} />
    </p>
  ));
}

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
      <section aria-labelledby="start" className={classes.overview}>
        <h2 id="start" className={classes.overviewTitle}>
          Start it
        </h2>
        <CodeSample
          title="In a terminal"
          text={`curl -O ${BASE_URL}/tracker-client.mjs\nnode tracker-client.mjs --server ${BASE_URL}`}
        />
        <Paragraphs
          texts={[
            "It opens your browser to sign in, asks which project you work on, and goes on until you stop it with Ctrl+C. The next time `node tracker-client.mjs` is enough. It makes an API token that opens nothing but your own devices and time; you can revoke it in your account, and unenrol the computer there.",
            "To see first what would leave your computer, add `--dry-run`: it prints each sample and sends nothing.",
          ]}
        />
      </section>
      <section aria-labelledby="sources" className={classes.overview}>
        <h2 id="sources" className={classes.overviewTitle}>
          What it needs
        </h2>
        <Paragraphs
          texts={[
            "Where ActivityWatch (activitywatch.net) runs on the computer, the client reads it from `127.0.0.1:5600`, with the pages and files that its watchers know. Otherwise it asks the system which window is in front; `--source` chooses.",
          ]}
        />
        {NEEDS.map(([system, text]) => (
          <div key={system}>
            <h3 className={classes.partTitle}>{system}</h3>
            <Paragraphs texts={[text]} />
          </div>
        ))}
      </section>
      <section aria-labelledby="kept" className={classes.overview}>
        <h2 id="kept" className={classes.overviewTitle}>
          What it records
        </h2>
        <Paragraphs texts={KEPT} />
      </section>
      <section aria-labelledby="offline" className={classes.overview}>
        <h2 id="offline" className={classes.overviewTitle}>
          Without a network
        </h2>
        <Paragraphs
          texts={[
            "What can't be sent waits in a queue on the disk, up to 64 MiB, and is sent later; the service takes samples of the last 30 days. If the client is killed, at most the interval is lost that it was at.",
            "Its files stand in `~/.local/state/workspace-tracker` on Linux, in `~/Library/Application Support/workspace-tracker` on macOS and in `%LOCALAPPDATA%\\workspace-tracker` on Windows, readable by you alone. Remove the folder to forget everything, and what was not sent with it.",
          ]}
        />
      </section>
      <section aria-labelledby="always" className={classes.overview}>
        <h2 id="always" className={classes.overviewTitle}>
          Start it with your session
        </h2>
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
      </section>
    </>
  );
}
