import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { objectPath, useOpenObject } from "@/lib/ui/crm/crm-frame";
import { inSentence } from "@/lib/ui/crm/wording";
import { IconDownload, IconFileImport, IconListDetails, IconPlus, IconRestore } from "@/lib/ui/icons";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";

type Props = {
  /** Null if the reader can't create records. */
  onNew: (() => void) | null;
  onExport: () => void;
  /** Opens the deleted records. */
  onDeleted: () => void;
};

/** Actions for all records of an object. */
export function RecordActions({ onNew, onExport, onDeleted }: Props) {
  const { slug, can } = useWorkspace();
  const object = useOpenObject();
  const router = useRouter();
  const many = inSentence(object.plural_name);
  const mayExport = can("can_export_records");
  const open = (page: string) => router.push(objectPath(slug, object.slug, page));
  return (
    <>
      {onNew ? (
        <Button data-creates leftSection={<IconPlus size={16} stroke={2} />} onClick={onNew}>
          New {inSentence(object.singular_name)}
        </Button>
      ) : null}
      <DotsMenu
        label={`More about ${many}`}
        look="head"
        width={220}
        entries={[
          mayExport && { name: "Import CSV", Icon: IconFileImport, onClick: () => open("import") },
          mayExport && { name: "Export what is shown", Icon: IconDownload, onClick: onExport },
          { name: "Attributes", Icon: IconListDetails, onClick: () => open("attributes") },
          { name: `Deleted ${many}`, Icon: IconRestore, onClick: onDeleted },
        ]}
      />
    </>
  );
}
