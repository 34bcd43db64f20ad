import type { Metadata } from "next";
import { env } from "@/lib/platform/env";
import { EDITOR_GUIDES, editorConfig } from "@/lib/ui/editors/guides";
import { CodeSample } from "../code-sample";
import classes from "../docs.module.css";
import { Paragraphs, Section } from "../guide";

export const metadata: Metadata = { title: "Connect an editor" };

/** How editors come to record time by their WakaTime plugins. */
export default function EditorsPage() {
  const { BASE_URL } = env();
  return (
    <>
      <h1 className={classes.title}>Connect an editor</h1>
      <Paragraphs
        texts={[
          "Plugins for WakaTime exist for most editors. They tell this service which file and branch you are working on, but never what you type. The service works out your time from that and combines it with what a desktop client records, without counting any second twice.",
        ]}
      />
      <Section id="key" title="Create a key and paste it">
        <Paragraphs
          texts={[
            "In the console, open your account and choose **Connect an editor**. The key is shown once. Put it into the file `.wakatime.cfg` of your home folder (on Windows `%USERPROFILE%`), which all plugins read:",
          ]}
        />
        <CodeSample title="~/.wakatime.cfg" text={editorConfig(BASE_URL, "waka_…")} />
        <Paragraphs
          texts={[
            "The key belongs to one computer. It can send heartbeats and read your time for today, and nothing else. Revoke it under **Editors** in your account, or unenrol the device.",
          ]}
        />
      </Section>
      <Section id="plugin" title="Install the plugin">
        {EDITOR_GUIDES.map(({ name, steps }) => (
          <div key={name}>
            <h3 className={classes.guideTitle}>{name}</h3>
            <Paragraphs texts={[steps]} />
          </div>
        ))}
      </Section>
      <Section id="kept" title="What is kept">
        <Paragraphs
          texts={[
            "For each heartbeat: its time, the editor, the file's path without your home folder, project and branch; anything that looks like a secret is masked. A heartbeat covers the time until the next one, up to the project's idle threshold; the last one before a break counts one second.",
            "Pauses, working hours and excluded apps apply to editors too. The plugin drops what the service refuses; while the service can't be reached, it keeps heartbeats and sends them later.",
          ]}
        />
      </Section>
    </>
  );
}
