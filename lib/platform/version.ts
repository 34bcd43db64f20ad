import description from "@/package.json" with { type: "json" };

/** The version of this service, kept only in `package.json`. */
export const VERSION = description.version;
