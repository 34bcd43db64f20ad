"use client";

import { notifications } from "@mantine/notifications";
import { Component, type ReactNode } from "react";
import { isUnloaded } from "@/lib/ui/light-kit/unloaded";

/**
 * Around what is loaded only when it is needed. If it can't be, the page stays as it is, with what was typed, and says so:
 * otherwise an error would take the place of the page.
 */
export class LoadedLater extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (!isUnloaded(error)) return;
    notifications.show({
      id: "not-loaded",
      color: "red",
      title: "That could not be loaded",
      message:
        "There is no connection, or the service was updated. Save what you typed, then load the page again.",
    });
  }

  override render() {
    const { error } = this.state;
    if (error !== null && !isUnloaded(error)) throw error;
    return error === null ? this.props.children : null;
  }
}
