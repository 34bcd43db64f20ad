import type { Language } from "linguist-languages";
import type { LanguageTable } from "@/lib/repositories/rules";

let table: Promise<LanguageTable> | undefined;

async function load(): Promise<LanguageTable> {
  // Loaded when first used: it is large, and only the sync needs it.
  const languages: Language[] = Object.values(await import("linguist-languages"));
  const [byName, byExtension] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const add = (map: Map<string, string[]>, key: string, language: string) => {
    const known = map.get(key) ?? [];
    if (!known.includes(language)) map.set(key, [...known, language]);
  };
  for (const { name, group, filenames, extensions } of languages) {
    // Code hosts count some languages under another one, such as TSX under TypeScript.
    for (const filename of filenames ?? []) add(byName, filename, group ?? name);
    for (const extension of extensions ?? []) add(byExtension, extension.toLowerCase(), group ?? name);
  }
  return { byName, byExtension };
}

/** Which languages a file's name allows, as the code host's own table (linguist) says. */
export function languageTable(): Promise<LanguageTable> {
  table ??= load();
  return table;
}
