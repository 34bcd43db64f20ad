/** The reader's English, or British English: dates in another language would stand oddly in English sentences. */
export function readerLocale(): string {
  return window.navigator.languages.find((language) => language.startsWith("en")) ?? "en-GB";
}
