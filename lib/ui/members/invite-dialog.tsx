import { Text, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { ApiError } from "@/lib/ui/api/client";
import { formErrorsOf } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { DialogForm } from "@/lib/ui/kit/dialogs/dialog-form";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";
import { useIsClosed } from "@/lib/ui/kit/dialogs/use-waiting";
import { countOf } from "@/lib/ui/kit/words/counts";
import { addressesIn } from "@/lib/ui/members/addresses";
import { InviteOutcome, type Outcome } from "@/lib/ui/members/invite-outcome";
import { useCreateInvite } from "@/lib/ui/members/queries";
import { assignProblem, useAuthority } from "@/lib/ui/roles/authority";
import type { Role } from "@/lib/ui/roles/queries";
import { RolePicker } from "@/lib/ui/roles/role-picker";

/** One is sent after the other. */
const ADDRESSES_MAX = 50;

/** Whether what refused one invite will refuse the others too: a plan's ceiling, a lost permission, a limit, no service. */
function refusesAll(error: unknown): boolean {
  return !(error instanceof ApiError) || [402, 403, 429].includes(error.status) || error.status >= 500;
}

function addressProblem(text: string): string | undefined {
  const { addresses, others } = addressesIn(text);
  if (others[0] !== undefined && addresses.length > 0) return `"${others[0]}" is no complete email address`;
  if (addresses.length === 0) return "Enter a complete email address";
  return addresses.length > ADDRESSES_MAX ? `Invite at most ${ADDRESSES_MAX} people at once` : undefined;
}

type Given = { emails: string; role: Role | null };
type FormProps = {
  given: Given;
  onInvited: (outcome: Outcome, role: Role) => void;
  onCancel: () => void;
};

function InviteForm({ given, onInvited, onCancel }: FormProps) {
  const { can } = useWorkspace();
  const actor = useAuthority();
  const isClosed = useIsClosed();
  const create = useCreateInvite();
  const [emails, setEmails] = useState(given.emails);
  const [role, setRole] = useState<Role | null>(given.role);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [sending, setSending] = useState<number | null>(null);
  const { addresses } = addressesIn(emails);

  const send = async (chosen: Role): Promise<Outcome> => {
    const outcome: Outcome = { sent: [], refused: [] };
    for (const [index, email] of addresses.entries()) {
      if (isClosed()) break;
      setSending(index);
      try {
        outcome.sent.push(await create.mutateAsync({ email, custom_role_id: chosen.id }));
      } catch (error) {
        const left = refusesAll(error) ? addresses.slice(index) : [email];
        outcome.refused.push(...left.map((each) => ({ email: each, error })));
        if (left.length > 1) break;
      }
    }
    return outcome;
  };
  const save = async () => {
    const problem = addressProblem(emails);
    if (problem !== undefined || role === null) {
      setErrors({
        ...(problem === undefined ? {} : { email: problem }),
        ...(role === null ? { custom_role_id: "Choose what they may do" } : {}),
      });
      return;
    }
    setErrors({});
    const outcome = await send(role);
    setSending(null);
    if (isClosed()) {
      const all = countOf(addresses.length, "person", "people");
      notifications.show({
        message: `${outcome.sent.length} of ${all} were invited, until the form was closed.`,
      });
      return;
    }
    const [refused] = outcome.refused;
    if (refused && addresses.length === 1)
      setErrors(formErrorsOf(refused.error, ["email", "custom_role_id"]));
    else onInvited(outcome, role);
  };
  if (!can("can_view_roles")) {
    return (
      <Text size="sm">
        An invite assigns a role, and viewing roles requires <code>can_view_roles</code>, which you don't
        hold. Somebody who manages roles can grant it to you.
      </Text>
    );
  }
  return (
    <DialogForm
      problem={errors.form}
      submitLabel={addresses.length > 1 ? `Send ${addresses.length} invites` : "Send invite"}
      isBegun={emails !== given.emails || role !== given.role}
      isBusy={sending !== null}
      onSubmit={save}
      onCancel={onCancel}
    >
      <Textarea
        label="Email"
        description="One address, or several separated by commas or lines. Each person accepts with an account that has this address"
        placeholder="ada@example.com, grace@example.com"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autosize
        minRows={1}
        maxRows={8}
        data-autofocus
        value={emails}
        error={errors.email}
        onChange={({ currentTarget }) => {
          setEmails(currentTarget.value);
          setErrors(({ email: _, ...others }) => others);
        }}
      />
      <RolePicker
        label="Role"
        placeholder="Choose a role"
        value={role}
        problemOf={(each) =>
          each.is_system && each.based_on_template === "owner"
            ? "Owners can't be invited: make a member an owner instead"
            : assignProblem(actor, each)
        }
        error={errors.custom_role_id}
        onChange={(chosen) => {
          setRole(chosen);
          setErrors(({ custom_role_id: _, ...others }) => others);
        }}
      />
      {sending !== null && addresses.length > 1 ? (
        <Text size="sm" c="dimmed" role="status">
          {sending} of {addresses.length} sent
        </Text>
      ) : null}
    </DialogForm>
  );
}

type Props = { isOpen: boolean; onClose: () => void };

const NOTHING: Given = { emails: "", role: null };

function titleOf(outcome: Outcome | null): string {
  if (outcome === null) return "Invite people";
  if (outcome.sent.length === 0) return "Nobody was invited";
  return outcome.sent.length === 1 ? "The invite is ready" : "The invites are ready";
}

/** Invites people by email, and shows their links. */
export default function InviteDialog({ isOpen, onClose }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [given, setGiven] = useState(NOTHING);
  // Links that were shown stay until the reader is done: they can't be shown again.
  const [links, setLinks] = useState<Outcome["sent"]>([]);
  const close = () => {
    onClose();
    setOutcome(null);
    setGiven(NOTHING);
    setLinks([]);
  };
  const isHeld = outcome !== null || links.length > 0;
  return (
    <ModalDialog
      isOpen={isOpen}
      onClose={close}
      title={titleOf(outcome)}
      // Neither a click beside the dialog nor a key may close it while links are shown.
      closeOnClickOutside={!isHeld}
      closeOnEscape={!isHeld}
    >
      {outcome === null ? (
        <InviteForm
          given={given}
          onInvited={({ sent, refused }, role) => {
            setLinks([...links, ...sent]);
            setOutcome({ sent: [...links, ...sent], refused });
            setGiven({ emails: refused.map(({ email }) => email).join("\n"), role });
          }}
          onCancel={() => (links.length > 0 ? setOutcome({ sent: links, refused: [] }) : close())}
        />
      ) : (
        <InviteOutcome outcome={outcome} onAgain={() => setOutcome(null)} onDone={close} />
      )}
    </ModalDialog>
  );
}
