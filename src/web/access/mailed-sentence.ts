import { openFailures } from "#contract/open-failures.ts";
import { signInFailures } from "#contract/sign-in-failures.ts";

const aboutSignIn: readonly string[] = Object.values(signInFailures).map(({ message }) => message);

/** Whether a sentence is about the way to a provider and back, or a disabled account, which no confirmation mail would mend. */
export const isAboutSignIn = (message: string): boolean => aboutSignIn.includes(message);

const sentences: readonly string[] = [
  ...aboutSignIn,
  openFailures["link-invalid"].message,
  openFailures.unavailable.message,
  openFailures["second-factor-expired"].message,
  openFailures["too-many-requests"].message,
];

/**
 * The sentence that an address says when it is one of ours, and that the link is invalid otherwise: the maker of a link could
 * put words into our mouth.
 */
export const ourSentence = (said: string): string =>
  sentences.includes(said) ? said : openFailures["link-invalid"].message;
