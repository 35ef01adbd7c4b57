/** A text of people as Markdown that shows it and nothing else. */
export function plainMarkdown(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/[\\`*_{}[\]()#+\-.!|<>~&:]/g, String.raw`\$&`);
}
