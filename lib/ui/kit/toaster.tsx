"use client";

import { Notifications } from "@mantine/notifications";

/** Shows messages, in the corner. */
export default function Toaster() {
  return <Notifications position="bottom-right" />;
}
