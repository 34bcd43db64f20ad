import { Radio, Stack, Text, TextInput } from "@mantine/core";
import { TEAM_NAME_CHARS_MAX } from "@/lib/teams/limits";
import { FormDialog } from "@/lib/ui/kit/dialogs/form-dialog";
import { nameProblem } from "@/lib/ui/kit/fields/name-problem";
import { RepositoryPicker } from "@/lib/ui/repositories/repository-picker";
import type { Team } from "@/lib/ui/teams/queries";
import { TEAM_TYPES } from "@/lib/ui/teams/team-types";

type Values = Pick<Team, "name" | "type" | "source_repository_ids">;

type Props = {
  team?: Team;
  maySeeRepositories: boolean;
  /** Gets all values, and those that were changed. */
  onSubmit: (values: Values, changed: Partial<Values>) => Promise<Team>;
  /** Called after the dialog is closed. */
  onSaved?: (team: Team) => void;
  isOpen: boolean;
  onClose: () => void;
};

const isTeamType = (value: string): value is Team["type"] => value in TEAM_TYPES;

/** Creates or changes a team. */
export default function TeamDialog(props: Props) {
  const { team, maySeeRepositories, onSubmit, onSaved, isOpen, onClose } = props;
  return (
    <FormDialog<Values, Team>
      isOpen={isOpen}
      onClose={onClose}
      title={team ? `Change ${team.name}` : "New team"}
      submitLabel={team ? "Save" : "Create team"}
      initialValues={{
        name: team?.name ?? "",
        type: team?.type ?? "manual",
        source_repository_ids: team?.source_repository_ids ?? [],
      }}
      validate={{ name: nameProblem }}
      onSubmit={onSubmit}
      onSaved={onSaved}
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            placeholder="Platform"
            maxLength={TEAM_NAME_CHARS_MAX}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps("name")}
          />
          <Radio.Group
            label="Members come"
            value={form.values.type}
            onChange={(type) => {
              if (isTeamType(type)) form.setFieldValue("type", type);
            }}
          >
            <Stack gap="xs" mt={6}>
              {Object.entries(TEAM_TYPES).map(([value, { label, description }]) => (
                <Radio key={value} value={value} label={label} description={description} />
              ))}
            </Stack>
          </Radio.Group>
          {form.values.type === "manual" ? null : maySeeRepositories ? (
            <RepositoryPicker
              label="Source repositories"
              description="Whoever commits to one of these belongs to the team"
              {...form.getInputProps("source_repository_ids")}
            />
          ) : (
            <Text size="sm" c="dimmed">
              Choosing source repositories requires <code>can_view_repositories</code>, which you do not hold.
            </Text>
          )}
        </>
      )}
    </FormDialog>
  );
}
