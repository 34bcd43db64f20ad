import { Component, type ReactNode } from "react";

/** Whether an error is that a part of the page could not be fetched: offline, or the service was updated since. */
export function isUnloaded(error: unknown): boolean {
  return error instanceof Error && error.name === "ChunkLoadError";
}

type Props = {
  /** Stands in its place then. */
  instead: ReactNode;
  onUnloaded?: () => void;
  children: ReactNode;
};

/** Around what is loaded only when it is needed: if it can't be, the page around it stays, with what was typed. */
export class UnlessUnloaded extends Component<Props, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (isUnloaded(error)) this.props.onUnloaded?.();
  }

  override render() {
    const { error } = this.state;
    if (error !== null && !isUnloaded(error)) throw error;
    return error === null ? this.props.children : this.props.instead;
  }
}
