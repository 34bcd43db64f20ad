import { Anchor, Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { type EditorDevice, useDeleteEditorKey, useEditorDevices } from "@/lib/ui/editors/queries";
import { IconCode } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { Rows } from "@/lib/ui/kit/lists/rows";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Since } from "@/lib/ui/kit/time/relative-time";
import { projectOf } from "@/lib/ui/tracker/words";

const ConnectEditorDialog = lazyDialog(() => import("@/lib/ui/editors/connect-editor-dialog"));

function EditorRow({ device, onRevoke }: { device: EditorDevice; onRevoke: () => void }) {
  const usedAt = device.editor_key?.last_used_at ?? null;
  const name = device.name ?? "Unnamed device";
  return (
    <li className={rows.row}>
      <span className={rows.tile}>
        <IconCode size={18} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={rows.main}>
        <p className={rows.name}>Editors on {name}</p>
        <p className={rows.detail}>
          <bdi>{projectOf(device)}</bdi> · <Since verb="heard of" at={usedAt} never="nothing sent yet" />
        </p>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={`Revoke the key of the editors on ${name}`}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </li>
  );
}

/** The editors that record the reader's time, and how to connect one. */
export default function EditorsCard() {
  const devices = useEditorDevices();
  const revoke = useDeleteEditorKey();
  const [isOpen, { open, close }] = useDisclosure();
  const [revoked, setRevoked] = useState<EditorDevice | null>(null);
  const [isAsking, asking] = useDisclosure();
  const ask = (device: EditorDevice) => {
    setRevoked(device);
    asking.open();
  };
  const connected = { ...devices, items: devices.items?.filter(({ editor_key: key }) => key !== null) };
  return (
    <Card
      id="editors"
      title="Editors"
      note="Coding time, reported by your editor"
      action={
        <Button variant="default" size="xs" disabled={devices.items === undefined} onClick={open}>
          Connect an editor
        </Button>
      }
    >
      <Rows
        list={connected}
        what="editors"
        named="your editors"
        empty={
          <Text size="sm" c="dimmed">
            None is connected. VS Code, JetBrains IDEs, Vim and others record time by their WakaTime plugin,
            with a key from here.{" "}
            <Anchor href="/docs/editors" inherit underline="always">
              How it works
            </Anchor>
          </Text>
        }
        renderRow={(device) => (
          <EditorRow key={device.device_id} device={device} onRevoke={() => ask(device)} />
        )}
      />
      <ConnectEditorDialog isOpen={isOpen} onClose={close} devices={devices.items ?? []} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={asking.close}
        title={`Revoke the key of the editors on ${revoked?.name ?? "this device"}?`}
        confirmLabel="Revoke key"
        onConfirm={() => revoke.mutateAsync(revoked?.device_id ?? "")}
      >
        Anything they send from now on is refused until you give them a new key. What they sent before stays.
      </ConfirmDialog>
    </Card>
  );
}
