/**
 * The pattern of a LIKE that finds a text's words in their order, anywhere: what a person types is text and never a
 * pattern. Lowercased, as what it is compared with must be.
 */
export function likePattern(text: string): string {
  const words = text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/[\\%_]/g, "\\$&"));
  return `%${words.join("%")}%`;
}
