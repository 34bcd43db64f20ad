import { readerLocale } from "@/lib/ui/kit/words/locale";

/** `2,000` */
export function numberText(count: number): string {
  return count.toLocaleString(readerLocale());
}

/** `1 rule`, `2,000 rules` */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}
