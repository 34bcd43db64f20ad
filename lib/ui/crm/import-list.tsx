import { Anchor, Text } from "@mantine/core";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { objectPath, useOpenObject } from "@/lib/ui/crm/crm-frame";
import { type Import, useImports } from "@/lib/ui/crm/import-queries";
import { stateWords } from "@/lib/ui/crm/import-words";
import { ListPanel } from "@/lib/ui/kit/lists/list-page";
import { Link } from "@/lib/ui/kit/pages/link";
import { countOf, numberText } from "@/lib/ui/kit/words/counts";
import { readerLocale } from "@/lib/ui/kit/words/locale";
import shared from "./crm.module.css";
import classes from "./import.module.css";

function Row({ run }: { run: Import }) {
  const { slug } = useWorkspace();
  const when = new Date(run.created_at).toLocaleString(readerLocale(), {
    dateStyle: "medium",
    timeStyle: "short",
  });
  const counts = [
    countOf(run.rows, "row", "rows"),
    ...(run.created > 0 ? [`${numberText(run.created)} new`] : []),
    ...(run.updated > 0 ? [`${numberText(run.updated)} updated`] : []),
    ...(run.failed > 0 ? [`${numberText(run.failed)} not valid`] : []),
  ];
  return (
    <li className={classes.importRow}>
      <div>
        <Anchor component={Link} href={objectPath(slug, run.object, `import/${run.id}`)}>
          {run.file_name ?? "Import"}
        </Anchor>
        <div className={shared.small}>
          {when}
          {run.created_by_name ? (
            <>
              {" "}
              · <bdi>{run.created_by_name}</bdi>
            </>
          ) : null}{" "}
          · {counts.join(", ")}
        </div>
      </div>
      <span className={run.state === "failed" ? shared.bad : classes.nothing}>{stateWords(run)}</span>
    </li>
  );
}

/** Earlier imports, newest first. */
export function ImportList() {
  const object = useOpenObject();
  const list = useImports(object.slug);
  return (
    <section style={{ marginTop: "2rem" }} aria-labelledby="past-imports">
      <h2 id="past-imports" className={classes.pastTitle}>
        Imports so far
      </h2>
      <ListPanel
        list={list}
        what="imports"
        label="Imports so far"
        renderRow={(run) => <Row key={run.id} run={run} />}
        empty={
          <Text size="sm" c="dimmed" py="md">
            Nothing has been imported yet. What you import is listed here, and can be undone for 30 days.
          </Text>
        }
      />
    </section>
  );
}
