import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { saveFile } from "@/lib/ui/api/client";
import { failureNotice, notifyFailure } from "@/lib/ui/api/failure";
import { IconArrowsSort, IconFileExport, IconFileImport, IconPlus } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { Empty } from "@/lib/ui/kit/lists/list-page";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import {
  type Owner,
  useCreateRule,
  useDeleteRule,
  useMoveRule,
  usePreviewRules,
  useRuleProjects,
  useRules,
} from "@/lib/ui/rules/queries";
import { contentOf, type Rule, type RuleList } from "@/lib/ui/rules/rule";
import { ruleFileOf } from "@/lib/ui/rules/rule-file";
import { RulesCard } from "@/lib/ui/rules/rule-list";
import { StateCard } from "@/lib/ui/rules/state-card";
import { differenceOf, ruleText } from "@/lib/ui/rules/words";
import classes from "./rules.module.css";

const PreviewCard = lazyPart(() => import("@/lib/ui/rules/preview-card"));
const RuleDialog = lazyDialog(() => import("@/lib/ui/rules/rule-dialog"));
const ImportDialog = lazyDialog(() => import("@/lib/ui/rules/import-dialog"));

type BodyProps = {
  owner: Owner;
  list: RuleList;
  onAdd: () => void;
  onEdit: (rule: Rule) => void;
  onImport: () => void;
};

/** Deletes a rule, with undo. */
function useRemove(owner: Owner, list: RuleList) {
  const remove = useDeleteRule(owner);
  const create = useCreateRule(owner);
  const latest = useRef({ list, remove, create });
  useEffect(() => {
    latest.current = { list, remove, create };
  });
  return useCallback((rule: Rule, place: number) => {
    const { list: read, remove: send, create: back } = latest.current;
    const text = ruleText(rule);
    send.mutate(
      { list: read, rule },
      {
        onSuccess: () =>
          notifyUndoable(
            `${text} deleted`,
            () =>
              back.mutate(
                { ...contentOf(rule), position: place },
                failureNotice(`${text} was not brought back`),
              ),
            "rules",
          ),
        onError: (error) => notifyFailure(`${text} was not deleted`, error),
      },
    );
  }, []);
}

function Body({ owner, list, onAdd, onEdit, onImport }: BodyProps) {
  const preview = usePreviewRules(owner);
  const { mutate: move } = useMoveRule(owner);
  const remove = useRemove(owner, list);
  const difference = useMemo(() => differenceOf(list.rules, list.in_force), [list]);
  const onMove = useCallback((id: string, to: number) => move({ id, to }), [move]);
  const projects = useRuleProjects(owner);
  const isEmpty = list.rules.length === 0 && list.version === 0;
  return (
    <div className={classes.cards}>
      {isEmpty ? null : (
        <StateCard
          owner={owner}
          list={list}
          difference={difference}
          isPreviewing={preview.isPending}
          onPreview={() => preview.mutate(list, failureNotice("There is no preview"))}
        />
      )}
      {preview.data ? (
        <PreviewCard
          {...preview.data}
          projects={projects}
          isStale={preview.data.list.draft_version !== list.draft_version}
          onClose={preview.reset}
        />
      ) : null}
      <RulesCard
        rules={list.rules}
        projects={projects}
        difference={difference}
        edit={onEdit}
        remove={remove}
        move={onMove}
        empty={
          <Empty
            Icon={IconArrowsSort}
            title="No rules yet"
            action={
              <Group gap="sm" justify="center">
                <Button onClick={onAdd}>Add the first rule</Button>
                <Button variant="default" onClick={onImport}>
                  Import a file
                </Button>
              </Group>
            }
          >
            Time goes into the service's own categories. A rule puts an app, a site, a folder or a title into
            another one, or says which project it is for: for example the folder ~/src/shop for the shop.
          </Empty>
        }
      />
    </div>
  );
}

type Props = { owner: Owner; title: string; description: ReactNode; fileName: string };

/** Rules that put time into categories: written in order, previewed on the reader's own days, and put in force. */
export function RulesPage({ owner, title, description, fileName }: Props) {
  const rules = useRules(owner);
  /** The rule being edited; it stays while the dialog closes. */
  const [edited, setEdited] = useState<Rule | null>(null);
  const [isEditing, editing] = useDisclosure();
  const [isImporting, importing] = useDisclosure();
  const { open } = editing;
  const edit = useCallback(
    (rule: Rule | null) => {
      setEdited(rule);
      open();
    },
    [open],
  );
  const list = rules.data;
  return (
    <div className={classes.page}>
      <PageHeader
        title={title}
        description={description}
        actions={
          list ? (
            <>
              <Button data-creates leftSection={<IconPlus size={16} stroke={2} />} onClick={() => edit(null)}>
                Add rule
              </Button>
              <DotsMenu
                label="Import and export"
                look="head"
                entries={[
                  { name: "Import…", Icon: IconFileImport, onClick: importing.open },
                  {
                    name: "Export as JSON",
                    Icon: IconFileExport,
                    isDisabled: list.rules.length === 0,
                    onClick: () => saveFile(ruleFileOf(list.rules), fileName),
                  },
                ]}
              />
            </>
          ) : null
        }
      />
      <Loaded query={rules} what="the rules" bones={[120, 320]}>
        {(read) => (
          <>
            <Body
              owner={owner}
              list={read}
              onAdd={() => edit(null)}
              onEdit={edit}
              onImport={importing.open}
            />
            <RuleDialog owner={owner} list={read} rule={edited} isOpen={isEditing} onClose={editing.close} />
            <ImportDialog owner={owner} list={read} isOpen={isImporting} onClose={importing.close} />
          </>
        )}
      </Loaded>
    </div>
  );
}
