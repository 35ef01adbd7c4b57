const LONGEST = 254;
const pattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Whether a text looks like one email address (specification, section 5: text, @, text, dot, text, without spaces).
 * Only the confirmation mail proves that it is one. None is longer than 254 characters (RFC 5321, section 4.5.3.1.3).
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST && pattern.test(text);
}
