import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { ApiError, isRefusal } from "@/lib/ui/api/client";
import { failureNotice } from "@/lib/ui/api/failure";
import { IconLock, IconWorld } from "@/lib/ui/icons";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";
import { SearchField } from "@/lib/ui/kit/filters/filters";
import { RowSkeletons } from "@/lib/ui/kit/lists/list-states";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { ErrorNotice } from "@/lib/ui/kit/states/error-notice";
import { Tag } from "@/lib/ui/kit/status/tag";
import { ConnectNotice, NoCodeHostNotice } from "@/lib/ui/repositories/connect-notice";
import { useAdoptRepository, useAvailableRepositories } from "@/lib/ui/repositories/queries";
import classes from "./repositories.module.css";

const FULL_NAME = /^[\w.-]+\/[\w.-]+$/;

function AdoptButton({ fullName }: { fullName: string }) {
  const adopt = useAdoptRepository();
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`Adopt ${fullName}`}
      loading={adopt.isPending}
      onClick={() => adopt.mutate(fullName, failureNotice(`${fullName} was not adopted`))}
    >
      Adopt
    </Button>
  );
}

function Adopt() {
  const [search, setSearch] = useState("");
  const available = useAvailableRepositories(search);
  const { error, data } = available;
  const missing = error instanceof ApiError ? error.state.missing_settings : undefined;
  if (Array.isArray(missing)) return <NoCodeHostNotice settings={missing.map(String)} />;
  if (isRefusal(error, 422)) return <ConnectNotice detail={error.detail} />;
  // Repositories that are not among the latest can be entered by their full name.
  const isNamed = FULL_NAME.test(search);
  const isListed = data?.some(({ full_name }) => full_name.toLowerCase() === search.toLowerCase());
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Its commits and pull requests are then read through your account, now and from then on.
      </Text>
      <SearchField
        aria-label="Search your repositories"
        placeholder="Search, or type owner/name"
        data-autofocus
        value={search}
        onSearch={setSearch}
      />
      {error ? (
        <ErrorNotice error={error} what="your repositories" onRetry={() => available.refetch()} />
      ) : null}
      {available.isPending ? <RowSkeletons count={4} what="your repositories" /> : null}
      {data ? (
        <ul className={`${rows.rows} ${classes.available}`} aria-label="Your repositories">
          {data.map(({ full_name, default_branch, is_private, repository_id }) => (
            <li key={full_name} className={rows.row}>
              <span className={rows.tile}>
                {is_private ? (
                  <IconLock size={16} stroke={1.75} aria-hidden="true" />
                ) : (
                  <IconWorld size={16} stroke={1.75} aria-hidden="true" />
                )}
              </span>
              <div className={rows.main}>
                <p className={rows.name}>{full_name}</p>
                <p className={rows.detail}>
                  {is_private ? "Private" : "Public"} · {default_branch}
                </p>
              </div>
              {repository_id === null ? (
                <AdoptButton fullName={full_name} />
              ) : (
                <Tag tone="accent">Adopted</Tag>
              )}
            </li>
          ))}
          {isNamed && !isListed ? (
            <li className={rows.row}>
              <div className={rows.main}>
                <p className={rows.name}>{search}</p>
                <p className={rows.detail}>Not among your latest</p>
              </div>
              <AdoptButton fullName={search} />
            </li>
          ) : null}
        </ul>
      ) : null}
      {data?.length === 0 && !isNamed ? (
        <Text size="sm" c="dimmed">
          {search === ""
            ? "Your account sees no repository at the code host."
            : "None of your latest repositories has that in its name. Type owner/name to adopt another one."}
        </Text>
      ) : null}
    </Stack>
  );
}

/** Adopts repositories of the reader's code-host account in the workspace. */
export default function AdoptDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <ModalDialog isOpen={props.isOpen} onClose={props.onClose} title="Adopt repositories" size="lg">
      <Adopt />
    </ModalDialog>
  );
}
