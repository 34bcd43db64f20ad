"use client";

import { Radio, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { TEAM_NAME_CHARS_MAX } from "@/lib/teams/limits";
import { formErrorsOf } from "@/lib/ui/api/failure";
import { DialogForm } from "@/lib/ui/kit/dialog-form";
import ModalDialog from "@/lib/ui/kit/modal-dialog";
import { RepositoryPicker } from "@/lib/ui/repositories/repository-picker";
import type { Team } from "@/lib/ui/teams/queries";
import { TEAM_TYPES } from "@/lib/ui/teams/team-types";

type Values = Pick<Team, "name" | "type" | "source_repository_ids">;

type Props = {
  workspaceId: string;
  team?: Team;
  maySeeRepositories: boolean;
  onSubmit: (values: Values) => Promise<Team>;
  /** After the dialog is closed. */
  onSaved?: (team: Team) => void;
  onClose: () => void;
};

const isTeamType = (value: string): value is Team["type"] => value in TEAM_TYPES;

function TeamForm({ workspaceId, team, maySeeRepositories, onSubmit, onSaved, onClose }: Props) {
  const form = useForm<Values>({
    initialValues: {
      name: team?.name ?? "",
      type: team?.type ?? "manual",
      source_repository_ids: team?.source_repository_ids ?? [],
    },
    validate: { name: (name) => (name.trim() === "" ? "Give it a name" : null) },
  });
  const save = form.onSubmit(async (values) => {
    form.clearErrors();
    try {
      const saved = await onSubmit({ ...values, name: values.name.trim() });
      onClose();
      onSaved?.(saved);
    } catch (error) {
      form.setErrors(formErrorsOf(error, ["name", "type", "source_repository_ids"]));
    }
  });
  return (
    <DialogForm
      problem={form.errors.form}
      submitLabel={team ? "Save" : "Create team"}
      isBusy={form.submitting}
      onSubmit={save}
      onCancel={onClose}
    >
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
          workspaceId={workspaceId}
          label="Source repositories"
          description="Whoever commits to one of these belongs to the team"
          {...form.getInputProps("source_repository_ids")}
        />
      ) : (
        <Text size="sm" c="dimmed">
          Choosing source repositories asks for <code>can_view_repositories</code>, which you do not hold.
        </Text>
      )}
    </DialogForm>
  );
}

/** Asks for what makes a team, new or not. */
export default function TeamDialog({ isOpen, ...rest }: Props & { isOpen: boolean }) {
  return (
    <ModalDialog
      isOpen={isOpen}
      onClose={rest.onClose}
      title={rest.team ? `Change ${rest.team.name}` : "New team"}
    >
      <TeamForm {...rest} />
    </ModalDialog>
  );
}
