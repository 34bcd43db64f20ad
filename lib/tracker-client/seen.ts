/** What a source saw in front; what it does not know is left out. */
export type Seen = { appName: string; bundleId: string } & Partial<
  Record<"windowTitle" | "url" | "pageTitle" | "filePath" | "repo" | "branch", string>
> & {
    /** Where the source itself says that it is nobody's business. */
    isPrivate?: boolean;
  };

/** Time that somebody spent on something, in whole seconds since 1970. */
export type Stretch = { from: number; to: number; seen: Seen };

/** Looks at the screen now and then. */
type Looking = {
  kind: "looking";
  everyS: number;
  /** What is in front, or null where nothing is, or where nobody has touched the computer for longer than the threshold. */
  look(idleThresholdS: number): Promise<Seen | null>;
};

/** Reads what another program recorded. */
type Reading = {
  kind: "reading";
  /**
   * What was recorded from a second on, as far as it is settled.
   * @returns the stretches, in order and apart, and the second up to which they go
   */
  read(from: number, now: number): Promise<{ stretches: Stretch[]; to: number }>;
};

/** Where a client learns what somebody is doing. */
export type Source = { name: string; close(): void } & (Looking | Reading);
