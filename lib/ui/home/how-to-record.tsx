import { Anchor, Text } from "@mantine/core";
import Link from "next/link";
import { clientCommand, isLocal } from "@/lib/ui/home/demo-command";
import { CopyCommand } from "@/lib/ui/kit/copy/copy-command";

/**
 * How to record for the first time: with the client or an editor, or with the demo if the service is only being tried
 * out.
 */
export function HowToRecord({ demoCommand }: { demoCommand: string }) {
  const { origin } = window.location;
  if (isLocal(origin)) {
    return (
      <>
        <Text size="sm" c="dimmed" mt={4} mb="sm">
          An enrolled device sends its samples automatically. To see a day right away, run the demo client,
          from the folder of the service:
        </Text>
        <CopyCommand command={demoCommand} />
      </>
    );
  }
  return (
    <>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        Run this on your computer to record which app is in front. It needs Node 20.
      </Text>
      <CopyCommand command={clientCommand(origin)} />
      <Text size="sm" mt="sm">
        <Anchor component={Link} href="/docs/tracker-client">
          What it records
        </Anchor>{" "}
        or{" "}
        <Anchor component={Link} href="/docs/editors">
          connect an editor
        </Anchor>
      </Text>
    </>
  );
}
