/** Loaded when the first password is set: fifty thousand words that nobody needs before. */
let words: Promise<ReadonlySet<string>> | undefined;

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}

const alike: Record<string, string> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/**
 * Whether a password is among those that are tried first: one of the fifty thousand most frequent in published breaches,
 * also under capitals, with look-alike characters or with up to four digits and signs behind it, or made of the person's
 * own address or our name. The list is in the program: no password leaves it to be asked about.
 * (NIST SP 800-63B-4, section 3.1.1.2.)
 */
export async function isCommonPassword(password: string, email: string): Promise<boolean> {
  const list = await (words ??= load());
  const local = email.toLowerCase().split("@")[0]!;
  const known = (word: string) =>
    list.has(word) || word === local || word === email.toLowerCase() || word === "exhibit";
  return spellings(password.toLowerCase()).some((word) => word.length > 2 && known(word));
}

function spellings(word: string): string[] {
  const bare = word.replace(/[\d\W_]{1,4}$/u, "");
  const read = (text: string) => text.replace(/[013457@$!]/g, (sign) => alike[sign]!);
  return [word, bare, read(word), read(bare)];
}
