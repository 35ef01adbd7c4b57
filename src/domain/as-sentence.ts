/** What a person or a check said, with a period where it ends without a mark of its own; without spaces around it. */
export function asSentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…]$/u.test(trimmed) ? trimmed : `${trimmed}.`;
}
