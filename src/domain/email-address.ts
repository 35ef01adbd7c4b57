const pattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Whether a text looks like one email address (specification, section 5: text, @, text, dot, text, without spaces).
 * Only the confirmation mail proves that it is one. Callers bound the length first.
 */
export function isEmailAddress(text: string): boolean {
  return pattern.test(text);
}
