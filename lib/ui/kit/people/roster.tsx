import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type ReactNode, useState } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import { IconStar, IconStarOff, IconUserMinus } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { Form } from "@/lib/ui/kit/fields/form";
import type { List } from "@/lib/ui/kit/lists/list-states";
import { Rows } from "@/lib/ui/kit/lists/rows";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { PersonAvatar } from "@/lib/ui/kit/people/person";
import { type Choice, PersonPicker } from "@/lib/ui/kit/people/person-picker";
import type { RosterChanges, RosterRole } from "@/lib/ui/kit/people/use-roster";
import { Tag } from "@/lib/ui/kit/status/tag";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";

type Person = {
  developer_id: string;
  name: string;
  email: string;
  avatar_url: string | null;
  role: RosterRole;
};

type Props<T extends Person> = RosterChanges & {
  /** The name of what they belong to. */
  of: string;
  note?: ReactNode;
  people: List<T>;
  mayManage: boolean;
  empty: ReactNode;
  badge?: (person: T) => ReactNode;
  /** What to say of somebody whose removal can't be undone; null for the others. */
  removalNote?: (person: T) => string | null;
};

function PersonMenu<T extends Person>({ person, ...roster }: Props<T> & { person: T }) {
  const { developer_id, name, role } = person;
  const setRole = (next: RosterRole) =>
    roster
      .setRole(developer_id, next)
      .catch((error: unknown) => notifyFailure(`${name} stays a ${role}`, error));
  const takeOut = async () => {
    try {
      await roster.remove(developer_id);
    } catch (error) {
      notifyFailure(`${name} is still in ${roster.of}`, error);
      return;
    }
    const note = roster.removalNote?.(person) ?? null;
    if (note === null) {
      notifyUndoable(`${name} was removed from ${roster.of}`, () =>
        roster
          .add(developer_id, role)
          .catch((error: unknown) => notifyFailure(`${name} was not put back`, error)),
      );
    } else {
      notifications.show({ color: "pine", title: `${name} was removed from ${roster.of}`, message: note });
    }
  };
  return (
    <DotsMenu
      label={`Change ${name}`}
      entries={[
        role === "lead"
          ? { name: "Make a plain member", Icon: IconStarOff, onClick: () => void setRole("member") }
          : { name: "Make a lead", Icon: IconStar, onClick: () => void setRole("lead") },
        { name: "Take out", Icon: IconUserMinus, isDanger: true, onClick: () => void takeOut() },
      ]}
    />
  );
}

function AddPerson<T extends Person>({ of, people, add }: Props<T>) {
  const [person, setPerson] = useState<Choice | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // A new field, empty again, for the next person: at once, so that nothing typed meanwhile is lost to the answer.
  const [field, setField] = useState(0);
  const submit = async () => {
    if (person === null) return;
    const beginField = (chosen: Choice | null) => {
      setPerson(chosen);
      setField((current) => current + 1);
    };
    setIsBusy(true);
    beginField(null);
    try {
      await add(person.developer_id, "member");
    } catch (error) {
      beginField(person);
      notifyFailure(`${person.name} was not added to ${of}`, error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Form onSubmit={submit}>
      <Group gap="xs" mb="sm" wrap="nowrap">
        <PersonPicker
          key={field}
          aria-label="Person to add"
          placeholder="Add somebody by name or email"
          style={{ flex: 1, minWidth: 0 }}
          value={person}
          onChange={setPerson}
          except={new Set(people.items?.map(({ developer_id }) => developer_id))}
        />
        <Button type="submit" variant="default" disabled={person === null} loading={isBusy}>
          Add
        </Button>
      </Group>
    </Form>
  );
}

/** The members of something smaller than the workspace, with ways to add, promote and remove them. */
export function Roster<T extends Person>(props: Props<T>) {
  const { people, mayManage, note, empty, badge } = props;
  return (
    <Card id="members" title="Members" note={note}>
      {mayManage ? <AddPerson {...props} /> : null}
      <Rows
        list={people}
        what="members"
        label={`Members of ${props.of}`}
        expected={3}
        empty={<p className={`${rows.detail} ${rows.wrapping}`}>{empty}</p>}
        renderRow={(person) => (
          <li key={person.developer_id} className={rows.row}>
            <PersonAvatar name={person.name} avatarUrl={person.avatar_url} size={34} />
            <div className={rows.main}>
              <p className={rows.name}>{person.name}</p>
              <p className={rows.detail}>{person.email}</p>
            </div>
            {person.role === "lead" ? <Tag tone="accent">Lead</Tag> : null}
            {badge?.(person)}
            {mayManage ? <PersonMenu {...props} person={person} /> : null}
          </li>
        )}
      />
    </Card>
  );
}
