import { Skeleton, Text, UnstyledButton } from "@mantine/core";
import { useProfile } from "@/lib/ui/api/profile";
import { signOut } from "@/lib/ui/api/session";
import { IconActivityHeartbeat, IconKey, IconLogout, IconUser } from "@/lib/ui/icons";
import { LazyMenu } from "@/lib/ui/kit/menus/lazy-menu";
import { Link } from "@/lib/ui/kit/pages/link";
import { PersonAvatar } from "@/lib/ui/kit/people/person";
import { ColourSchemeItems } from "@/lib/ui/shell/colour-scheme";
import classes from "./console-shell.module.css";

/** A menu about the signed-in person. */
export function AccountMenu() {
  const { data: profile } = useProfile();
  return (
    <LazyMenu
      position="bottom-end"
      width={240}
      target={
        <UnstyledButton
          className={classes.avatarButton}
          aria-label={`Account of ${profile?.name ?? "the signed-in person"}`}
        >
          {profile ? (
            <PersonAvatar name={profile.name} avatarUrl={profile.avatar_url} size={32} />
          ) : (
            <Skeleton circle height={32} />
          )}
        </UnstyledButton>
      }
    >
      {(Menu) => (
        <>
          {profile ? (
            <div className={classes.menuHead}>
              <Text component="span" display="block" size="sm" fw={500} truncate>
                {profile.name}
              </Text>
              <Text component="span" display="block" size="xs" c="dimmed" truncate>
                {profile.email}
              </Text>
            </div>
          ) : null}
          <Menu.Divider />
          <Menu.Item component={Link} href="/account" leftSection={<IconUser size={16} stroke={1.75} />}>
            Profile
          </Menu.Item>
          <Menu.Item
            component={Link}
            href="/account#tokens"
            leftSection={<IconKey size={16} stroke={1.75} />}
          >
            API tokens
          </Menu.Item>
          {profile?.is_operator ? (
            <Menu.Item
              component={Link}
              href="/operators"
              leftSection={<IconActivityHeartbeat size={16} stroke={1.75} />}
            >
              Operators
            </Menu.Item>
          ) : null}
          <Menu.Divider />
          <Menu.Label>Colour scheme</Menu.Label>
          <ColourSchemeItems menu={Menu} />
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={signOut}>
            Sign out
          </Menu.Item>
        </>
      )}
    </LazyMenu>
  );
}
