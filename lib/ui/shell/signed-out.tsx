import { Button, Group } from "@mantine/core";
import { useEffect } from "react";
import { useProfile } from "@/lib/ui/api/profile";
import { keepPageOf, leave, signInInAnotherTab, useAwaitsSignIn } from "@/lib/ui/api/session";
import { RequiredDialog } from "@/lib/ui/light-kit/required-dialog";

/**
 * Over a page whose session has ended, here or in another tab. The page is kept with everything that is typed in it, and
 * what it was sending is sent once its reader has signed in again.
 */
export function SignedOut() {
  const readerId = useProfile().data?.id;
  useEffect(() => (readerId === undefined ? undefined : keepPageOf(readerId)), [readerId]);
  return (
    <RequiredDialog isOpen={useAwaitsSignIn()} title="You are signed out" hidesPage>
      <p>
        Your session has ended, or you signed out in another tab. Sign in again and go on where you were: what
        you typed here is kept.
      </p>
      <Group>
        <Button onClick={signInInAnotherTab}>Sign in</Button>
        <Button variant="default" onClick={() => leave()}>
          Leave this page
        </Button>
      </Group>
    </RequiredDialog>
  );
}
